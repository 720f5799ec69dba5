import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { inputsOf, resultsOf } from '../../support/scripted/script.ts';
import { barrier, call, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

/** Counts notifications, and lets a page be hidden, which a headless browser never does by itself. */
const watching = `
  window.shown = [];
  let isHidden = false;
  Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
  window.hide = (hidden) => { isHidden = hidden; document.dispatchEvent(new Event('visibilitychange')); };
  window.asked = 0;
  let permission = 'default';
  window.Notification = class {
    static get permission() { return permission; }
    static async requestPermission() { window.asked += 1; permission = 'granted'; return permission; }
    constructor(title, { body }) { window.shown.push(title + ' / ' + body); }
    close() {}
  };
`;

const shown = (page: Page) => page.evaluate('window.shown.join("\\n")') as Promise<string>;

test('[U14] a question and an answer are announced once, by one tab, only if enabled and only while no tab is visible', async () => {
  await using served = await openServed({
    agents: [agent('orchestrator')],
    script: (request) => {
      if (inputsOf(request).at(-1) === 'early') return [say('Seen.')];
      return resultsOf(request).length === 0
        ? [call('askUser', { question: 'Which of them?' })]
        : [barrier('thinking'), say('That one.')];
    },
  });
  await using visitor = await visit(served);
  await visitor.context.addInitScript(watching);
  const { page } = visitor;
  await page.reload();
  const other = await visitor.openTab('/inbox');
  await other.getByRole('heading', { name: 'Inbox' }).waitFor();
  const workspaceId = (await served.owner.getSignedIn({})).workspaces[0]?.workspaceId ?? assert.fail('no workspace');
  const open = (text: string) => served.owner.openChat({ params: { workspaceId }, body: { text } });
  assert.equal(await other.evaluate('window.asked'), 0);
  await other.getByRole('button', { name: 'Turn on notifications' }).click();
  await other.getByRole('button', { name: 'Turn off notifications' }).waitFor();
  await page.evaluate('Notification.requestPermission()');
  const both = async () => [await shown(page), await shown(other)].filter(Boolean).join('\n');
  await page.evaluate('hide(true)');
  await open('early');
  await other.getByRole('region', { name: 'Done' }).getByText('early').waitFor();
  assert.equal(await both(), '');
  await page.evaluate(`{
    const channel = new BroadcastChannel('retinue ${workspaceId}');
    window.otherHidden = new Promise((resolve) => {
      channel.onmessage = ({ data }) => data.kind === 'sight' && !data.isVisible && resolve();
    });
    null;
  }`);
  await other.evaluate('hide(true)');
  await page.evaluate('window.otherHidden'); // until then it leaves the announcement to the other
  const { chatId } = await open('Find them');
  await until(both, 'Waiting for you: Find them / Which of them?');
  await until(() => page.title(), '(1) Retinue');
  const [question] = (await served.owner.listOpenQuestions({ params: { workspaceId }, query: {} })).results;
  const questionId = question?.questionId ?? assert.fail('no question');
  await served.owner.answerQuestion({ params: { workspaceId, chatId, questionId }, body: { answer: 'The first' } });
  await served.model.barriers.reached('thinking');
  await until(() => page.title(), 'Retinue');
  served.model.barriers.release('thinking');
  await until(both, 'Waiting for you: Find them / Which of them?\nDone: Find them / The answer is ready.');
});
