import type { ModelRequest } from '../../../packages/server/src/ports/engine/model.ts';
import type { TestApp, TestAppOptions } from '../apps/test-app.ts';
import { agent, openTestApp } from '../apps/test-app.ts';
import type { Script } from '../scripted/script.ts';
import { inputsOf } from '../scripted/script.ts';
import { call, say } from '../scripted/script-lines.ts';
import { toolFor } from './scripts.ts';

export const limitTokens = 2000;

/** An app whose boss reads pages that soon make its prompt too long. */
export function openLibrary(script: Script, options: Partial<TestAppOptions> = {}): Promise<TestApp> {
  const page = 'a line of a long page. '.repeat(60);
  return openTestApp({
    script,
    agents: [
      agent('boss', { subAgents: ['worker'], tools: ['read', 'askUser'] }),
      agent('worker', { tools: ['read'] }),
    ],
    tools: [toolFor('read', async (args) => `${JSON.stringify(args)} ${page}`, { effect: 'read' })],
    limits: { compactAtTokens: limitTokens },
    ...options,
  });
}

export const isSummary = ({ place }: ModelRequest): boolean => place.kind === 'compaction';

/** Reads so many pages, one in each step, and then answers. */
export function reading(pages: number, summarise: Script = [say('What was read so far.')]): Script {
  let read = 0;
  const asked = new Set<string>();
  return (request) => {
    if (isSummary(request)) return summarise;
    const key = `${inputsOf(request).at(0)} ${request.place.step}.${request.place.attempt}`;
    if (!asked.has(key)) read += 1;
    asked.add(key);
    return read <= pages ? [say(`Page ${read}.`), call('read', { page: read })] : [say('All read.')];
  };
}
