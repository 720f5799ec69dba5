import type {
  AgentId,
  ApprovalRules,
  Budget,
  Fact,
  FactFields,
  IdMaker,
  Misfit,
  Reason,
  Spend,
  ThreadId,
  ThreadState,
} from '@retinue/protocol';
import { hasUnseenInput, questionIdOf } from '@retinue/protocol';
import type { z } from 'zod';
import type { Json, ToolOffer } from '../../ports/engine/model.ts';
import type { Tools } from '../../ports/engine/tool.ts';
import type { Entry } from '../../ports/log/event-log.ts';
import type { ResolvedAgent } from '../../ports/settings/agents.ts';
import { forbiddenBecause } from '../../rights/rights.ts';
import { approvalRuleOf, askApproval } from '../../transitions/approvals.ts';
import { answerAtOnce } from '../../transitions/background.ts';
import { currentTask } from '../../transitions/current-task.ts';
import type { TaskOpened } from '../../transitions/open-thread.ts';
import { createTask } from '../delegation/create-task.ts';
import { callProblem, setAside } from '../limits/check-budget.ts';
import type { SpokenCall } from '../step/step.ts';
import type { ControlName } from './control-tools.ts';
import { contractedResult, controlInputs, isControlName } from './control-tools.ts';
import { checkArgs, parseArgs } from './parse-args.ts';
import { judgeValue } from './result-contract.ts';

/** The facts of a step's calls. Nothing has run yet; a call that cannot run gives its reason. */
export interface CallPlan {
  facts: Fact[];
  children: Entry[];
  /** The child's own report that its task is done. */
  result: SpokenResult | null;
}

export interface SpokenResult {
  result: string;
  status: 'success' | 'error';
  /** The parts of it that do not fit the schema. */
  misfits: Misfit[] | null;
}

export interface PlanInput {
  thread: ThreadState;
  step: number;
  calls: readonly SpokenCall[];
  offers: readonly ToolOffer[];
  tools: Tools;
  resolvedAgents: ReadonlyMap<AgentId, ResolvedAgent>;
  /** Number of tasks that this turn may still open; computed only when one is requested. */
  tasksLeft: () => number;
  childAt: (threadId: ThreadId) => ThreadState | null;
  /** The remainder after this step, and the part of it that is reserved for the thread's own answer. */
  remainder: Budget | null;
  kept: Spend;
  ids: IdMaker;
  /** Denied by the workspace, at this moment. */
  deniedTools: readonly string[];
  approvalsNow: ApprovalRules;
  /** Whether the parent's agent is asked before a person. */
  isParentAsked: boolean;
}

export function planCalls(input: PlanInput): CallPlan {
  const read = input.calls.map((call) => readCall(input, call));
  const { reads, result, spoken, refused } = readResult(input.thread, read);
  const tasks = reads.filter(({ name, problem }) => name === 'newTask' && !problem).length;
  const plan: Planned = { facts: [], children: [], result: spoken, opened: [], tools: 0, tasks, callsAside: 0 };
  for (const [index, read] of reads.entries()) {
    const tooMany = index >= maxCallsPerStep ? ({ code: 'calls-of-step', maxCalls: maxCallsPerStep } as const) : null;
    const problem = read.problem ?? tooMany;
    if (problem) plan.facts.push(request(input, read), end(input, read.call, 'failed', null, problem));
    else if (result) planBesideResult(input, plan, read, read === result);
    else planOne(input, plan, read);
  }
  if (refused) plan.facts.push({ type: 'result.refused', data: { step: input.step, problem: refused } });
  return plan;
}

interface Planned extends CallPlan {
  opened: TaskOpened['data'][];
  /** Number of tools to run so far, and number of requested tasks in all. */
  tools: number;
  tasks: number;
  /** Calls that its tasks so far may make. */
  callsAside: number;
}

/**
 * The first readable result ends the task. One that does not fit may be repaired once; until then no other ends it
 * either.
 */
function readResult(thread: ThreadState, reads: readonly ReadCall[]) {
  const result = reads.find((read) => read.name === 'taskResult' && !read.problem);
  if (!result) return { reads, result, spoken: null, refused: null };
  const { result: value, status } = contractedResult.parse(result.args);
  const judged = judgeValue(thread, value);
  const misfits = status === 'success' ? judged.misfits : null;
  if (misfits === null || thread.turnStats.refusedResults > 0)
    return { reads, result, spoken: { result: judged.result, status, misfits }, refused: null };
  const problem: Reason = { code: 'result-refused', problem: misfits };
  const mended = reads.map((read) => (read.name === 'taskResult' && !read.problem ? { ...read, problem } : read));
  return { reads: mended, result: undefined, spoken: null, refused: misfits };
}

interface ReadCall {
  call: SpokenCall;
  name: string;
  args: Json;
  problem: Reason | null;
}

