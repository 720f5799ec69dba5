import type { TestContext } from 'node:test';
import { after, describe, test } from 'node:test';
import type { Client, Routes, ThreadId } from '@retinue/protocol';
import { ApiError, agentIdOf, localWorkspaceId, threadIdSchema } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import { type RestartingServer, startRestarting } from '../../support/apps/restarting-server.ts';
import { wait } from '../../support/apps/test-app.ts';
import { closeBrowser, visit } from '../../support/browser/browser.ts';
import { assertSameDrawing } from '../../support/browser/drawn.ts';
import { CutProxy } from '../../support/http/cut-proxy.ts';
import { seededRandom } from '../../support/random/seeded-random.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };
const seed = Number(process.env.RETINUE_SEED ?? 12);
const count = Number(process.env.RETINUE_RECONNECTS ?? 8);
/** Independent servers with their pages, in one browser at once: most of a round is waiting. */
const worlds = Math.min(count, Number(process.env.RETINUE_RECONNECT_WORLDS ?? 1));
const isLong = process.env.RETINUE_RECONNECTS !== undefined;
/** Up to a minute in a long run; else short, since a page must be right after any of them. */
const maxAwayMs = isLong ? 60_000 : 2500;
const kinds = ['cut', 'late', 'half-open', 'kill', 'freeze', 'cut', 'kill', 'cut'] as const;
type Kind = (typeof kinds)[number];
const inbox = '/inbox';
/** Fewer than a page of the list: a page that was open longer may have loaded more of a long list. */
const maxChats = 24;

describe('reconnects', { concurrency: worlds }, () => {
  for (let world = 0; world < worlds; world += 1) {
    const own = { seed: seed + world, rounds: Math.ceil((count - world) / worlds) };
    const times = `${own.rounds} times, seed ${own.seed}`;
    test(`[S73] after any cut, sleep or kill a page equals a fresh page: ${times}`, (context) =>
      playWorld(context, own));
  }
});

/** A server with its people, a page that loses its connection, and a page that is fresh in each round. */
async function playWorld(context: TestContext, { seed, rounds }: { seed: number; rounds: number }): Promise<void> {
  await using proxy = await CutProxy.start();
  await using server = await startRestarting(proxy.url);
  proxy.port = Number(new URL(server.url).port);
  const random = seededRandom(seed);
  let chats = 0;
  const people = Array.from({ length: 2 }, () => new Person(server.owner, random, () => ++chats));
  for (const person of people) for (let times = 0; times < 4; times += 1) await person.act(null);
  await using visitor = await visit({ owner: server.owner, url: proxy.url });
  await using newcomer = await visit({ owner: directly(server), url: server.url });
  const pages = { live: visitor.page, fresh: newcomer.page };
  const played: Record<Kind, number> = { cut: 0, late: 0, 'half-open': 0, kill: 0, freeze: 0 };
  for (let round = 1; round <= rounds; round += 1) {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'cut';
    // Short ones are the most likely: running requests are lost then.
    const awayMs = Math.round(100 + random() ** 4 * (maxAwayMs - 100));
    const at = `round ${round} of seed ${seed}: ${kind} for ${awayMs} ms`;
    // A long run says at once where it is.
    if (isLong) console.log(at);
    else context.diagnostic(at);
    await playRound({ kind, awayMs, at, random, people, proxy, server, ...pages });
    played[kind] += 1;
  }
  const kindsPlayed = Object.entries(played).map(([kind, times]) => `${times} ${kind}`);
  context.diagnostic(`seed ${seed}: the same drawing after ${rounds} rounds (${kindsPlayed.join(', ')})`);
}

interface Round extends Away {
  fresh: Page;
  at: string;
  random: () => number;
  people: readonly Person[];
}

async function playRound({ fresh, at, random, people, ...broken }: Round): Promise<void> {
  const { kind, live, server } = broken;
  const open = await lookAround(live, people, random);
  for (const person of people) if (random() < 0.7) await person.act(open);
  await wait(random() * 700);
  await away(broken, async () => {
    const isDown = kind === 'kill';
    for (const person of people) for (let times = 0; times < 2 && !isDown; times += 1) await person.act(open);
    if (!isDown && random() < 0.3) server.purge();
  });
  for (const person of people) if (random() < 0.5) await person.act(open);
  if (open && isDeleted(open, people)) await leaveDeleted(live);
  await assertSameScreens(live, fresh, { url: server.url, at });
}

/** Compares the open screen and the inbox, and leaves the page where it was. */
async function assertSameScreens(live: Page, fresh: Page, { url, at }: { url: string; at: string }): Promise<void> {
  const { pathname } = new URL(live.url());
  await fresh.goto(url + pathname);
  await assertSameDrawing(live, fresh, at, 60_000);
  if (pathname === inbox) return;
  await live.getByRole('link', { name: /^Inbox/ }).click();
  await fresh.goto(url + inbox);
  await assertSameDrawing(live, fresh, `${at}, inbox`, 60_000);
  await live.goBack();
}

/** Other people's links lead to the server itself. */
function directly({ owner, url }: RestartingServer): Client<Routes> {
  const makeSetUpLink = async () => {
    const link = await owner.makeSetUpLink({});
    return { ...link, url: url + new URL(link.url).hash.replace(/^/, '/') };
  };
  return { ...owner, makeSetUpLink };
}

