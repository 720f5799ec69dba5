import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { localWorkspaceId, threadIdSchema } from '@retinue/protocol';
import { displayBarChart, suggestFollowUps } from '../../../packages/server/src/tools/tools.ts';
import { openServed } from '../../support/apps/served-app.ts';
import { agent, type TestAppOptions } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, moving, newChat, until, visit } from '../../support/browser/browser.ts';
import { byAgent, inputsOf } from '../../support/scripted/script.ts';
import { barrier, call, fail, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const agents = [agent('orchestrator', { tools: ['askUser', 'displayBarChart', 'suggestFollowUps'] })];
const app = (script: TestAppOptions['script']) =>
  openServed({ agents, tools: [displayBarChart, suggestFollowUps], script });

const echo = byAgent({ orchestrator: (request) => [say(`You said: ${inputsOf(request).at(-1)}`)] });

test("[U1.8] a model's text is drawn as Markdown, and can neither run nor fetch nor hide anything", async () => {
  const text = [
    '# Heading',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '```js\nconst x = 1;\n```',
    '<img src="https://evil.example/a.png"><script>document.title = "taken"</script><b onclick="alert(1)">raw</b>',
    '![pixel](https://evil.example/pixel.png) ![in](data:image/png;base64,AAAA)',
    '[good](https://good.example/) [bad](javascript:alert(1)) [worse](data:text/html,hi) [mail](mailto:a@b.example)',
    'one\ntwo',
  ].join('\n\n');
  await using served = await app([say(text)]);
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(served.url)) outside.push(request.url());
  });
  await ask(page, 'Show me');
  await page.getByRole('heading', { name: 'Heading' }).waitFor();
  await page.getByRole('cell', { name: '2' }).waitFor();
  await page.getByRole('button', { name: 'Copy code' }).waitFor();
  const answer = page.getByRole('article', { name: 'orchestrator' });
  assert.equal(await answer.locator('img, script, b, iframe').count(), 0);
  const links = await Promise.all((await answer.locator('a').all()).map((link) => link.getAttribute('href')));
  assert.deepEqual(links, ['https://good.example/', 'mailto:a@b.example']);
  assert.match((await answer.locator('a').first().getAttribute('rel')) ?? '', /noopener noreferrer/);
  assert.equal((await answer.locator('p br').count()) > 0, true);
  assert.equal(await page.title(), 'Retinue');
  assert.deepEqual(outside, []);
});

