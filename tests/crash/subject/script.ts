import type { Effect } from '@retinue/protocol';
import { agentIdOf } from '@retinue/protocol';
import type { ModelRequest } from '../../../packages/server/src/ports/engine/model.ts';
import { inputsOf, resultsOf, type Script } from '../../support/scripted/script.ts';
import type { CallLine, Line } from '../../support/scripted/script-lines.ts';
import { call, callText, fail, hang, pause, say, together } from '../../support/scripted/script-lines.ts';
import type { Plan, PlanNode } from './plan.ts';
import { allNodes } from './plan.ts';

/** A plan as lines for the scripted model. Pure: the process may die at any moment and is asked again. */
export function scriptFor(plan: Plan): Script {
  const nodes = new Map(allNodes(plan.children).map((node) => [node.path, node]));
  return (request) => {
    if (isConsultation(request)) return consultationLines(nodes, request);
    if (request.place.agentId === agentIdOf('boss')) return rootLines(plan, request);
    const [first = ''] = inputsOf(request);
    const { path, again } = readInstruction(first);
    if (first === limitText) return [call('nothing', {})];
    if (first === noticeText) return noticeLines(request);
    if (first === lateText) return lateLines(request);
    if (path === noticePath) return askOnce(request, noticePath);
    const node = nodes.get(path);
    return node ? nodeLines(node, again, request) : [say(`There is no node ${path}.`)];
  };
}

export function instructionFor(path: string, again = false): string {
  return again ? `node ${path} again` : `node ${path}`;
}

/** The parent's message to a child that has ended, and a person's. */
export const moreFor = (path: string) => `node ${path} more`;
export const visitText = (path: string) => `More of ${path}, please.`;

/** Opens a chat that rests while its one task works, so that its end is a notice. */
export const noticeText = 'Tell me later.';
/** For an agent that has one step, at the root of a chat: it ends at its limit, and its findings are not reported. */
export const limitText = 'Be quick.';
/** Opens a chat whose one call is requested again before it is refused. */
export const lateText = 'Ask first.';
const noticePath = 'notice';

export function readInstruction(text: string): { path: string; again: boolean } {
  const [, path = '', again] = text.split(' ');
  return { path, again: again === 'again' };
}

/** In a result: it belongs to a call that did not request it. */
export const mixedUp = 'MIXED UP';

export const toolNames: Record<Effect, string> = { read: 'lookUp', idempotent: 'store', unsafe: 'send' };

/** Reaches outside, so that a person has to approve each call of it. */
export const guardedTool = 'publish';

function rootLines(plan: Plan, request: ModelRequest): Line[] {
  const tasks = plan.children.map((child) => newTask(child));
  const asked = callsIn(request);
  if (asked.length === 0) return [say('I send '), pause(5), say('them.'), together(...tasks)];
  const more = plan.children.flatMap((child) => (child.kind === 'kept' ? goOn(request, child) : []));
  if (more.length > 0) return [say('And '), pause(5), together(...more)];
  return [say('So: '), pause(5), say(`${tellResults(request)} after ${inputsOf(request).length} messages`)];
}

/** Whether a child's question is put to the agent; a node that expects that determines the reply. */
export function isConsultation({ tools }: ModelRequest): boolean {
  return tools.some(({ name }) => name === 'answerQuestion');
}

function consultationLines(nodes: ReadonlyMap<string, PlanNode>, request: ModelRequest): Line[] {
  const [, path = ''] = /"What of ([\d.]+)\?"/.exec(inputsOf(request).at(-1) ?? '') ?? [];
  const isKnown = nodes.get(path)?.kind === 'consulted';
  return [pause(5), isKnown ? call('answerQuestion', { answer: `The parent knows ${path}.` }) : call('passOn', {})];
}

function noticeLines(request: ModelRequest): Line[] {
  if (callsIn(request).length > 0) return [say('Later.')];
  const task = instructionFor(noticePath);
  return [call('newTask', { task, subAgentId: agentIdOf('specialist'), background: true })];
}

function lateLines(request: ModelRequest): Line[] {
  if (callsIn(request).length > 0) return [say('Not done.')];
  return [call(guardedTool, { token: 'late/guarded', replyMs: 0 })];
}

function askOnce(request: ModelRequest, path: string): Line[] {
  if (callsIn(request).length === 0) return [call('askUser', { question: `What of ${path}?` })];
  return [call('taskResult', { result: `${path}: ok`, status: 'success' })];
}

/** Once: the call that reactivates a child is in the prompt from then on. */
function goOn(request: ModelRequest, child: PlanNode): CallLine[] {
  const task = moreFor(child.path);
  const first = callsIn(request).find(({ args }) => taskOf(args) === instructionFor(child.path));
  const results = request.messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
  const told = results.find(({ callId }) => callId === first?.callId)?.value as { taskId?: string } | undefined;
  if (!told?.taskId || callsIn(request).some(({ args }) => taskOf(args) === task)) return [];
  return [call('newTask', { task, taskId: told.taskId })];
}

function taskOf(args: unknown): string | undefined {
  return (args as { task?: string }).task;
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
  if (kind === 'asker' || kind === 'consulted' || kind === 'promoted')
    return [call('askUser', { question: `What of ${node.path}?` })];
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
  const terms = child.kind === 'aside' ? { background: true } : {};
  return call('newTask', { task: instructionFor(child.path), subAgentId: agentIdOf(child.agent), ...terms });
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

/** The model's view of its calls; a result that belongs to another call shows here. */
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