interface Away {
  kind: Kind;
  awayMs: number;
  live: Page;
  proxy: CutProxy;
  server: RestartingServer;
}

async function away({ kind, awayMs, live, proxy, server }: Away, meanwhile: () => Promise<void>): Promise<void> {
  const until = wait(awayMs);
  const acting = async () => {
    await meanwhile();
    await until;
  };
  if (kind === 'cut') proxy.cut();
  else if (kind === 'late' || kind === 'half-open') proxy.silence();
  if (kind === 'kill') await server.kill();
  const lifecycle = kind === 'freeze' ? await live.context().newCDPSession(live) : null;
  await lifecycle?.send('Page.setWebLifecycleState', { state: 'frozen' });
  await acting();
  await lifecycle?.send('Page.setWebLifecycleState', { state: 'active' });
  if (kind === 'kill') await server.startAgain();
  proxy.reopen(kind === 'late');
}

/** Opens the inbox, a new chat or some chat. Returns the chat that is open. */
async function lookAround(page: Page, people: readonly Person[], random: () => number): Promise<ThreadId | null> {
  if (random() < 0.3) return openChatOf(page);
  const links = page.getByRole('navigation', { name: 'Chats' }).locator('a[href^="/chat/"]');
  const chats = await links.all();
  if (random() < 0.35 || chats.length === 0) await page.getByRole('link', { name: /^Inbox/ }).click();
  else await chats[Math.floor(random() * chats.length)]?.click();
  const open = openChatOf(page);
  if (!open || !isDeleted(open, people)) return open;
  await page.getByRole('link', { name: 'New chat' }).click();
  return null;
}

function isDeleted(chatId: ThreadId, people: readonly Person[]): boolean {
  return people.some((person) => person.deleted.has(chatId));
}

/** A chat that was deleted while it was open says so and can still be read; a fresh page has nothing of it to show. */
async function leaveDeleted(page: Page): Promise<void> {
  await page.getByText('This chat was deleted. You can read and copy it').waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: 'New chat' }).click();
}

function openChatOf(page: Page): ThreadId | null {
  const [, chatId] = /^\/chat\/([^/]+)/.exec(new URL(page.url()).pathname) ?? [];
  return chatId === undefined ? null : threadIdSchema.parse(chatId);
}

/** A person at another client, who opens, answers, renames, pins, deletes and asks. */
class Person {
  readonly deleted = new Set<ThreadId>();
  readonly #client: Client<Routes>;
  readonly #random: () => number;
  readonly #nextNumber: () => number;

  constructor(client: Client<Routes>, random: () => number, nextNumber: () => number) {
    this.#client = client;
    this.#random = random;
    this.#nextNumber = nextNumber;
  }

  /** `open` is the chat that the page shows: it is changed more often and deleted less often than others. */
  async act(open: ThreadId | null): Promise<void> {
    const { results } = await this.#client.listChats({ params, query: { limit: '100' } });
    const others = results.filter(({ chatId }) => chatId !== open);
    const chat = others[Math.floor(this.#random() * others.length)];
    const dice = this.#random();
    const opened = this.#random() < 0.4 ? results.find(({ chatId }) => chatId === open) : undefined;
    const changed = opened ?? chat;
    try {
      const mayOpen = results.length < maxChats;
      if (!chat || !changed || (dice < 0.35 && mayOpen)) await this.#openChat();
      else if (dice < 0.6) await this.#answer(mayOpen);
      else if (dice < 0.7)
        await this.#change(changed.chatId, { title: `Renamed ${Math.floor(this.#random() * 1000)}` });
      else if (dice < 0.75) await this.#change(changed.chatId, { isPinned: !changed.isPinned });
      else if (dice < 0.88) await this.#send(open ?? chat.chatId);
      else await this.#remove(open && dice > 0.97 ? open : chat.chatId);
    } catch (error) {
      // The other client was first.
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
    }
  }

  async #openChat(): Promise<void> {
    const names = ['talker', 'asker', 'asker', 'hanger', 'mailer', 'leader', 'teller'];
    const agentId = agentIdOf(names[Math.floor(this.#random() * names.length)] ?? 'talker');
    await this.#client.openChat({ params, body: { agentId, text: `Chat number ${this.#nextNumber()}` } });
  }

  async #answer(mayOpen: boolean): Promise<void> {
    const { results } = await this.#client.listOpenQuestions({ params, query: {} });
    const question = results[Math.floor(this.#random() * results.length)];
    if (!question) return mayOpen ? this.#openChat() : undefined;
    const place = { ...params, chatId: question.chatId, questionId: question.questionId };
    if (question.approval) {
      await this.#client.answerApproval({ params: place, body: { verdict: 'refused', reason: 'No.' } });
    } else await this.#client.answerQuestion({ params: place, body: { answer: 'This one' } });
  }

  async #change(chatId: ThreadId, body: { title?: string; isPinned?: boolean }): Promise<void> {
    await this.#client.changeChat({ params: { ...params, chatId }, body });
  }

  async #send(chatId: ThreadId): Promise<void> {
    await this.#client.sendMessage({ params: { ...params, chatId }, body: { text: 'And now?' } });
  }

  async #remove(chatId: ThreadId): Promise<void> {
    await this.#client.deleteChat({ params: { ...params, chatId } });
    this.deleted.add(chatId);
  }
}
