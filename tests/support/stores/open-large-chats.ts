// Writes chats of a megabyte each to the store in the given directory, and opens them all:
// node open-large-chats.ts <directory> <chats>
import { localWorkspaceId } from '@retinue/protocol';
import { noFailpoints } from '../../../packages/server/src/log/failpoints.ts';
import { GroupedLog } from '../../../packages/server/src/log/grouped-log.ts';
import { openSqliteStore } from '../../../packages/server/src/log/sqlite/sqlite-store.ts';
import { systemClock } from '../../../packages/server/src/ports/runtime/clock.ts';
import { header, ids, message, openChat } from './facts.ts';

const [directory = '', chats = '0'] = process.argv.slice(2);
const store = openSqliteStore({ directory, now: systemClock.now() });
const log = new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: console.error });
const opened = Array.from({ length: Number(chats) }, () => ids.thread());
for (const threadId of opened) {
  await log.append(header('open-chat'), [openChat(threadId)]);
  const facts = [message(threadId.repeat(2 ** 20 / threadId.length))];
  await log.append(header(), [{ threadId, guard: 'exists', facts }]);
}
let characters = 0;
for (const threadId of opened) {
  const thread = await log.thread(localWorkspaceId, threadId);
  for (const item of thread?.items ?? []) if (item.type === 'message') characters += item.text.length;
}
await log.close();
process.stdout.write(`${Math.floor(characters / 2 ** 20)} MB\n`);
