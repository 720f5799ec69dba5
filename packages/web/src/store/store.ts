import type { ListedAgent, Provider, Question, ThreadId, Workspace } from '@retinue/protocol';
import { ApiError } from '@retinue/protocol';
import type { Api } from '../api/client.ts';
import type { Frame } from '../api/frames.ts';
import { Alerts } from './alerts.ts';
import type { Connection } from './channel.ts';
import { ChatTree, type TreeReply, topicOf } from './chat-tree.ts';
import { Chats } from './chats.ts';
import { Notices } from './notices.ts';
import { Remembered } from './remembered.ts';
import { type SignIn, signIn, takeToken } from './sign-in.ts';
import { Stream } from './stream.ts';
import { Topics } from './topics.ts';

interface Watched {
  tree: ChatTree;
  watchers: number;
  problem: { words: string; isMissing: boolean } | null;
}

/**
 * All that the page knows. It changes by what the server says and by nothing else; whoever draws listens to topics and reads.
 */
export class Store {
  readonly api: Api;
  readonly topics = new Topics();
  readonly notices = new Notices(this.topics);
  readonly remembered = new Remembered(this.topics);
  readonly chats: Chats;
  readonly alerts = new Alerts(this.topics, () => this.#stream?.isUnwatchedLeader ?? false);
  readonly #watched = new Map<ThreadId, Watched>();
  #signIn: SignIn = { state: 'checking' };
  #connection: Connection = 'quiet';
  #stream: Stream | null = null;
  #agents: readonly ListedAgent[] = [];
  #providers: readonly Provider[] | null = null;
  #questions: readonly Question[] | null = null;
  #questionsTimer: ReturnType<typeof setTimeout> | undefined;
  #againAt = 0;

  constructor(api: Api) {
    this.api = api;
    this.chats = new Chats(
      (query) => api.listChats({ params: this.place, query: { limit: '100', ...query } }),
      this.topics,
    );
  }

  get signIn(): SignIn {
    return this.#signIn;
  }
  get connection(): Connection {
    return this.#connection;
  }
  get agents(): readonly ListedAgent[] {
    return this.#agents;
  }
  /** Null until they are known. */
  get providers(): readonly Provider[] | null {
    return this.#providers;
  }
  get questions(): readonly Question[] {
    return this.#questions ?? none;
  }
  get workspace(): Workspace {
    const workspace = this.#signIn.state === 'in' ? this.#signIn.workspaces[0] : undefined;
    if (!workspace) throw new Error('Nobody is signed in.');
    return workspace;
  }
  get place(): { workspaceId: Workspace['workspaceId'] } {
    return { workspaceId: this.workspace.workspaceId };
  }

  /** Signs in, by the link's token if there is one, and begins to listen. */
  async begin(): Promise<void> {
    this.#signIn = await signIn(this.api, takeToken());
    if (this.#signIn.state === 'in') await this.#enter();
    this.topics.tell('sign-in');
  }

  async #enter(): Promise<void> {
    const { workspaceId } = this.workspace;
    this.#stream ??= new Stream(workspaceId, {
      onFrame: (frame) => this.#take(frame),
      onConnection: (connection) => {
        this.#connection = connection;
        this.topics.tell('connection');
      },
      onDoubt: () => void this.#checkSignIn(),
    });
    const stream = this.#stream;
    void this.loadAgents().catch(() => {});
    void this.loadQuestions().catch(() => {});
    const position = await this.chats.load().catch(() => null);
    stream.begin(position ?? 0);
  }

  async #checkSignIn(): Promise<void> {
    const found = await signIn(this.api, null);
    if (found.state !== 'out') return;
    this.#signIn = found;
    this.topics.tell('sign-in');
  }

  async loadAgents(): Promise<void> {
    const [{ results }, providers] = await Promise.all([
      this.api.listAgents({ params: this.place }),
      this.api.listProviders({ params: this.place }),
    ]);
    this.#agents = results;
    this.#providers = providers.results;
    this.topics.tell('agents');
  }

  /** A workspace that was changed from here. */
  takeWorkspace(changed: Workspace): void {
    if (this.#signIn.state !== 'in') return;
    const { workspaces, ...rest } = this.#signIn;
    const isIt = ({ workspaceId }: Workspace) => workspaceId === changed.workspaceId;
    this.#signIn = { ...rest, workspaces: workspaces.map((one) => (isIt(one) ? changed : one)) };
    this.topics.tell('sign-in');
  }

  async loadQuestions(): Promise<void> {
    const { results } = await this.api.listOpenQuestions({ params: this.place, query: { limit: '100' } });
    const titleOf = (chatId: ThreadId) => this.chats.row(chatId)?.title ?? 'a chat';
    if (this.#questions) this.alerts.takeQuestions(this.#questions, results, titleOf);
    this.#questions = results;
    this.topics.tell('questions');
  }

  tree(chatId: ThreadId): ChatTree | null {
    return this.#watched.get(chatId)?.tree ?? null;
  }

  problem(chatId: ThreadId): { words: string; isMissing: boolean } | null {
    return this.#watched.get(chatId)?.problem ?? null;
  }

  /** Keeps a chat's tree live for as long as somebody draws it. */
  watch(chatId: ThreadId): () => void {
    const known = this.#watched.get(chatId);
    const watched = known ?? { tree: this.#openTree(chatId), watchers: 0, problem: null };
    watched.watchers += 1;
    if (!known) {
      this.#watched.set(chatId, watched);
      void this.loadTree(chatId);
    }
    return () => {
      watched.watchers -= 1;
      setTimeout(() => watched.watchers === 0 && this.#forget(chatId), lingerMs);
    };
  }

  async loadTree(chatId: ThreadId): Promise<void> {
    const watched = this.#watched.get(chatId);
    if (!watched) return;
    const position = this.#stream?.position ?? 0;
    try {
      await watched.tree.load();
      watched.problem = null;
      this.#stream?.watch(chatId, Math.max(position, watched.tree.tree?.position ?? 0));
    } catch (error) {
      const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
      watched.problem = { words: wordsOfError(error), isMissing };
    }
    this.topics.tell(topicOf.tree(chatId));
  }

  #openTree(chatId: ThreadId): ChatTree {
    const params = { ...this.place, chatId };
    const source = {
      tree: async (threads: readonly ThreadId[]) =>
        (await this.api.getTree({ params, query: { threads: threads.join(',') } })) as unknown as TreeReply,
      older: async (threadId: ThreadId, before: number) =>
        (await this.api.listItems({
          params: { ...params, threadId },
          query: { before: String(before), limit: '30' },
        })) as never,
      again: () => this.#again(),
    };
    return new ChatTree(chatId, source, this.topics);
  }

  #again(): void {
    const now = Date.now();
    if (now - this.#againAt < 1500) return;
    this.#againAt = now;
    this.#stream?.again();
  }

  #forget(chatId: ThreadId): void {
    const watched = this.#watched.get(chatId);
    if (!watched || watched.watchers > 0) return;
    watched.tree.dispose();
    this.#watched.delete(chatId);
    this.#stream?.unwatch(chatId);
  }

  #take(frame: Frame): void {
    if (frame.name === 'event') this.#watched.get(frame.body.rootId)?.tree.take([frame.body]);
    else if (frame.name === 'delta') this.#watched.get(frame.body.rootId)?.tree.takeDelta(frame.body);
    else if (frame.name === 'chat') this.#takeChat(frame);
    else {
      void this.chats.load().catch(() => {});
      if (frame.body.position !== undefined) for (const chatId of this.#watched.keys()) void this.loadTree(chatId);
    }
  }

  #takeChat(frame: Extract<Frame, { name: 'chat' }>): void {
    const row = this.chats.row(frame.body.chatId);
    const before = row?.openQuestions ?? 0;
    const now = 'isGone' in frame.body ? 0 : frame.body.openQuestions;
    if (!('isGone' in frame.body)) this.alerts.takeRow(row, frame.body);
    this.chats.take(frame);
    if (before === 0 && now === 0) return;
    clearTimeout(this.#questionsTimer);
    this.#questionsTimer = setTimeout(() => void this.loadQuestions().catch(() => {}), 100);
  }
}

export function wordsOfError(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return 'The server does not answer. See that it still runs, and try again.';
}

const lingerMs = 1000;
const none: readonly Question[] = [];
