import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mock, test } from 'node:test';
import { createClient, localWorkspaceId, routes, storedId } from '@retinue/protocol';
import { Toasts } from '../session/toasts.ts';
import { Topics } from '../topics.ts';
import { deciding } from './decide.ts';

/** Toasts stay for seconds. */
mock.timers.enable({ apis: ['setTimeout'] });

const chatId = storedId.thread('thr_1');
const questionId = storedId.question('qst_1');
const call = { toolName: 'sendMail', args: { to: 'port' } };

test('[X18] a verdict is sent with the hash of exactly the displayed call', async () => {
  const { actions, requests, toasts } = open(() => new Response('{}'));
  assert.equal(await actions.decide(chatId, questionId, call, { verdict: 'approved', reason: '' }), null);
  const argsHash = createHash('sha256').update('["sendMail",{"to":"port"}]').digest('base64url');
  assert.deepEqual(requests, [{ verdict: 'approved', reason: '', argsHash }]);
  assert.deepEqual(toasts.list, []);
});

test('an answer or verdict that comes too late is a toast', async () => {
  for (const code of ['question-closed', 'call-closed']) {
    const { actions, toasts } = open(() => problem(409, code));
    assert.equal(await actions.decide(chatId, questionId, call, { verdict: 'refused', reason: 'No' }), null);
    assert.equal(await actions.answer(chatId, questionId, 'Yes', 'key'), false);
    assert.deepEqual(
      toasts.list.map(({ message }) => message),
      ['This request was already closed. Your answer was not sent.'],
    );
  }
});

test('a refused verdict is returned, to be shown beside the question; a refused answer is a toast', async () => {
  const { actions, toasts } = open(() => problem(403, 'forbidden'));
  const refusal = await actions.decide(chatId, questionId, call, { verdict: 'approved', reason: '' });
  assert.equal(refusal?.code, 'forbidden');
  assert.deepEqual(toasts.list, []);
  assert.equal(await actions.answer(chatId, questionId, 'Yes', 'key'), false);
  assert.equal(toasts.list.length, 1);
});

test('a server that does not respond is told as such, and an answer carries its key', async () => {
  const keys: (string | null)[] = [];
  const { actions, toasts } = open((init) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    throw new TypeError('fetch failed');
  });
  assert.equal((await actions.askAgain(chatId, questionId))?.code, 'unreachable');
  assert.equal(await actions.answer(chatId, questionId, 'Yes', 'key'), false);
  assert.equal(toasts.list[0]?.message, 'The server is not responding. Check that it is running, then retry.');
  assert.deepEqual(keys, [null, 'key']);
});

function open(reply: (init: RequestInit) => Response) {
  const requests: unknown[] = [];
  const fetch = async (_url: string, init: RequestInit) => {
    requests.push(JSON.parse(String(init.body ?? 'null')));
    return reply(init);
  };
  const toasts = new Toasts(new Topics());
  const actions = deciding({
    api: createClient(routes, { baseUrl: '', fetch }),
    workspaceParams: { workspaceId: localWorkspaceId },
    toasts,
  });
  return { actions, requests, toasts };
}

function problem(status: number, code: string): Response {
  const headers = { 'content-type': 'application/problem+json' };
  return new Response(JSON.stringify({ code, detail: code, status }), { status, headers });
}
