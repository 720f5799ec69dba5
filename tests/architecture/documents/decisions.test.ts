import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNone } from '../expect-none.ts';
import { isTest, readFiles } from '../source.ts';
import { impureDecisions } from './decisions.ts';
import { decisionsWithoutStatus } from './docs.ts';

const path = 'packages/server/src/commands/load.ts';

test('[H12] a decision changes no outside variable', () => {
  const files = readFiles((name) => /^packages\/server\/src\/.*\.ts$/.test(name) && !isTest(name));
  expectNone(files.flatMap(impureDecisions));
});

test('[H12] every way to change an outside variable is found', () => {
  const changes = ['done.count = 1', 'done = view', 'count += 1', 'count++', 'found.push(view)', 'this.seen = view'];
  for (const change of changes) {
    const decisions = [
      `await log.decide(header, ids, (view) => { ${change}; return []; });`,
      `log.decideWithReply(header, ids, function (view) { if (view) { ${change}; } return []; });`,
      `this.#records.change(header, place, (current) => { ${change}; return current; });`,
      `defineCommand({ decide({ view }) { ${change}; return []; } });`,
      `changeRecord(records, wish, place, (current) => ids.map((id) => { ${change}; }));`,
    ];
    for (const text of decisions) assert.equal(impureDecisions({ path, text }).length, 1, text);
  }
});

test('[H12] a decision may change its own variables', () => {
  const text = `
    let count = 0;
    log.decide(header, ids, ({ thread }, [first, ...rest]) => {
      let sum = 0;
      const found = { of: [] };
      for (const id of rest) { sum += 1; found.of.push(id); }
      return found.of;
    });
    count += 1;`;
  assert.deepEqual(impureDecisions({ path, text }), []);
});

test('[H14] every decision record has a status', () => {
  expectNone(decisionsWithoutStatus(readFiles((name) => name.startsWith('docs/decisions/'))));
});

test('[H14] a record without a status, or superseded by none that is later, is found', () => {
  const record = (status: string, number = '0002') => ({
    path: `docs/decisions/${number}-a.md`,
    text: `# ${number} A\n\n${status}\n\nWhy.\n`,
  });
  const first = record('Status: accepted', '0001');
  const good = ['Status: accepted', 'Status: superseded by 0003', 'Status: partly superseded by 0003'];
  for (const status of good)
    assert.deepEqual(decisionsWithoutStatus([first, record(status), record(good[0] ?? '', '0003')]), [], status);
  for (const status of ['', 'Status: maybe', 'Status: superseded by 0001', 'Status: superseded by 0009'])
    assert.equal(decisionsWithoutStatus([first, record(status)]).length, 1, status);
});
