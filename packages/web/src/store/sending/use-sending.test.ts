import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawHook } from '../../../../../tests/support/browser/drawn-hook.ts';
import type { Sending } from '../actions.ts';
import { unsent } from './unsent.ts';
import { useSending, useUnsent } from './use-sending.ts';

interface Sent extends Sending {
  text: string;
  reply: (isSent: boolean) => void;
}

/** A message box: its text, and the effect of Enter. The test answers each request. */
function boxAt(keptAs: string, sent: Sent[], target: () => string | null = () => null) {
  return () => {
    const [text, setText] = useUnsent(keptAs);
    const onSend = (sending: string, rest: Sending) =>
      new Promise<boolean>((resolve) => sent.push({ text: sending, ...rest, reply: resolve }));
    const send = useSending({ keptAs, target: target(), onSend }, () => ({ budget: null, onSent: () => {} }));
    return { text, setText, send };
  };
}

test('[U98.2] a text that fails after the page left the chat and came back is in the box again, before later typing', async () => {
  const sent: Sent[] = [];
  const first = await drawHook(boxAt('thr_a', sent));
  await first.run(() => first.current().setText('Slow'));
  await first.run(() => void first.current().send());
  assert.equal(first.current().text, '');
  await first[Symbol.asyncDispose]();
  await using second = await drawHook(boxAt('thr_a', sent));
  await second.run(() => second.current().setText('Next'));
  await second.run(() => sent[0]?.reply(false));
  assert.equal(second.current().text, 'Slow\nNext');
  assert.equal(unsent('thr_a'), 'Slow\nNext');
});

test('[U98.2] a text that fails returns to its own place, though the box shows another one by then', async () => {
  const sent: Sent[] = [];
  let place = 'thr_b';
  await using box = await drawHook(() => boxAt(place, sent)());
  await box.run(() => box.current().setText('To b'));
  await box.run(() => void box.current().send());
  place = 'thr_c';
  await box.run(() => box.current().setText(''));
  await box.run(() => box.current().setText('To c'));
  await box.run(() => sent[0]?.reply(false));
  assert.equal(box.current().text, 'To c');
  assert.equal(unsent('thr_b'), 'To b');
});

test('[U98.1] a second text waits for the first, also in a box that was opened meanwhile', async () => {
  const sent: Sent[] = [];
  const first = await drawHook(boxAt('thr_d', sent));
  await first.run(() => first.current().setText('One'));
  await first.run(() => void first.current().send());
  await first[Symbol.asyncDispose]();
  await using second = await drawHook(boxAt('thr_d', sent));
  await second.run(() => second.current().setText('Two'));
  await second.run(() => void second.current().send());
  assert.deepEqual(
    sent.map(({ text }) => text),
    ['One'],
  );
  await second.run(() => sent[0]?.reply(true));
  assert.deepEqual(
    sent.map(({ text }) => text),
    ['One', 'Two'],
  );
  assert.equal(second.current().text, '');
  await second.run(() => sent[1]?.reply(true));
});

test('[U98] the key of a text depends on its recipient: another agent or question is another request', async () => {
  const sent: Sent[] = [];
  let target: string | null = 'qst_1';
  await using box = await drawHook(boxAt('thr_e', sent, () => target));
  const attempt = async () => {
    await box.run(() => void box.current().send());
    await box.run(() => sent.at(-1)?.reply(false));
    return sent.at(-1)?.idempotencyKey;
  };
  await box.run(() => box.current().setText('Yes'));
  const first = await attempt();
  assert.equal(await attempt(), first);
  target = null;
  await box.run(() => box.current().setText('Yes '));
  await box.run(() => box.current().setText('Yes'));
  const second = await attempt();
  assert.notEqual(second, first);
  assert.equal(await attempt(), second);
});

test('[U98] a text that is too large for the storage of the tab is typed and sent like any other', async () => {
  const sent: Sent[] = [];
  const large = 'x'.repeat(12_000_000);
  await using box = await drawHook(boxAt('thr_f', sent));
  await box.run(() => box.current().setText(large));
  assert.equal(box.current().text.length, large.length);
  await box.run(() => void box.current().send());
  assert.equal(sent[0]?.text.length, large.length);
  await box.run(() => sent[0]?.reply(true));
  assert.equal(box.current().text, '');
});
