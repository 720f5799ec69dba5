import { readFrame } from '../../../packages/server/src/ports/engine/frames.ts';
import { ModelError, type ModelRequest, type ToolResult } from '../../../packages/server/src/ports/engine/model.ts';
import { boundLines } from './bound-lines.ts';
import type { Line } from './script-lines.ts';

/**
 * The lines of a step, or a choice among scripts. A script sees only the request, so the same step is played the same
 * way after a restart, in another process, and by another worker.
 */
export type Script = readonly Line[] | ((request: ModelRequest) => Script);

export function linesOf(script: Script, request: ModelRequest): readonly Line[] {
  return typeof script === 'function' ? linesOf(script(request), request) : boundLines(script, request.maxOutputTokens);
}

/** By the name of the requesting agent, with or without its `agt_`. */
export function byAgent(scripts: Readonly<Record<string, Script>>): Script {
  const byName = new Map(Object.entries(scripts).map(([name, script]) => [name.replace(/^agt_/, ''), script]));
  return ({ place }) => byName.get(place.agentId.replace(/^agt_/, '')) ?? missing(`agent ${place.agentId}`);
}

/** By the number of the step in its thread, from 1. */
export function bySteps(...steps: Script[]): Script {
  return ({ place }) => steps[place.step - 1] ?? missing(`step ${place.step} of ${place.agentId}`);
}

/** By the number of the attempt at a step; the last one is for all that follow. */
export function byAttempts(...attempts: Script[]): Script {
  return ({ place }) => attempts[place.attempt - 1] ?? attempts.at(-1) ?? missing(`attempt ${place.attempt}`);
}

/**
 * The thread's incoming messages, in order, without the frames around data. In a sub-agent the first is its
 * instruction.
 */
export function inputsOf(request: ModelRequest): string[] {
  return request.messages.flatMap((message) =>
    message.role === 'user' ? [readFrame(message.text)?.content ?? message.text] : [],
  );
}

/** The results of the previous step's calls; empty when it made none. */
export function resultsOf(request: ModelRequest): ToolResult[] {
  const lastAnswer = request.messages.findLastIndex((message) => message.role === 'assistant');
  const since = request.messages.slice(lastAnswer + 1);
  return since.flatMap((message) => (message.role === 'tool' ? message.results : []));
}

/** A missing line in a script ends the thread with this text, since a retry would only hide it. */
function missing(what: string): never {
  throw new ModelError(`The script has no lines for ${what}. Add them.`, { retryable: false });
}
