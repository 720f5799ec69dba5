import type { ThreadState } from '@retinue/protocol';
import type { Ruling } from '../../ports/engine/before-hooks.ts';
import type { Json } from '../../ports/engine/model.ts';
import { newTaskInput } from '../delegation/new-task-input.ts';
import type { Engine } from '../engine.ts';
import type { SpokenCall } from '../step/step.ts';
import { isControlName } from './control-tools.ts';
import { checkArgs, parseArgs } from './parse-args.ts';
import { maxCallsPerStep } from './plan-calls.ts';

/** Lets the hooks of extensions refuse or amend the calls of a step, before the transaction that records them. */
export async function askHooks(
  engine: Pick<Engine, 'beforeHooks' | 'tools'>,
  thread: ThreadState,
  calls: SpokenCall[],
): Promise<SpokenCall[]> {
  if (engine.beforeHooks === null) return calls;
  return Promise.all(calls.map((call, index) => (index < maxCallsPerStep ? askAbout(engine, thread, call) : call)));
}

/** Calls that fail by themselves are not shown to a hook. */
async function askAbout(
  { beforeHooks, tools }: Pick<Engine, 'beforeHooks' | 'tools'>,
  thread: ThreadState,
  call: SpokenCall,
): Promise<SpokenCall> {
  const { workspaceId, rootId: chatId, threadId, agent } = thread;
  const place = { workspaceId, chatId, threadId, agentId: agent.agentId, callId: call.callId };
  const { value: input, problem } = parseArgs(call.argsText);
  if (beforeHooks === null || problem !== null) return call;
  if (call.name === 'newTask') {
    const { value: args } = checkArgs(newTaskInput, input);
    if (!args) return call;
    const { task: instruction, subAgentId = null } = args;
    const ruling = await beforeHooks.task({ ...place, subAgentId, instruction });
    return ruled(call, ruling, (task) => ({ ...(input as object), task }));
  }
  const schema = isControlName(call.name) ? undefined : tools.find(call.name)?.input;
  if (!schema || checkArgs(schema, input).problem !== null) return call;
  return ruled(call, await beforeHooks.call({ ...place, toolName: call.name, input }), (amended) => amended);
}

function ruled<Value>(
  call: SpokenCall,
  { value, records, problem }: Ruling<Value>,
  toArgs: (value: Value) => Json,
): SpokenCall {
  if (records.length === 0) return call;
  const argsText = JSON.stringify(toArgs(value));
  return { ...call, argsText, hookDecisions: records, ...(problem === null ? {} : { problem }) };
}
