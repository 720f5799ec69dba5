import { anthropic } from './anthropic/anthropic.ts';
import { chat } from './chat/chat.ts';
import type { StrictScript } from './core/strict-lines.ts';
import { type StrictOptions, type StrictServer, startServer } from './core/strict-server.ts';
import { google } from './google/google.ts';
import { responses } from './responses/responses.ts';

/*
 * Strict fakes of four services over real loopback HTTP. They refuse what the services refuse (every rule with its source),
 * stream what they stream, cache as they do, and sign what they sign.
 *
 *   await using server = await startStrictServer('anthropic', [think('Hm.'), call('add', { a: 1 })]);
 *   … a client at server.baseUrl with server.apiKey …
 *   server.refused         []                              every refusal, with the rule that was broken
 *   server.played          [{ agent, step, usage, … }]      every request that passed
 *   server.cachedShare()                                   of all input tokens
 *
 * Scripts are those of tests/support/scripted; the same script plays on each service. `redact`, `refuse` and `search` are
 * lines for things that only a provider does. `fail` as the first line is a status, later an error in the stream.
 */
export const strictProviders = { anthropic, responses, chat, google } as const;
export type StrictProtocol = keyof typeof strictProviders;

export function startStrictServer(
  service: StrictProtocol,
  script: StrictScript,
  options: StrictOptions = {},
): Promise<StrictServer> {
  switch (service) {
    case 'anthropic':
      return startServer(anthropic, script, options);
    case 'responses':
      return startServer(responses, script, options);
    case 'chat':
      return startServer(chat, script, options);
    case 'google':
      return startServer(google, script, options);
    default:
      return service satisfies never;
  }
}

export { inSteps, redact, refuse, search } from './core/strict-lines.ts';
export type { StrictOptions, StrictScript, StrictServer };
