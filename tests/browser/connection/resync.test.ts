import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import { type RestartingServer, startRestarting } from '../../support/apps/restarting-server.ts';
import { closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { CutProxy } from '../../support/http/cut-proxy.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };

async function openChat({ owner }: RestartingServer, agentName: string, text: string) {
  const { chatId } = await owner.openChat({ params, body: { agentId: agentIdOf(agentName), text } });
  return chatId;
}

const chatsIn = (page: Page) => page.getByRole('navigation', { name: 'Chats' });
const names = (page: Page) => chatsIn(page).locator('a[href^="/chat/"]').allInnerTexts();
const isListed = async (page: Page, title: string) => (await names(page)).some((text) => text.includes(title));

// In parallel: most of each is a wait for a time limit of the page.
describe('a page that was away', { concurrency: 4 }, () => {
  test('[S71] questions that were answered and chats that were deleted and purged while a page was away are gone from it', async () => {
    await using proxy = await CutProxy.start();
    await using server = await startRestarting(proxy.url);
    proxy.port = Number(new URL(server.url).port);
    const asking = await openChat(server, 'asker', 'Ask me');
    const deleted = await openChat(server, 'asker', 'Delete me');
    await openChat(server, 'talker', 'Keep me');
    await using visitor = await visit({ owner: server.owner, url: proxy.url });
    const { page } = visitor;
    await until(() => page.title(), '(2) Retinue');
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await until(() => page.getByRole('region', { name: 'Waiting for you' }).getByText('Which?').count(), 2);
    proxy.cut();
    const { results } = await server.owner.listOpenQuestions({ params, query: {} });
    const questionId = results.find(({ chatId }) => chatId === asking)?.questionId ?? assert.fail();
    await server.owner.answerQuestion({ params: { ...params, chatId: asking, questionId }, body: { answer: 'That' } });
    await server.owner.deleteChat({ params: { ...params, chatId: deleted } });
    server.purge();
    await until(async () => (await server.owner.listChats({ params, query: {} })).results.length, 2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await server.kill();
    await server.startAgain();
    proxy.reopen(false);
    await until(() => isListed(page, 'Delete me'), false);
    await until(() => page.title(), 'Retinue');
    await until(() => page.getByRole('region', { name: 'Waiting for you' }).getByText('Which?').count(), 0);
    assert.equal(await isListed(page, 'Keep me'), true);
  });

  test('[U89] an open chat that is deleted and purged while the page is away says so, and accepts no more text', async () => {
    await using proxy = await CutProxy.start();
    await using server = await startRestarting(proxy.url);
    proxy.port = Number(new URL(server.url).port);
    const chatId = await openChat(server, 'talker', 'Delete me');
    await using visitor = await visit({ owner: server.owner, url: proxy.url });
    const { page } = visitor;
    await chatsIn(page).getByRole('link', { name: 'Delete me' }).click();
    const field = page.getByRole('textbox', { name: 'Message' }).first();
    await until(() => field.isEditable(), true);
    await page.getByRole('article', { name: 'You' }).getByText('Delete me').waitFor();
    proxy.cut();
    await server.owner.deleteChat({ params: { ...params, chatId } });
    server.purge();
    const isPurged = () =>
      server.owner.restoreChat({ params: { ...params, chatId } }).then(
        () => assert.fail('restored'),
        (error) => error.status,
      );
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(await isPurged(), 404);
    await server.kill();
    await server.startAgain();
    proxy.reopen(false);
    await page.getByText('This chat was deleted. You can read and copy it').waitFor();
    assert.equal(await field.isEditable(), false);
    assert.equal(await page.getByRole('button', { name: 'Regenerate answer' }).count(), 0);
  });

  test('[U89.1] a missing chat is opened when it is restored', async () => {
    await using proxy = await CutProxy.start();
    await using server = await startRestarting(proxy.url);
    proxy.port = Number(new URL(server.url).port);
    const chatId = await openChat(server, 'talker', 'Bring me back');
    await server.owner.deleteChat({ params: { ...params, chatId } });
    await using visitor = await visit({ owner: server.owner, url: proxy.url });
    const { page } = visitor;
    await page.goto(`${proxy.url}/chat/${chatId}`);
    await page.getByText('Chat not found').waitFor();
    await server.owner.restoreChat({ params: { ...params, chatId } });
    await page.getByRole('article', { name: 'You' }).getByText('Bring me back').waitFor();
    await until(() => page.getByRole('textbox', { name: 'Message' }).first().isEditable(), true);
  });

  test('[S75] a chat that is left before its tree arrives is not watched', async () => {
    await using proxy = await CutProxy.start();
    await using server = await startRestarting(proxy.url);
    proxy.port = Number(new URL(server.url).port);
    const slow = await openChat(server, 'talker', 'Slow one');
    const other = await openChat(server, 'talker', 'Other one');
    await using visitor = await visit({ owner: server.owner, url: proxy.url });
    const { page } = visitor;
    const streams: string[] = [];
    page.on('request', (request) => request.url().includes('/stream') && streams.push(request.url()));
    const answer = Promise.withResolvers<void>();
    await page.route(`**/${slow}/tree*`, async (route) => {
      await answer.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(`**/${slow}/tree*`);
    await chatsIn(page).getByRole('link', { name: 'Slow one' }).click();
    await asked;
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const answered = page.waitForResponse(`**/${slow}/tree*`);
    answer.resolve();
    await answered;
    await chatsIn(page).getByRole('link', { name: 'Other one' }).click();
    await until(async () => streams.some((url) => url.includes(other)), true);
    assert.deepEqual(
      streams.filter((url) => url.includes(slow)),
      [],
    );
  });

  test('[S76] a connection that has gone silent is detected without an error, and the page catches up', async () => {
    await using proxy = await CutProxy.start();
    await using server = await startRestarting(proxy.url);
    proxy.port = Number(new URL(server.url).port);
    await using visitor = await visit({ owner: server.owner, url: proxy.url });
    const { page } = visitor;
    await openChat(server, 'talker', 'Before');
    await until(() => isListed(page, 'Before'), true);
    proxy.silence();
    await openChat(server, 'talker', 'Meanwhile');
    proxy.reopen(false);
    await page.getByText('Meanwhile').waitFor({ timeout: 60_000 });
  });

  test('[S78] a message that is sent on a connection that has gone silent arrives, once', async () => {
    await using proxy = await CutProxy.start();
    await using server = await startRestarting(proxy.url);
    proxy.port = Number(new URL(server.url).port);
    await using visitor = await visit({ owner: server.owner, url: proxy.url });
    const { page } = visitor;
    const chatId = await openChat(server, 'talker', 'Before');
    await chatsIn(page).getByRole('link', { name: 'Before' }).click();
    const field = page.getByRole('textbox', { name: 'Message' }).first();
    await page.getByRole('article', { name: 'You' }).getByText('Before').waitFor();
    proxy.silence();
    await field.fill('Into nothing');
    await field.press('Enter');
    await page.waitForTimeout(500);
    proxy.reopen(false);
    const mine = page.getByRole('article', { name: 'You' });
    await mine.getByText('Into nothing').waitFor({ timeout: 60_000 });
    await until(() => field.inputValue(), '');
    await until(() => mine.count(), 2);
    const tree = await server.owner.getTree({ params: { ...params, chatId }, query: {} });
    assert.equal(JSON.stringify(tree).split('"Into nothing"').length, 2);
  });

  test('[S77] a frozen leading tab is replaced: another one gets all events', async () => {
    await using proxy = await CutProxy.start();
    await using server = await startRestarting(proxy.url);
    proxy.port = Number(new URL(server.url).port);
    await using visitor = await visit({ owner: server.owner, url: proxy.url });
    const leader = visitor.page;
    const follower = await visitor.openTab();
    await openChat(server, 'talker', 'Before');
    for (const page of [leader, follower]) await until(() => isListed(page, 'Before'), true);
    const lifecycle = await visitor.context.newCDPSession(leader);
    await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' });
    await openChat(server, 'talker', 'Meanwhile');
    await until(() => isListed(follower, 'Meanwhile'), true);
    await lifecycle.send('Page.setWebLifecycleState', { state: 'active' });
    await openChat(server, 'talker', 'Afterwards');
    for (const page of [leader, follower]) {
      for (const title of ['Meanwhile', 'Afterwards']) await until(() => isListed(page, title), true);
    }
  });

  test('[S77] a leading tab that holds its lock and is silent is replaced', async () => {
    await using proxy = await CutProxy.start();
    await using server = await startRestarting(proxy.url);
    proxy.port = Number(new URL(server.url).port);
    await using visitor = await visit({ owner: server.owner, url: proxy.url });
    const follower = await visitor.openTab();
    await openChat(server, 'talker', 'Before');
    await until(() => isListed(follower, 'Before'), true);
    // A dialog stops everything in its tab, timers and messages included, without a notice to the page.
    const opened = visitor.page.waitForEvent('dialog');
    void visitor.page.evaluate('setTimeout(() => alert("Stopped"), 0)');
    const dialog = await opened;
    await openChat(server, 'talker', 'Meanwhile');
    await follower.getByText('Meanwhile').waitFor({ timeout: 60_000 });
    await dialog.accept();
    await openChat(server, 'talker', 'Afterwards');
    for (const title of ['Meanwhile', 'Afterwards']) await until(() => isListed(visitor.page, title), true);
  });
});
