import type { Effect } from '@retinue/protocol';
import { agentIdOf } from '@retinue/protocol';
import { inputsOf, resultsOf, type Script } from '../../packages/server/src/models/script.ts';
import type { CallLine, Line } from '../../packages/server/src/models/script-lines.ts';
import { call, callText, fail, hang, pause, say, together } from '../../packages/server/src/models/script-lines.ts';
import type { ModelRequest } from '../../packages/server/src/ports/model.ts';
import type { Plan, PlanNode } from './plan.ts';
import { allNodes } from './plan.ts';

/** A plan as lines for the scripted model. Pure: the process may die at any moment and is asked again. */
export function scriptFor(plan: Plan): Script {
  const nodes = new Map(allNodes(plan.children).map((node) => [node.path, node]));
  return (request) => {
    if (isConsultation(request)) return consultationLines(nodes, request);
    if (request.place.agentId === agentIdOf('boss')) return rootLines(plan, request);
    const { path, again } = readInstruction(inputsOf(request)[0] ?? '');
    const node = nodes.get(path);
    return node ? nodeLines(node, again, request) : [say(`There is no node ${path}.`)];
  };
}

export function instructionFor(path: string, again = false): string {
  return again ? `node ${path} again` : `node ${path}`;
}

export function readInstruction(text: string): { path: string; again: boolean } {
  const [, path = '', again] = text.split(' ');
  return { path, again: again === 'again' };
}

/** In a result: it stands beside a call that did not ask for it. */
export const mixedUp = 'MIXED UP';

export const toolNames: Record<Effect, string> = { read: 'lookUp', idempotent: 'store', unsafe: 'send' };

/** Reaches outside, so that a person has to approve each call of it. */
export const guardedTool = 'publish';

function rootLines(plan: Plan, request: ModelRequest): Line[] {
  const tasks = plan.children.map((child) => newTask(child));
  if (callsIn(request).length === 0) return [say('I send '), pause(5), say('them.'), together(...tasks)];
  return [say('So: '), pause(5), say(`${tellResults(request)} after ${inputsOf(request).length} messages`)];
}

/** Whether a child's question is put to the agent; it tells what it is asked by a node that counts on that. */
export function isConsultation({ tools }: ModelRequest): boolean {
  return tools.some(({ name }) => name === 'answerQuestion');
}

function consultationLines(nodes: ReadonlyMap<string, PlanNode>, request: ModelRequest): Line[] {
  const [, path = ''] = /"What of ([\d.]+)\?"/.exec(inputsOf(request).at(-1) ?? '') ?? [];
  const isKnown = nodes.get(path)?.kind === 'consulted';
  return [pause(5), isKnown ? call('answerQuestion', { answer: `The parent knows ${path}.` }) : call('passOn', {})];
}

function nodeLines(node: PlanNode, again: boolean, request: ModelRequest): Line[] {
  const kind = again ? 'leaf' : node.kind;
  if (kind === 'failing') return [say('I '), pause(node.paceMs), fail({ message: 'The provider is down.' })];
  if (kind === 'stuck') return [say('Let me see '), hang()];
  if (kind === 'mute' || (kind === 'blank' && request.toolChoice !== 'none')) return [pause(node.paceMs)];
  const begun = callsIn(request).length > 0 || kind === 'blank';
  return [
    say('I am '),
    pause(node.paceMs),
    say('at it. '),
    pause(node.paceMs),
    ...(begun ? lastWords(node, request) : firstCalls(node, again)),
  ];
}

function firstCalls(node: PlanNode, again: boolean): Line[] {
  const kind = again ? 'leaf' : node.kind;
  if (kind === 'asker' || kind === 'consulted') return [call('askUser', { question: `What of ${node.path}?` })];
  if (kind === 'approved' || kind === 'refused')
    return [call(guardedTool, { token: `${node.path}/guarded`, replyMs: node.replyMs })];
  if (kind === 'malformed') return [callText('store', '{"token": "', node.path)];
  const tools = node.effects.map((effect) => useTool(node, effect, again));
  if (kind === 'branch' || kind === 'doomed') return [together(...tools, ...node.children.map(newTask))];
  return [together(...tools)];
}

function lastWords(node: PlanNode, request: ModelRequest): Line[] {
  const result = `${node.path}: ${tellResults(request)}`;
  const bySaying = node.endsBySaying || request.toolChoice === 'none';
  return [bySaying ? say(result) : call('taskResult', { result, status: 'success' })];
}

function newTask(child: PlanNode): CallLine {
  return call('newTask', { task: instructionFor(child.path), subAgentId: agentIdOf(child.agent) });
}

function useTool(node: PlanNode, effect: Effect, again: boolean): CallLine {
  const token = `${node.path}/${effect}${again ? '/again' : ''}`;
  return call(toolNames[effect], { token, replyMs: node.replyMs });
}

interface ToldCall {
  callId: string;
  name: string;
  args: unknown;
}

function callsIn(request: ModelRequest): ToldCall[] {
  return request.messages.flatMap((message) =>
    message.role === 'assistant' ? message.parts.flatMap((part) => (part.type === 'call' ? [part] : [])) : [],
  );
}

/** What the model was told of its calls; a result that belongs to another call shows here. */
function tellResults(request: ModelRequest): string {
  const calls = new Map(callsIn(request).map((made) => [made.callId, made]));
  return resultsOf(request)
    .map(({ callId, name, value, failed }) => {
      if (name !== 'newTask') return failed ? 'failed' : 'ok';
      const { task } = (calls.get(callId)?.args ?? { task: '' }) as { task: string };
      const told = value as { status?: string; result?: string };
      const { path } = readInstruction(task);
      const belongs = told.status !== 'success' || told.result?.replace('I am at it. ', '').startsWith(`${path}:`);
      return belongs ? `${path} ${told.status}` : `${path} ${mixedUp} ${JSON.stringify(value)}`;
    })
    .join(', ');
}
