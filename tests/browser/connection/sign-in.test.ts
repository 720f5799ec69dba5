import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { openServed } from '../../support/apps/served-app.ts';
import { closeBrowser, until, visit } from '../../support/browser/browser.ts';

after(closeBrowser);

test('[W70.1] another port of the same host gets the cookie of a page, and can do nothing with it', async () => {
  await using served = await openServed({ script: [] });
  await using visitor = await visit(served);
  const taken = Promise.withResolvers<string>();
  const other = createServer((request, reply) => {
    if (request.headers.cookie) taken.resolve(request.headers.cookie);
    reply.setHeader('content-type', 'text/html').end('<title>Other</title>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const page = await visitor.context.newPage();
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  const cookie = await taken.promise;
  assert.match(cookie, /^retinue=/);
  const replayed = await fetch(`${served.url}/api/workspaces`, { headers: { cookie } });
  assert.equal(replayed.status, 401);
  assert.equal(await page.evaluate('localStorage.length'), 0);
  await page.close();
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
});

test('[W71] a browser with a cookie and no page key is asked to sign in again, and a new link signs it in', async () => {
  await using served = await openServed({ script: [] });
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.evaluate("localStorage.removeItem('retinue.page-key')");
  await page.reload();
  await page.getByText(/signed in by an earlier version, or its site data was cleared. Sign in again/).waitFor();
  await page.goto((await served.owner.makeSetUpLink({})).url);
  await page.reload();
  await page.getByRole('navigation', { name: 'Chats' }).waitFor();
  const tab = await visitor.openTab();
  await tab.getByRole('navigation', { name: 'Chats' }).waitFor();
  await until(() => tab.evaluate("localStorage.getItem('retinue.page-key')?.length"), 43);
});
