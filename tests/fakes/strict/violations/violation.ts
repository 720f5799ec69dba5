import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type StrictOptions,
  type StrictProtocol,
  type StrictScript,
  startStrictServer,
  strictProviders,
} from '../strict-servers.ts';

/** A request as it goes over the wire. A body that is a string is sent as it is. */
export interface Sent {
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** One request per rule, as it differs from a good one. */
export interface Violation {
  change: (good: Sent) => Sent;
  status?: number;
  options?: StrictOptions;
}

export interface Suite {
  service: StrictProtocol;
  script: StrictScript;
  /** A request that breaks no rule; made for each violation anew. */
  good: (origin: string) => Promise<Sent>;
  violations: Record<string, Violation>;
}

export function testViolations({ service, script, good, violations }: Suite): void {
  const ids = strictProviders[service].rules.map(({ id }) => id);

  test(`${service}: every rule has a request that breaks it, a sentence and a source`, () => {
    assert.deepEqual(Object.keys(violations).toSorted(), ids.toSorted());
    for (const { id, sentence, source } of strictProviders[service].rules)
      assert.ok(sentence.endsWith('.') && source.length > 0, id);
  });

  test(`${service}: a good request breaks no rule`, async () => {
    await using server = await startStrictServer(service, script);
    const reply = await send(server.origin, await good(server.origin));
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(server.refused, []);
  });

  for (const [rule, { change, status = 400, options }] of Object.entries(violations)) {
    test(`${service}: ${rule} refuses`, async () => {
      await using easy = await startStrictServer(service, script);
      const request = change(await good(easy.origin));
      await using server = await startStrictServer(service, script, options);
      const reply = await send(server.origin, request);
      assert.equal(server.refused[0]?.rule, rule, reply.text);
      assert.equal(reply.status, status, reply.text);
      assert.ok('error' in JSON.parse(reply.text), reply.text);
    });
  }
}

async function send(origin: string, { path, headers, body }: Sent): Promise<{ status: number; text: string }> {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  const reply = await fetch(`${origin}${path}`, { method: 'POST', headers, body: content });
  return { status: reply.status, text: await reply.text() };
}

/** A change of headers; null removes one. */
export const header =
  (name: string, value: string | null) =>
  (good: Sent): Sent => {
    const { [name]: _, ...others } = good.headers;
    return { ...good, headers: value === null ? others : { ...others, [name]: value } };
  };

/** A 1 × 1 PNG. */
export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1]).toString('base64');
