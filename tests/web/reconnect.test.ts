import { after, test } from 'node:test';
import type { Client, Routes, ThreadId } from '@retinue/protocol';
import { ApiError, agentIdOf, localWorkspaceId, threadIdSchema } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import { closeBrowser, visit } from '../support/browser.ts';
import { CutProxy } from '../support/cut-proxy.ts';
import { assertSameDrawing } from '../support/drawn.ts';
import { seededChance } from '../support/facts.ts';
import { wait } from '../support/house.ts';
import { type RestartingServer, startRestarting } from '../support/restarting-server.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };
const seed = Number(process.env.RETINUE_SEED ?? 12);
const count = Number(process.env.RETINUE_RECONNECTS ?? 12);
/** Up to a minute in a long run; else short, since a page must be right after any of them. */
const maxAwayMs = process.env.RETINUE_RECONNECTS ? 60_000 : 2500;
const kinds = ['cut', 'late', 'half-open', 'kill', 'freeze', 'cut', 'kill', 'cut'] as const;
type Kind = (typeof kinds)[number];
/** Fewer than a page of the list: a page that was open longer may have loaded more of a long list. */
const maxChats = 24;
/** Nothing moves: spinners of work that goes on for long would take a core. */
const still = { reducedMotion: 'reduce' } as const;

test(`[S73] after any cut, sleep or kill a page is what a fresh page is: ${count} times, seed ${seed}`, async (context) => {
  await using proxy = await CutProxy.start();
  await using server = await startRestarting(proxy.url);
  proxy.port = Number(new URL(server.url).port);
  const random = seededChance(seed);
  const people = [new Person(server.owner, random), new Person(server.owner, random)];
  for (const person of people) for (let times = 0; times < 4; times += 1) await person.act(null);
  await using visitor = await visit({ owner: server.owner, url: proxy.url }, still);
  await using newcomer = await visit({ owner: directly(server), url: server.url }, still);
  const [live, fresh] = [visitor.page, newcomer.page];
  for (let round = 1; round <= count; round += 1) {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'cut';
    // Short ones are the most likely: what is just under way is lost then.
    const awayMs = Math.round(100 + random() ** 4 * (maxAwayMs - 100));
    const at = `round ${round} of seed ${seed}: ${kind} for ${awayMs} ms`;
    context.diagnostic(at);
    const open = await lookAround(live, people, random);
    for (const person of people) if (random() < 0.7) await person.act(open);
    await wait(random() * 700);
    await away({ kind, awayMs, live, proxy, server }, async () => {
      const isDown = kind === 'kill';
      for (const person of people) for (let times = 0; times < 2 && !isDown; times += 1) await person.act(open);
      if (!isDown && random() < 0.3) server.purge();
    });
    for (const person of people) if (random() < 0.5) await person.act(open);
    if (open && isDeleted(open, people)) await leaveDeleted(live);
    await fresh.goto(server.url + new URL(live.url()).pathname);
    await assertSameDrawing(live, fresh, at, 60_000);
  }
});

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

/** A chat that was deleted while it was open says so and can still be read; a fresh page has nothing to show of it. */
async function leaveDeleted(page: Page): Promise<void> {
  await page.getByText('This chat was deleted. You can still read it').waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: 'New chat' }).click();
}

function openChatOf(page: Page): ThreadId | null {
  const [, chatId] = /^\/chat\/([^/]+)/.exec(new URL(page.url()).pathname) ?? [];
  return chatId === undefined ? null : threadIdSchema.parse(chatId);
}

/** Somebody at another client, who opens, answers, renames, pins, deletes and asks. */
class Person {
  static #chats = 0;
  readonly deleted = new Set<ThreadId>();
  readonly #client: Client<Routes>;
  readonly #random: () => number;

  constructor(client: Client<Routes>, random: () => number) {
    this.#client = client;
    this.#random = random;
  }

  /** Renames and pins other chats than the one that is open in the page. */
  async act(open: ThreadId | null): Promise<void> {
    const { results } = await this.#client.listChats({ params, query: { limit: '100' } });
    const others = results.filter(({ chatId }) => chatId !== open);
    const chat = others[Math.floor(this.#random() * others.length)];
    const dice = this.#random();
    try {
      const mayOpen = results.length < maxChats;
      if (!chat || (dice < 0.35 && mayOpen)) await this.#openChat();
      else if (dice < 0.6) await this.#answer(mayOpen);
      else if (dice < 0.7) await this.#change(chat.chatId, { title: `Renamed ${Math.floor(this.#random() * 1000)}` });
      else if (dice < 0.75) await this.#change(chat.chatId, { isPinned: !chat.isPinned });
      else if (dice < 0.88) await this.#send(open ?? chat.chatId);
      else await this.#remove(open && dice > 0.97 ? open : chat.chatId);
    } catch (error) {
      // The other one was first.
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
    }
  }

  async #openChat(): Promise<void> {
    const names = ['talker', 'asker', 'asker', 'hanger', 'mailer', 'leader', 'teller'];
    const agentId = agentIdOf(names[Math.floor(this.#random() * names.length)] ?? 'talker');
    Person.#chats += 1;
    await this.#client.openChat({ params, body: { agentId, text: `Chat number ${Person.#chats}` } });
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
