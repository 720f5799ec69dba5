import assert from 'node:assert/strict';
import { type AgentDefinition, agentIdOf, type CallId, createIdMaker, localWorkspaceId } from '@retinue/protocol';
import { createDemoModel } from '../../packages/demo/src/demo-model.ts';
import { createBuiltInAgents } from '../../packages/server/src/agents/built-in-agents.ts';
import type {
  Json,
  ModelPiece,
  PromptMessage,
  ToolOffer,
  ToolResult,
} from '../../packages/server/src/ports/engine/model.ts';
import { createTools } from '../../packages/server/src/tools/tools.ts';
import { installedTools } from '../support/tools/demo-tools.ts';

/** The smallest engine that the demo model can play on: real tools, real agents, children in their own loop. */
export interface Play {
  text: string;
  /** The root's thread after the answer, for further questions. */
  messages: PromptMessage[];
  /** Every call of the tree, children's after their parent's. */
  calls: PlayedCall[];
  steps: number;
}

interface PlayedCall {
  /** The agents from the root down to the one that called. */
  path: string[];
  agent: string;
  name: string;
  args: Json;
  value: Json;
  failed: boolean;
}

export interface Scene {
  agent?: string;
  before?: PromptMessage[];
  answers?: string[];
  /** The maximum depth of tasks. */
  depth?: number;
  /** Stands in for a tool or a child. */
  instead?: (name: string, args: Json) => ToolResult['value'] | Error | undefined;
}

export async function ask(question: string, scene: Scene = {}): Promise<Play> {
  const play: Play = {
    text: '',
    messages: [...(scene.before ?? []), { role: 'user', text: question }],
    calls: [],
    steps: 0,
  };
  play.text = await runThread([scene.agent ?? 'orchestrator'], play.messages, {
    play,
    scene,
    answers: [...(scene.answers ?? [])],
  });
  return play;
}

export function tasksOf(play: Play): Json[] {
  return play.calls.filter(({ name }) => name === 'newTask').map(({ args }) => args);
}

interface Stage {
  play: Play;
  scene: Scene;
  answers: string[];
}

const model = createDemoModel();
const tools = createTools(installedTools);
const agents = createBuiltInAgents();
const ids = createIdMaker(() => 0, Math.random);

async function runThread(path: string[], messages: PromptMessage[], stage: Stage): Promise<string> {
  const name = path.at(-1) ?? '';
  const agent = await agents.find(localWorkspaceId, agentIdOf(name));
  assert.ok(agent, name);
  for (let step = 1; step <= 40; step += 1) {
    stage.play.steps += 1;
    const offered = await offersFor(agent, path, stage.scene.depth ?? 3);
    const { text, calls } = await takeStep(agent, messages, offered, step);
    messages.push({
      role: 'assistant',
      parts: [
        ...(text ? [{ type: 'text' as const, text }] : []),
        ...calls.map((made) => ({ type: 'call' as const, ...made })),
      ],
    });
    if (calls.length === 0) return text;
    const end = calls.find((made) => made.name === 'taskResult');
    if (end) return JSON.stringify(end.args);
    const results = await Promise.all(calls.map((made) => answerCall(path, agent, made, stage)));
    messages.push({ role: 'tool', results });
  }
  throw new Error(`${name} did not come to an end.`);
}

interface Made {
  callId: CallId;
  name: string;
  args: Json;
}

async function takeStep(
  agent: AgentDefinition,
  messages: PromptMessage[],
  offered: ToolOffer[],
  step: number,
): Promise<{ text: string; calls: Made[] }> {
  const pieces: ModelPiece[] = [];
  const request = {
    model: agent.model,
    sampling: {},
    system: agent.systemPrompt,
    // The store returns plain JSON, so no identity may matter.
    messages: structuredClone(messages),
    tools: offered,
    toolChoice: 'auto' as const,
    place: { threadId: ids.thread(), agentId: agent.agentId, step, attempt: 1, kind: 'answer' as const },
  };
  for await (const piece of model.stream(request, new AbortController().signal)) pieces.push(piece);
  const text = pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
  const calls = pieces.flatMap((piece) =>
    piece.type === 'call-end' ? [{ callId: ids.call(), name: piece.name, args: JSON.parse(piece.args) as Json }] : [],
  );
  return { text, calls };
}

async function offersFor(agent: AgentDefinition, path: string[], depth: number): Promise<ToolOffer[]> {
  const own = agent.tools.flatMap((name) => {
    const tool = tools.find(name);
    return tool ? [offer(name, tool.description)] : [];
  });
  const free = path.length > depth ? [] : agent.subAgentIds.filter((agentId) => !path.map(agentIdOf).includes(agentId));
  const lines = await Promise.all(
    free.map(async (agentId) => {
      const other = await agents.find(localWorkspaceId, agentId);
      return `- ${agentId} · ${other?.name}: ${other?.description}`;
    }),
  );
  return [
    ...own,
    ...(agent.tools.includes('askUser') ? [offer('askUser', 'Ask the person.')] : []),
    ...(lines.length > 0 ? [offer('newTask', `Delegate a task to one of these agents:\n${lines.join('\n')}`)] : []),
    ...(path.length > 1 ? [offer('taskResult', 'Hand the result back.')] : []),
  ];
}

function offer(name: string, description: string): ToolOffer {
  return { name, description, effect: 'read', input: {} };
}

async function answerCall(
  path: string[],
  agent: AgentDefinition,
  { callId, name, args }: Made,
  stage: Stage,
): Promise<ToolResult> {
  const place = stage.play.calls.push({ path, agent: agent.name, name, args, value: null, failed: false }) - 1;
  const value = stage.scene.instead?.(name, args) ?? (await run(path, name, args, stage));
  const result = value instanceof Error ? { value: value.message, failed: true } : { value, failed: false };
  Object.assign(stage.play.calls[place] ?? {}, result);
  return { callId, name, ...result };
}

async function run(path: string[], name: string, args: Json, stage: Stage): Promise<Json | Error> {
  if (name === 'askUser') return stage.answers.shift() ?? new Error('Nobody answered.');
  if (name === 'newTask') {
    const { task, subAgentId } = args as { task: string; subAgentId: string };
    const below = [...path, subAgentId.replace(/^agt_/, '')];
    const end = JSON.parse(await runThread(below, [{ role: 'user', text: task }], stage));
    return { status: end.status === 'success' ? 'success' : 'failed', result: end.result, taskId: 'task_x' };
  }
  const tool = tools.find(name);
  const parsed = tool?.input.safeParse(args);
  if (!tool || !parsed?.success) return new Error(`Bad call of ${name}: ${parsed?.error?.message}`);
  const context = {
    workspaceId: localWorkspaceId,
    threadId: ids.thread(),
    callId: ids.call(),
    attempt: 1,
    idempotencyKey: 'key',
  };
  return tool.run(parsed.data, { ...context, signal: new AbortController().signal }).catch((error: Error) => error);
}
