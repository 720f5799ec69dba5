import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields, rebase, withoutField } from './form-conflict.ts';

const kept = { name: 'a', tools: ['x'], steps: '1' };

test('[U88.1] changes of other fields are merged, and the same change twice is no conflict', () => {
  const mine = { ...kept, name: 'mine' };
  assert.deepEqual(rebase({ draft: mine, kept }, { ...kept, tools: ['x', 'y'] }), {
    draft: { name: 'mine', tools: ['x', 'y'], steps: '1' },
    conflict: null,
  });
  assert.equal(rebase({ draft: mine, kept }, { ...kept, name: 'mine' }).conflict, null);
});

test('[U88.1] a person decides on a field that was changed in both places', () => {
  const theirs = { ...kept, name: 'theirs', steps: '2' };
  const { draft, conflict } = rebase({ draft: { ...kept, name: 'mine' }, kept }, theirs);
  assert.deepEqual(draft, { name: 'mine', tools: ['x'], steps: '2' });
  assert.deepEqual(conflict, { fields: ['name'], theirs });
  assert.equal(conflict && withoutField(conflict, 'name'), null);
});

test('[U88.1] only differing fields are sent', () => {
  assert.deepEqual(changedFields(kept, { ...kept, tools: ['y'] }), { tools: ['y'] });
  assert.deepEqual(changedFields(null, kept), kept);
});