test('[U1.9] right-to-left text is drawn right to left, and code is not', async () => {
  await using served = await app([say('שלום עולם\n\n- אחת\n- שתיים\n\n```\ncode\n```')]);
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'שלום');
  const item = page.getByRole('listitem').filter({ hasText: 'אחת' });
  await item.waitFor();
  const directionOf = (selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('article[aria-label=orchestrator] ${selector}')).direction`);
  assert.equal(await directionOf('ul'), 'rtl');
  assert.equal(await directionOf('p'), 'rtl');
  assert.equal(await directionOf('pre'), 'ltr');
});

test('[U1.4][U1.11] a message is edited and sent again, the last one is answered again, and one that arrives while it runs waits', async () => {
  let count = 0;
  await using served = await app(
    byAgent({
      orchestrator: (request) => {
        count += 1;
        const last = inputsOf(request).at(-1) ?? '';
        return last === 'wait' ? [barrier('busy'), say('Waited.')] : [say(`Answer ${count} to ${last}`)];
      },
    }),
  );
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'first');
  await page.getByText('Answer 1 to first').waitFor();
  await page.getByText('first', { exact: true }).last().hover();
  const edit = page.getByRole('button', { name: 'Edit message' });
  await edit.click();
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Edit message');
  await edit.click();
  await page.getByRole('textbox', { name: 'Your message' }).fill('better');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Answer 2 to better').waitFor();
  assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Message', 'one types on below');
  assert.equal(await page.getByText('Answer 1 to first').count(), 0);
  await page.getByRole('button', { name: 'Regenerate answer' }).click();
  await page.getByText('Answer 3 to better').waitFor();
  await ask(page, 'wait');
  await served.model.barriers.reached('busy');
  await ask(page, 'one more');
  await page.getByText('Queued for the next step').waitFor();
  served.model.barriers.release('busy');
  await page.getByText('Answer 5 to one more').waitFor();
  await page.getByText('Read at step', { exact: false }).waitFor();
  assert.equal(await page.getByText('Queued for the next step').count(), 0);
  await page.getByRole('button', { name: 'Copy answer' }).last().waitFor();
  assert.equal(await page.getByText('Read at step').count(), 1, 'what begins a turn has no receipt');
  const read = await page.getByText('Read at step').innerText();
  await page.reload();
  assert.equal(await page.getByText('Read at step').innerText(), read);
});

test('[U1.10] a failed turn can be retried, and a running one can be stopped', async () => {
  let count = 0;
  await using served = await app(() => {
    count += 1;
    if (count === 1) return [fail({ message: 'No more credit.', retryable: false })];
    return count === 2 ? [say('Now it '), barrier('held')] : [say('Works.')];
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Do it');
  await page
    .getByText(/No more credit/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Now it').waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('article', { name: 'Canceled' }).waitFor();
  await page.getByText('Now it').waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Works.').waitFor();
});

test('[U1.1] a chat is renamed, pinned, found by its title, deleted, and restored', async () => {
  await using served = await app(echo);
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  for (const text of ['About herons', 'About owls']) {
    await newChat(page);
    await ask(page, text);
    await page.getByText(`You said: ${text}`).waitFor();
  }
  const chats = page.getByRole('navigation', { name: 'Chats' });
  const choose = async (title: string, choice: string) => {
    await chats.getByRole('link', { name: title }).hover();
    await chats.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: choice }).click();
  };
  await choose('About herons', 'Rename');
  await page.getByRole('textbox', { name: 'New title' }).fill('Grey birds');
  await page.keyboard.press('Enter');
  await choose('Grey birds', 'Pin');
  await chats.getByRole('region', { name: 'Pinned' }).getByRole('link', { name: 'Grey birds' }).waitFor();
  await chats.getByRole('searchbox').fill('owl');
  await chats.getByRole('link', { name: 'Grey birds' }).waitFor({ state: 'detached' });
  await choose('About owls', 'Delete');
  await chats.getByText('No results.').waitFor();
  await page.getByRole('heading', { name: /Ask your agents/ }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await chats.getByRole('link', { name: 'About owls' }).click();
  await page.getByText('You said: About owls').waitFor();
});

test('[U9] charts are drawn with their numbers available, and next questions are asked with one click', async () => {
  const chart = {
    title: 'Boats',
    unit: 'boats',
    points: ['Oslo', 'Bergen'],
    series: [{ name: '2024', values: [12, 7] }],
  };
  await using served = await app((request) => {
    if (inputsOf(request).at(-1) === 'And in Bergen?') return [say('Seven.')];
    return request.place.step === 1
      ? [call('displayBarChart', chart), call('suggestFollowUps', { questions: ['And in Bergen?'] })]
      : [say('Twelve.')];
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'How many?');
  await page.getByRole('img', { name: /Bar chart: Boats/ }).waitFor();
  await page.getByRole('button', { name: 'Show numbers' }).click();
  await page.getByRole('row', { name: 'Bergen 7' }).waitFor();
  await page.getByRole('button', { name: 'And in Bergen?' }).click();
  await page.getByText('Seven.').waitFor();
});

test('[U1.12] on a phone nothing covers the message that the connection is lost', async () => {
  await using served = await app([say('Here.'), barrier('end')]);
  await using visitor = await visit(served, { viewport: { width: 390, height: 800 } });
  const { page, context } = visitor;
  await ask(page, 'Go on');
  await page.getByText('Here.').waitFor(); // sent by the stream: a connection that is still being made would be made in spite of what follows
  await context.setOffline(true);
  const words = page.getByText(/This device is offline/);
  await words.waitFor();
  const bar = (await words.boundingBox()) ?? assert.fail('it is not drawn');
  const list = await page.getByRole('button', { name: 'Show chat list' }).boundingBox();
  assert.ok(list && list.y >= bar.y + bar.height, `${list?.y} is above the end of the bar`);
  assert.equal(await page.evaluate('document.documentElement.scrollHeight > innerHeight'), false);
});

test('[S3] [U1.12] a page that lost its connection says so, reconnects, and has missed nothing', async () => {
  await using served = await app([say('Before, '), barrier('cut'), say('and after.')]);
  await using visitor = await visit(served, moving);
  const { page, context } = visitor;
  await ask(page, 'Go on');
  await page.getByText('Before,').waitFor();
  await context.setOffline(true);
  await page.getByText(/This device is offline/).waitFor();
  served.model.barriers.release('cut');
  const params = { workspaceId: localWorkspaceId, chatId: threadIdSchema.parse(page.url().split('/').at(-1)) };
  await until(async () => (await served.owner.getChat({ params })).status, 'idle');
  await context.setOffline(false);
  await page.getByText('Before, and after.').waitFor();
  await page.getByText(/This device is offline/).waitFor({ state: 'detached' });
});
