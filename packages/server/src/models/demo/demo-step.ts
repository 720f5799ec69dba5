import type { Json, ModelRequest } from '../../ports/model.ts';

/** What the demo model says and calls in one step. */
export interface DemoStep {
  text: string;
  calls: { name: string; args: Json }[];
}

function say(text: string): DemoStep {
  return { text, calls: [] };
}

export function call(name: string, ...argsOfEach: Json[]): DemoStep {
  return { text: '', calls: argsOfEach.map((args) => ({ name, args })) };
}

export function offers(request: ModelRequest, name: string): boolean {
  return request.toolChoice === 'auto' && request.tools.some((tool) => tool.name === name);
}

/** A child hands its result back; who talks with a person says plainly what is answering. */
export function finish(request: ModelRequest, result: string, status: 'success' | 'error'): DemoStep {
  if (offers(request, 'taskResult')) return call('taskResult', { result, status });
  const isChild = request.tools.some((tool) => tool.name === 'taskResult');
  return say(isChild ? result : `${result}\n\n${signature}`);
}

const signature = '(Answered by the built-in demo model, which follows rules; add a provider for a real one.)';
