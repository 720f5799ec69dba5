import type { Page } from 'playwright-core';
import { displayBarChart, suggestFollowUps } from '../../../packages/server/src/tools/tools.ts';
import { openServed, type ServedApp } from '../apps/served-app.ts';
import { agent } from '../apps/test-app.ts';
import { newTask, succeed, toolFor } from '../models/scripts.ts';
import { byAgent, inputsOf, resultsOf } from '../scripted/script.ts';
import { barrier, call, say, think } from '../scripted/script-lines.ts';
import { ask, until } from './browser.ts';

/** An app in which every component is drawn, in Hebrew where people and models write. */
export function openBusyApp(): Promise<ServedApp> {
  const chart = {
    title: 'סירות',
    unit: 'boats',
    points: ['Oslo', 'חיפה'],
    series: [{ name: '2024', values: [12, 7] }],
  };
  return openServed({
    agents: [
      agent('orchestrator', { subAgents: ['worker', 'clerk'], tools: ['displayBarChart', 'suggestFollowUps'] }),
      agent('worker', { tools: ['askUser', 'look'] }),
      agent('clerk', { tools: ['look'] }),
    ],
    tools: [toolFor('look', async () => ({ saw: 'אנפה' }), { effect: 'read' }), displayBarChart, suggestFollowUps],
    script: byAgent({
      orchestrator: ({ place: { step } }) => {
        if (step === 1)
          return [newTask('worker', 'לשאול מישהו'), newTask('worker', 'להיכשל'), newTask('clerk', 'לחכות')];
        if (step > 2) return [think('כמעט'), say('**סוף**, עם [קישור](https://example.org) ו`קוד`.')];
        return [call('displayBarChart', chart), call('suggestFollowUps', { questions: ['ומה עכשיו?'] })];
      },
      worker: (request) => {
        if (inputsOf(request)[0] === 'להיכשל') return [call('taskResult', { result: 'אי **אפשר**.', status: 'error' })];
        return resultsOf(request).length === 0
          ? [
              say('- אחת\n- שתיים\n\n```js\nconst x = 1;\n```'),
              call('askUser', { question: 'את מי?', options: ['אנה', 'בן'] }),
            ]
          : [succeed('| א | ב |\n|---|---|\n| 1 | 2 |')];
      },
      clerk: ({ place: { step } }) =>
        step === 1 ? [think('נראה'), call('look', { where: 'בחוץ' })] : [say('באמצע '), barrier('busy'), say('הדרך.')],
    }),
  });
}

/** Every screen in sequence, each as soon as it is drawn. */
export async function walkScreens(
  served: ServedApp,
  page: Page,
  onScreen: (name: string) => Promise<void>,
): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await onScreen('welcome');
  await ask(page, 'לכו');
  await page.getByRole('article', { name: 'Needs your answer' }).waitFor();
  await served.model.barriers.reached('busy');
  await page.locator('[data-status=failed]').waitFor();
  await onScreen('a chat at work');
  const chat = page.url();
  await page.goto(`${served.url}/inbox`);
  await page.getByRole('region', { name: 'Waiting for you' }).getByText('את מי?').waitFor();
  await onScreen('inbox with a question');
  await page.getByRole('button', { name: 'אנה' }).click();
  await page.getByText(/Nothing is waiting for you/).waitFor();
  served.model.barriers.release('busy');
  await page.getByRole('region', { name: 'Done' }).getByRole('link').first().waitFor();
  await onScreen('inbox with what is done');
  await page.goto(chat);
  await page.getByRole('button', { name: 'ומה עכשיו?' }).waitFor();
  await page.locator('summary').first().click();
  await page.getByRole('button', { name: 'Show numbers' }).click();
  await page.getByRole('table').first().waitFor();
  await onScreen('a chat that is done');
  await inThePane(page, onScreen);
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  await onScreen('palette');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox').waitFor({ state: 'detached' });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // Just after the palette has closed, its page may still hold the key back.
  for (let tries = 0; tries < 5 && !(await keys.isVisible()); tries += 1) {
    await page.locator('main').focus();
    await page.keyboard.press('?');
    await keys.waitFor({ timeout: 3000 }).catch(() => {});
  }
  await keys.waitFor();
  await onScreen('keys');
  for (const [address, words] of places) {
    await page.goto(served.url + address);
    await page.getByRole('main').getByText(words).first().waitFor();
    await until(() => page.getByText(/^(Reading|Loading) .*…$/).count(), 0);
    await onScreen(address);
  }
}

async function inThePane(page: Page, onScreen: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Open in side pane: לשאול מישהו' }).click();
  for (const tab of ['Messages', 'Context', 'Usage', 'Raw events']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel', { name: tab }).locator('section').first().waitFor();
    await onScreen(`the side pane, ${tab}`);
  }
  await page.getByRole('button', { name: 'Close side pane' }).click();
  await page.getByRole('tab').first().waitFor({ state: 'detached' });
}

const places: [address: string, words: RegExp][] = [
  ['/agents', /^Agents$/],
  ['/agents/new', /^New agent$/],
  ['/agents/agt_worker', /^worker$/],
  ['/settings/workspace', /^Settings$/],
  ['/settings/providers', /^Settings$/],
  ['/settings/providers?edit=new', /^Settings$/],
  ['/settings/prices', /^Settings$/],
  ['/settings/prices?edit=new', /^Settings$/],
  ['/settings/skills', /^Settings$/],
  ['/settings/skills?edit=new', /^Settings$/],
  ['/settings/webhooks', /^Settings$/],
  ['/settings/webhooks?edit=new', /^Settings$/],
  ['/settings/usage', /^Settings$/],
  ['/settings/usage?measure=money&from=2020-01-01', /^Settings$/],
  ['/settings/appearance', /^Settings$/],
  ['/settings/data', /^Settings$/],
  ['/nowhere', /Page not found/],
  ['/chat/nowhere', /Page not found/],
  ['/chat/thr_0000000000000000000aa', /Chat not found/],
  ['/settings/nowhere', /Section not found/],
];
