import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { ask, closeBrowser, isViewed, visit } from '../../support/browser/browser.ts';
import { toolFor } from '../../support/models/scripts.ts';
import type { Script } from '../../support/scripted/script.ts';
import { byAgent } from '../../support/scripted/script.ts';
import { call, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const looking: Script = (request) =>
  request.toolChoice === 'none' ? [say('Seven so far.')] : [call('look', { round: request.place.step })];
const budget = { tokens: 2500, costMicros: null, workMs: null, calls: null, tasks: null };

for (const width of [1440, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    if (!isViewed(width, colorScheme)) continue;
    test(`[D31.2] a chat that reached its budget shows its answer and says that it may be incomplete, at ${width} px, ${colorScheme}`, async () => {
      await using served = await openServed({
        agents: [agent('orchestrator', { tools: ['look'] })],
        limits: { budget },
        tools: [toolFor('look', async ({ round }) => `saw ${String(round)}`, { effect: 'read' })],
        script: byAgent({ orchestrator: looking }),
      });
      await using visitor = await visit(served, {
        viewport: { width, height: 900 },
        colorScheme,
      });
      const { page } = visitor;
      await ask(page, 'How many?');
      const note = page.getByRole('article', { name: 'Budget reached' });
      await note.getByText('Budget reached. The answer may be incomplete.').waitFor();
      await note.getByText(/budget of 2500 tokens/).waitFor();
      await page.getByText('Seven so far.').waitFor();
      assert.deepEqual(await violations(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
    });
  }
}
