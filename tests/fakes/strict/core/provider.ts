import type { IncomingHttpHeaders } from 'node:http';
import type { Barriers } from '../../../support/scripted/barriers.ts';
import type { Act, Reply } from '../../openai-replies.ts';
import type { WirePrompt } from '../../script-request.ts';
import type { CachePlan, PrefixCache } from './prefix-cache.ts';
import type { BrokenRule, Problem, Rule } from './rule.ts';
import type { Seals } from './seal.ts';
import type { StepCount } from './step-count.ts';
import type { PlayedStep, StrictLine } from './strict-lines.ts';

/** A request as it came, before anything of it is believed. */
export interface WireRequest {
  path: string;
  headers: IncomingHttpHeaders;
  bytes: number;
  /** Undefined when it is no JSON. */
  body: unknown;
  server: ServerSide;
}

/** The part of a service that its rules, its cache and its stream depend on. */
export interface ServerSide {
  apiKey: string;
  seals: Seals;
  cache: PrefixCache;
  limits: StrictLimits;
  barriers: Barriers;
  /** New Anthropic accounts refuse thinking whose prompt has changed; old ones do so on request only. */
  bindsThinkingToPrompt: boolean;
}

/** Smaller ones let a test reach a limit with a small request. Absent: the real one. */
export interface StrictLimits {
  requestBytes?: number;
  imageBytes?: number;
  images?: number;
  inputTokens?: number;
  tools?: number;
}

/** One protocol. `Checked` is a request that every rule has passed. */
export interface StrictProvider<Checked> {
  path: RegExp;
  /** Comes after the origin in a base URL. */
  basePath: string;
  rules: readonly Pick<Rule<never>, 'id' | 'sentence' | 'source'>[];
  check(request: WireRequest): BrokenRule | { checked: Checked };
  problemReply(problem: Problem): Reply;
  promptOf(checked: Checked): WirePrompt;
  planCache(checked: Checked): CachePlan;
  /** `before` are the lines of the step before the call. */
  callId(checked: Checked, index: number, before: readonly StrictLine[]): string;
  /** The whole stream. A `fail` line at its beginning is a reply with a status; later, an error in the stream. */
  write(checked: Checked, step: PlayedStep, count: StepCount): Act[];
  failureReply(failure: ScriptedFailure): Reply;
}

export interface ScriptedFailure {
  message: string;
  retryable: boolean;
  retryAfterMs: number | null;
  isTooLong: boolean;
  isOutage: boolean;
}
