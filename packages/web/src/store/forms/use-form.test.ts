import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { drawHook } from '../../../../../tests/support/browser/drawn-hook.ts';
import type { Outcome } from '../outcome.ts';
import { text } from './codecs.ts';
import type { FormShape } from './form-shape.ts';
import { type Form, type SaveRequest, useForm } from './use-form.ts';

interface Draft {
  name: string;
  note: string;
}
interface Saved extends Draft {
  version: number;
}

/** A record with a version, as a server keeps it. */
function recordOf(first: Draft) {
  let kept: Saved = { ...first, version: 1 };
  const requests: { body: Partial<Draft>; ifVersion: number | null }[] = [];
  const change = (changes: Partial<Draft>) => {
    kept = { ...kept, ...changes, version: kept.version + 1 };
  };
  return {
    requests,
    change,
    kept: () => kept,
    patch(draft: Draft, { before, options: { ifVersion } }: SaveRequest<Draft>): Outcome<Saved> {
      const body = Object.fromEntries(
        Object.entries(draft).filter(([field, value]) => value !== before?.[field as keyof Draft]),
      );
      requests.push({ body, ifVersion: ifVersion ?? null });
      if (ifVersion !== kept.version) return { refusal: { code: 'changed-meanwhile', message: 'Changed.' } };
      if (Object.keys(body).length === 0) return { refusal: { code: 'bad-input', message: 'Give at least one.' } };
      change(body);
      return { value: kept };
    },
  };
}

const shape: FormShape<Draft, Draft> = {
  fields: { name: text, note: text },
  labels: { name: 'Name', note: 'Note' },
  schema: z.object({ name: z.string().trim().min(1, 'must not be empty'), note: z.string() }),
};

const draftOf = ({ name, note }: Draft): Draft => ({ name, note });

function formOf(
  record: ReturnType<typeof recordOf>,
  save: (value: Draft, request: SaveRequest<Draft>) => Promise<Outcome<Saved>>,
) {
  const saved: Saved[] = [];
  const first = record.kept();
  const use = (): Form<Draft> =>
    useForm<Draft, Draft, Saved>({
      shape,
      record: first,
      save,
      readLatest: async () => record.kept(),
      onSaved: (value) => saved.push(value),
    });
  return { use, saved };
}

/** Saves a name for a version that is no longer the current one, and types during the save. */
async function typeDuringSave(record: ReturnType<typeof recordOf>, typed: { name?: string; note?: string }) {
  const reply = Promise.withResolvers<void>();
  const { use } = formOf(record, async (value, request) => {
    if (record.requests.length === 0) await reply.promise;
    return record.patch(value, request);
  });
  const form = await drawHook(use);
  await form.run(() => form.current().change({ name: 'mine' }));
  record.change({ note: 'theirs' });
  let saving: Promise<void> = Promise.resolve();
  await form.run(() => {
    saving = form.current().save();
  });
  await form.run(() => form.current().change(typed));
  await form.run(() => {
    reply.resolve();
    return saving;
  });
  return form;
}

test('[U99] text typed while a save finds another version stays in the form, and only what was submitted is saved', async () => {
  const record = recordOf({ name: 'a', note: '' });
  await using form = await typeDuringSave(record, { name: 'mine, longer' });
  assert.deepEqual(form.current().draft, { name: 'mine, longer', note: 'theirs' });
  assert.deepEqual(draftOf(record.kept()), { name: 'mine', note: 'theirs' });
  assert.equal(form.current().isDirty, true);
  assert.equal(form.current().isDirtyNow(), true);
});

test('[U88.1] a field typed during a save that was changed elsewhere too is a conflict, not an overwrite', async () => {
  const record = recordOf({ name: 'a', note: '' });
  await using form = await typeDuringSave(record, { note: 'my note' });
  assert.deepEqual(form.current().conflict?.fields, ['note']);
  assert.deepEqual(form.current().draft, { name: 'mine', note: 'my note' });
  assert.deepEqual(draftOf(record.kept()), { name: 'a', note: 'theirs' });
});

test('[U99] a change whose reply was lost is saved at the next attempt, without another request and without an error', async () => {
  const record = recordOf({ name: 'a', note: '' });
  const { use, saved } = formOf(record, async (value, request) => {
    const outcome = record.patch(value, request);
    return record.requests.length === 1 ? { refusal: { code: 'unreachable', message: 'No answer.' } } : outcome;
  });
  await using form = await drawHook(use);
  await form.run(() => form.current().change({ name: 'b' }));
  await form.run(() => form.current().save());
  assert.equal(form.current().refusal, 'No answer.');
  await form.run(() => form.current().save());
  assert.equal(form.current().refusal, null);
  assert.equal(form.current().isSaved, true);
  assert.deepEqual(saved, [record.kept()]);
  assert.equal(record.kept().version, 2);
  await form.run(() => form.current().change({ note: 'more' }));
  await form.run(() => form.current().save());
  assert.deepEqual(record.requests.at(-1), { body: { note: 'more' }, ifVersion: 2 });
});

test('[U99] a draft that differs only in spaces from the saved value needs no request', async () => {
  const record = recordOf({ name: 'a', note: '' });
  const { use, saved } = formOf(record, async (value, request) => record.patch(value, request));
  await using form = await drawHook(use);
  await form.run(() => form.current().change({ name: 'a ' }));
  await form.run(() => form.current().save());
  assert.equal(form.current().refusal, null);
  assert.equal(saved.length, 1);
  assert.equal(record.requests.length, 0);
});
