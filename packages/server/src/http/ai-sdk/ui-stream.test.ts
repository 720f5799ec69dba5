import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft, DraftPart, LogEvent, Part, ThreadId, TreeState } from '@retinue/protocol';
import { foldTree } from '@retinue/protocol';
import { asJson, readByClient } from '../../../../../tests/support/ai-sdk/ui-client.ts';
import { writeRandomLog } from '../../../../../tests/support/random/random-log.ts';
import { seededRandom } from '../../../../../tests/support/random/seeded-random.ts';
import { toUiMessages } from './to-ui-messages.ts';
import type { UiMessage, UiMessageChunk } from './ui-message.ts';
import { createUiStream } from './ui-stream.ts';

test("[S2, S5] a client's state after a stream from any moments of any chat equals a reload at the last of them", async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const { stored } = await writeRandomLog(seed);
    // A rewind ends a stream: the difference can't express it.
    const taken = stored.findIndex(({ type }) => type === 'thread.rewound');
    const events = taken < 0 ? stored : stored.slice(0, taken);
    for (let round = 0; round < 12; round += 1) await checkRound(events, seed * 1000 + round);
  }
});

async function checkRound(events: LogEvent[], seed: number): Promise<void> {
  const random = seededRandom(seed);
  const end = random() < 0.3 ? events.length : 1 + Math.floor(random() * events.length);
  const density = random();
  let time = 0;
  const now = () => {
    if (random() < 0.5) time += 1e6;
    return time;
  };
  const stream = createUiStream({ before: null, follows: true, now });
  const chunks: UiMessageChunk[] = [];
  let tree: TreeState | null = null;
  let shown: UiMessage[] = [];
  for (let index = 0; index < end; index += 1) {
    tree = foldTree(tree, events.slice(index, index + 1)) ?? assert.fail('no tree');
    if (random() > density && index < end - 1) continue;
    const draft = index < end - 1 ? draftAt(tree, events.slice(index + 1), random) : null;
    const drafts = (threadId: ThreadId) => (threadId === tree?.rootId ? draft : null);
    chunks.push(...stream.update(tree, drafts));
    shown = toUiMessages(tree, drafts);
  }
  const held = await readByClient([...chunks, ...stream.end()]);
  const isOpen = tree?.threads[tree.rootId]?.openStep !== null;
  const answers = shown.filter(({ role }) => role === 'assistant');
  for (const [index, answer] of answers.entries()) {
    const isLast = index === answers.length - 1;
    const expected = isLast && isOpen ? upToDraft(answer) : answer.parts;
    const found = held.get(answer.id)?.parts ?? [];
    const compared = isLast && isOpen ? upToDraft({ ...answer, parts: asJson(found) as UiMessage['parts'] }) : found;
    assert.deepEqual(asJson(compared), asJson(expected), `seed ${seed}`);
  }
}

function upToDraft({ parts }: UiMessage): UiMessage['parts'] {
  return parts.slice(
    0,
    parts.findLastIndex(({ type }) => type === 'step-start'),
  );
}

/** Possible text of the open step at some moment, derived from how it ends; now and then with a dropped call. */
function draftAt(tree: TreeState, later: readonly LogEvent[], random: () => number): Draft | null {
  const open = tree.threads[tree.rootId]?.openStep;
  if (!open || random() < 0.2) return null;
  const { step, attempt } = open;
  const end = later.find(
    (event) =>
      event.threadId === tree.rootId &&
      (event.type === 'step.ended' || event.type === 'step.cut') &&
      event.data.step === step &&
      event.data.attempt === attempt,
  );
  const parts = end?.type === 'step.ended' || end?.type === 'step.cut' ? end.data.parts : [];
  const whole = parts.map((part) => draftPart(part, later));
  const count = Math.floor(random() * (whole.length + 1));
  const kept = whole.slice(0, count);
  const last = kept.at(-1);
  if (last)
    kept[kept.length - 1] = { ...last, text: last.text.slice(0, Math.floor(random() * (last.text.length + 1))) };
  const offset = kept.reduce((sum, { text }) => sum + text.length, 0);
  return { step, attempt, offset, parts: kept };
}

function draftPart(part: Part, later: readonly LogEvent[]): DraftPart {
  if (part.type !== 'call') return { type: part.type, text: part.text };
  const asked = later.find((event) => event.type === 'call.requested' && event.data.callId === part.callId);
  const fields = asked?.type === 'call.requested' ? asked.data : assert.fail('no call');
  return { type: 'call', callId: part.callId, name: fields.name, text: JSON.stringify(fields.args) };
}
