import { describe } from 'node:test';
import { describeAppends } from './appends.ts';
import { describeChats, describePurge } from './chats.ts';
import { describeGroups } from './groups.ts';
import { describeGuards } from './guards.ts';
import { describeReading, describeRequests } from './reading.ts';
import { describeRecords } from './records.ts';
import type { StoreUnderTest } from './store-under-test.ts';
import { describeUsage } from './usage.ts';

/** Rules for every log, whatever its implementation. */
export function describeEventLog(name: string, createStore: () => Promise<StoreUnderTest>): void {
  describe(`event log on ${name}`, () => {
    describeAppends(createStore);
    describeGuards(createStore);
    describeGroups(createStore);
    describeReading(createStore);
    describeRequests(createStore);
    describeRecords(createStore);
    describeChats(createStore);
    describePurge(createStore);
    describeUsage(createStore);
  });
}
