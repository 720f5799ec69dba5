import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { openStore } from '../../packages/server/src/log/open-store.ts';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';

/*
 * Opens a store, which upgrades it, and kills this process right before a statement:
 * upgrade-and-die.ts <store as JSON> <number of the statement>
 * Without a number it counts the statements and prints how many there were.
 */
const [place = '', dieAt = ''] = process.argv.slice(2);
let count = 0;

const { exec, prepare } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (text) {
  // With hardly any cache, SQLite writes pages of the open transaction to the disk long before it commits.
  if (text === 'BEGIN IMMEDIATE') exec.call(this, 'PRAGMA cache_size = 5');
  pass();
  exec.call(this, text);
};
DatabaseSync.prototype.prepare = function (text, options) {
  pass();
  return prepare.call(this, text, options);
};
const { query } = pg.Client.prototype;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...all: Parameters<typeof query>) {
    pass();
    return query.apply(this, all);
  },
});

const store = await openStore(JSON.parse(place) as StorePlace, { readOnly: false, now: 1 });
await store.close();
process.stdout.write(`${count}\n`);

function pass(): void {
  count += 1;
  if (count === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
}