function readCall({ thread, offers, tools, deniedTools }: PlanInput, call: SpokenCall): ReadCall {
  const parsed = parseArgs(call.argsText);
  const args = parsed.problem === null ? parsed.value : call.argsText.slice(0, 2000).toWellFormed();
  const read = { call, name: call.name, args };
  if (!offers.some(({ name }) => name === call.name)) {
    return { ...read, problem: { code: 'unknown-tool', name: call.name, known: offers.map(({ name }) => name) } };
  }
  const forbidden = isEngines(call.name) ? null : forbiddenBecause(thread, call.name, deniedTools);
  if (forbidden) return { ...read, problem: forbidden };
  if (parsed.problem !== null) return { ...read, problem: parsed.problem };
  if (call.problem !== undefined) return { ...read, problem: call.problem };
  if (call.name === 'taskResult' && hasUnseenInput(thread)) return { ...read, problem: { code: 'unseen-input' } };
  const schema = isControlName(call.name) ? controlSchema(thread, call.name) : tools.find(call.name)?.input;
  return {
    ...read,
    problem: schema ? checkArgs(schema, parsed.value).problem : { code: 'tool-gone', name: call.name },
  };
}

function controlSchema(thread: ThreadState, name: ControlName): z.ZodType {
  return name === 'taskResult' && thread.resultSchema !== null ? contractedResult : controlInputs[name];
}

/** They affect threads, not the world, and need no right: the offer already limits the agents. */
function isEngines(name: string): boolean {
  return name === 'newTask' || name === 'taskResult';
}

/** A result ends the task, so nothing else of that step starts. */
function planBesideResult(input: PlanInput, plan: CallPlan, read: ReadCall, isResult: boolean): void {
  plan.facts.push(request(input, read));
  if (isResult) plan.facts.push(end(input, read.call, 'done', 'The task has ended with this result.', null));
  else plan.facts.push(end(input, read.call, 'failed', null, { code: 'beside-result' }));
}

function planOne(input: PlanInput, plan: Planned, read: ReadCall): void {
  if (read.name === 'newTask') planTask(input, plan, read);
  else if (read.name === 'askUser') planQuestion(input, plan, read);
  else planTool(input, plan, read);
}

function planTool(input: PlanInput, plan: Planned, read: ReadCall): void {
  const problem = callProblem(input.remainder, plan.tools + plan.callsAside);
  plan.facts.push(request(input, read));
  if (problem) plan.facts.push(end(input, read.call, 'failed', null, problem));
  else plan.facts.push(...planApproval(input, read));
  if (!problem) plan.tools += 1;
}

/** Decides whether a call runs, needs a person's approval, or is denied by the rules of the tree. */
function planApproval(input: PlanInput, { name, call }: ReadCall): Fact[] {
  const tool = input.tools.find(name);
  const rule = tool && approvalRuleOf(input.thread, tool);
  if (rule === 'deny') return [end(input, call, 'failed', null, { code: 'tool-denied-by-rule', name })];
  // A call that the workspace denies by now ends at its start, without a question.
  if (!tool || rule === 'allow' || input.approvalsNow[tool.reach] === 'deny') return [];
  return [askApproval(input.thread, tool, { callId: call.callId, step: input.step })];
}

function planQuestion(input: PlanInput, plan: CallPlan, read: ReadCall): void {
  const { question, options = [] } = controlInputs.askUser.parse(read.args);
  const place = { callId: read.call.callId, step: input.step, questionId: questionIdOf(read.call.callId) };
  plan.facts.push(request(input, read));
  const asked = { ...place, kind: 'answer', text: question, options } as const;
  const audience = input.isParentAsked ? ({ audience: 'parent' } as const) : {};
  plan.facts.push({ type: 'question.asked', data: { ...asked, ...audience, ...currentTask(input.thread) } });
}

function planTask(input: PlanInput, plan: Planned, read: ReadCall): void {
  const { thread, step, resolvedAgents, ids, tasksLeft, remainder, kept, childAt, deniedTools } = input;
  const args = controlInputs.newTask.parse(read.args);
  const share = { wanted: plan.tasks, opened: plan.opened.length, calls: plan.tools, kept };
  const created = createTask(thread, {
    call: read.call,
    step,
    args,
    resolvedAgents,
    openedNow: plan.opened,
    tasksLeft: tasksLeft() - plan.opened.length,
    aside: setAside(remainder, { ...share, isBackground: args.background === true }),
    ids,
    childAt,
    deniedTools,
  });
  if ('problem' in created) {
    plan.facts.push(request(input, read), end(input, read.call, 'failed', null, created.problem));
    return;
  }
  const { task, child } = created;
  plan.facts.push(request(input, read, task), task);
  if (task.data.isBackground) plan.facts.push(answerAtOnce(read.call.callId, step, task.data.taskId));
  plan.children.push(child);
  plan.opened.push(task.data);
  plan.callsAside += task.data.grant?.calls ?? 0;
}

function request({ thread, step, tools }: PlanInput, { call, name, args }: ReadCall, task?: TaskOpened): Fact {
  const effect = tools.find(name)?.effect ?? 'idempotent';
  const links = { taskId: task?.data.taskId ?? null, subAgentThreadId: task?.data.childThreadId ?? null };
  const decided = call.hookDecisions ? { hookDecisions: call.hookDecisions } : {};
  const about = { ...links, ...currentTask(thread), ...decided };
  return { type: 'call.requested', data: { callId: call.callId, step, name, args, effect, ...about } };
}

function end(
  { step }: PlanInput,
  { callId }: SpokenCall,
  status: FactFields<'call.ended'>['status'],
  value: string | null,
  error: Reason | null,
): Fact {
  const output = value === null ? null : { value, bytes: value.length, blob: null };
  return { type: 'call.ended', data: { callId, step, status, output, error } };
}

export const maxCallsPerStep = 128;
