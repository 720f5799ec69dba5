import type { Usage } from '@retinue/protocol';
import { type Barriers, createBarriers } from '../../../support/scripted/barriers.ts';
import { inputsOf } from '../../../support/scripted/script.ts';
import { type FakeServer, type ReceivedRequest, startFakeServer } from '../../fake-server.ts';
import { framesOnly, type Reply } from '../../openai-replies.ts';
import { scriptRequest } from '../../script-request.ts';
import { PrefixCache } from './prefix-cache.ts';
import type { ServerSide, StrictLimits, StrictProvider, WireRequest } from './provider.ts';
import type { Problem } from './rule.ts';
import { createSeals } from './seal.ts';
import { countStep, toUsage } from './step-count.ts';
import { playedStep, type StrictScript } from './strict-lines.ts';

export interface StrictOptions {
  /** Any other key is refused. */
  apiKey?: string;
  /** Two servers with the same key accept each other's signatures: a provider that was restarted. */
  sealKey?: string;
  /** Wall clock of the prompt cache. */
  now?: () => number;
  limits?: StrictLimits;
  bindsThinkingToPrompt?: boolean;
  port?: number;
}

/** One request that passed every rule. */
interface PlayedRequest {
  model: string;
  /** The name in the system prompt. */
  agent: string;
  /** The first message of the thread. */
  instruction: string;
  /** Number of the step from 1, counted by the answers in the prompt. */
  step: number;
  usage: Usage;
  cacheWriteTokens: number;
  /** Whether the whole reply was sent. */
  isWhole: boolean;
}

interface RefusedRequest extends Problem {
  /** Id of the rule that was broken. */
  rule: string;
  body: unknown;
}

export interface StrictServer extends AsyncDisposable {
  origin: string;
  /** Base URL for a client's setting, with `/v1` or `/v1beta`. */
  baseUrl: string;
  apiKey: string;
  requests: readonly ReceivedRequest<unknown>[];
  played: readonly PlayedRequest[];
  refused: readonly RefusedRequest[];
  barriers: Barriers;
  /** Part of all input tokens that was read from the cache, from 0 to 1. */
  cachedShare(): number;
}

export async function startServer<Checked>(
  provider: StrictProvider<Checked>,
  script: StrictScript,
  options: StrictOptions,
): Promise<StrictServer> {
  const barriers = createBarriers();
  const played: PlayedRequest[] = [];
  const refused: RefusedRequest[] = [];
  const apiKey = options.apiKey ?? 'strict-key';
  const side: ServerSide = {
    apiKey,
    seals: createSeals(options.sealKey ?? 'sealed'),
    cache: new PrefixCache(options.now ?? Date.now),
    limits: options.limits ?? {},
    barriers,
    bindsThinkingToPrompt: options.bindsThinkingToPrompt ?? true,
  };
  const answer = (request: ReceivedRequest<unknown>): Reply => {
    const result = provider.check(toWire(request, side));
    if ('checked' in result) return play(provider, script, result.checked, played);
    refused.push({ rule: result.rule, ...result.problem, body: request.body });
    return provider.problemReply(result.problem);
  };
  const { port = 0 } = options;
  const server: FakeServer<unknown> = await startFakeServer({ path: provider.path, answer, parse: parseJson, port });
  return {
    ...server,
    baseUrl: `${server.origin}${provider.basePath}`,
    apiKey,
    played,
    refused,
    barriers,
    cachedShare: () => shareOf(played),
  };
}

function toWire({ path, headers, bytes, body }: ReceivedRequest<unknown>, server: ServerSide): WireRequest {
  return { path, headers, bytes, body, server };
}

function play<Checked>(
  provider: StrictProvider<Checked>,
  script: StrictScript,
  checked: Checked,
  played: PlayedRequest[],
): Reply {
  const request = scriptRequest(provider.promptOf(checked));
  const step = playedStep(script, request, (index, before) => provider.callId(checked, index, before));
  const plan = provider.planCache(checked);
  const [first] = step.lines;
  if (first?.type === 'fail') return provider.failureReply(first);
  const count = countStep(step, plan);
  const one: PlayedRequest = {
    model: request.model.id,
    agent: request.place.agentId.replace(/^agt_/, ''),
    instruction: inputsOf(request)[0] ?? '',
    step: request.place.step,
    usage: toUsage(count),
    cacheWriteTokens: count.written,
    isWhole: false,
  };
  played.push(one);
  return framesOnly({ type: 'await', until: async () => plan.begin() }, ...provider.write(checked, step, count), {
    type: 'await',
    until: async () => {
      one.isWhole = true;
    },
  });
}

function shareOf(played: readonly PlayedRequest[]): number {
  const input = played.reduce((sum, { usage }) => sum + usage.inputTokens, 0);
  return input === 0 ? 0 : played.reduce((sum, { usage }) => sum + usage.cachedTokens, 0) / input;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
