import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, test } from 'node:test';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { ask, closeBrowser, isViewed, until, visit } from '../../support/browser/browser.ts';
import { delegating } from '../../support/models/scripts.ts';
import { byAgent } from '../../support/scripted/script.ts';
import { fail } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const agents = [agent('orchestrator', { subAgents: ['clerk'] }), agent('clerk')];
const down = [fail({ message: 'Rate limited.', isOutage: true, retryAfterMs: 500_000 })];
const folder = process.env.RETINUE_TEST_PICTURES;

for (const [width, height] of [
  [1440, 900],
  [390, 800],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    if (!isViewed(width, colorScheme)) continue;
    test(`[E32] a wait for a provider is shown in the chat and the side pane and can be stopped there: ${width} ${colorScheme}`, async () => {
      const script = byAgent({ orchestrator: delegating(['clerk', 'Count the boats']), clerk: down });
      await using served = await openServed({ script, agents });
      await using visitor = await visit(served, { viewport: { width, height }, colorScheme });
      const { page } = visitor;
      await ask(page, 'Go');
      const words = page.getByText(/^Rate limited\. Retrying in 8 min\.$/);
      await words.first().waitFor();
      await page
        .getByRole('button', { name: /Count the boats/ })
        .first()
        .click();
      const line = page.getByRole('status').filter({ hasText: 'Retrying in' });
      await line.first().waitFor();
      assert.deepEqual(await violations(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
      if (folder) {
        await mkdir(folder, { recursive: true });
        await page.screenshot({ path: `${folder}/outage-${width}-${colorScheme}.png` });
      }
      await line.first().getByRole('button', { name: 'Stop' }).click();
      await until(() => page.getByText(/Retrying in/).count(), 0);
    });
  }
}
