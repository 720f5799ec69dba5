import type { Json, ModelRequest } from '@retinue/server/extension';

/** The text and the calls of one step of the demo model. */
export interface DemoStep {
  text: string;
  calls: { name: string; args: Json }[];
}

export function textStep(text: string): DemoStep {
  return { text, calls: [] };
}

export function callStep(name: string, ...argsOfEach: Json[]): DemoStep {
  return { text: '', calls: argsOfEach.map((args) => ({ name, args })) };
}

export function offers(request: ModelRequest, name: string): boolean {
  return request.toolChoice === 'auto' && has(request, name);
}

export function has({ tools }: ModelRequest, name: string): boolean {
  return tools.some((tool) => tool.name === name);
}
