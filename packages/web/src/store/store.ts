import type { ListedAgent, Provider, ThreadId, Workspace, WorkspaceStop } from '@retinue/protocol';
import type { Api } from '../api/client.ts';
import type { Frame } from '../api/frames.ts';
import type { TreeSource } from './chats/chat-tree.ts';
import { Chats } from './chats/chats.ts';
import { WatchedTrees } from './chats/watched-trees.ts';
import { OpenQuestions } from './questions/open-questions.ts';
import { Alerts } from './session/alerts.ts';
import { Remembered } from './session/remembered.ts';
import { exchangeToken, type SignIn, takeToken } from './session/sign-in.ts';
import { Toasts } from './session/toasts.ts';
import type { Connection } from './stream/channel.ts';
import { takeServerTime } from './stream/server-time.ts';
import { Stream } from './stream/stream.ts';
import { Topics } from './topics.ts';

/** State of the page. Only the server's replies and frames change it; components subscribe to topics and read. */
export class Store {
  readonly api: Api;
  readonly topics = new Topics();
  readonly toasts = new Toasts(this.topics);
  readonly remembered = new Remembered(this.topics);
  readonly chats: Chats;
  readonly alerts = new Alerts(this.topics, () => this.#stream?.isUnwatchedLeader ?? false);
  readonly trees: WatchedTrees;
  #signIn: SignIn = { state: 'checking' };
  #connection: Connection = 'quiet';
  #stream: Stream | null = null;
  #agents: readonly ListedAgent[] = [];
  #providers: readonly Provider[] | null = null;
  readonly questions: OpenQuestions;
  #againAt = 0;
  #workStop: WorkspaceStop['stop'] = null;

  constructor(api: Api) {
    this.api = api;
    this.chats = new Chats(
      (query) => api.listChats({ params: this.workspaceParams, query: { limit: '100', ...query } }),
      this.topics,
    );
    this.questions = new OpenQuestions(
      (query) => api.listOpenQuestions({ params: this.workspaceParams, query }),
      (added) => {
        this.alerts.takeQuestions(added);
        this.topics.tell('questions');
      },
    );
    this.trees = new WatchedTrees({
      source: (chatId) => this.#sourceOf(chatId),
      topics: this.topics,
      onLoaded: (chatId, position) => this.#stream?.watch(chatId, position),
      onForgotten: (chatId) => this.#stream?.unwatch(chatId),
    });
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
  /** The stop of all work in the workspace or on the server, if one holds. */
  get workStop(): WorkspaceStop['stop'] {
    return this.#workStop;
  }
  /** Null until they are known. */
  get providers(): readonly Provider[] | null {
    return this.#providers;
  }
  get workspace(): Workspace {
    const workspace = this.#signIn.state === 'in' ? this.#signIn.workspaces[0] : undefined;
    if (!workspace) throw new Error('The store has no workspace before sign-in.');
    return workspace;
  }
  get workspaceParams(): { workspaceId: Workspace['workspaceId'] } {
    return { workspaceId: this.workspace.workspaceId };
  }

  /** Signs in, with the token of a set-up link if there is one, and opens the stream. */
  async begin(): Promise<void> {
    this.#signIn = await exchangeToken(this.api, takeToken());
    if (this.#signIn.state === 'in') await this.#enter();
    this.topics.tell('sign-in');
  }

  async #enter(): Promise<void> {
    const { workspaceId } = this.workspace;
    const listener = {
      onFrame: (frame: Frame) => this.#take(frame),
      onConnection: (connection: Connection) => {
        this.#connection = connection;
        this.topics.tell('connection');
      },
      onDoubt: () => void this.#checkSignIn(),
    };
    this.#stream ??= new Stream(workspaceId, listener);
    const stream = this.#stream;
    void this.loadAgents().catch(() => {});
    const loads = await Promise.allSettled([this.chats.load(), this.questions.load()]);
    const positions = loads.flatMap((load) => (load.status === 'fulfilled' ? load.value : []));
    stream.begin(positions.length > 0 ? Math.min(...positions) : null);
  }

  async #checkSignIn(): Promise<void> {
    const found = await exchangeToken(this.api, null);
    if (found.state !== 'out') return;
    this.#signIn = found;
    this.topics.tell('sign-in');
  }

  async loadAgents(): Promise<void> {
    const [{ results }, providers] = await Promise.all([
      this.api.listAgents({ params: this.workspaceParams }),
      this.api.listProviders({ params: this.workspaceParams }),
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

  #sourceOf(chatId: ThreadId): TreeSource {
    const params = { ...this.workspaceParams, chatId };
    return {
      tree: async (threads: readonly ThreadId[]) =>
        await this.api.getTree({ params, query: { threads: threads.join(',') } }),
      older: async (threadId: ThreadId, before: number) =>
        await this.api.listItems({ params: { ...params, threadId }, query: { before: String(before), limit: '30' } }),
      again: () => this.#again(),
    };
  }

  #again(): void {
    const now = Date.now();
    if (now - this.#againAt < 1500) return;
    this.#againAt = now;
    this.#stream?.again();
  }

  #take(frame: Frame): void {
    if (frame.name === 'event') this.trees.tree(frame.body.rootId)?.take([frame.body]);
    else if (frame.name === 'delta') this.trees.tree(frame.body.rootId)?.takeDelta(frame.body);
    else if (frame.name === 'chat') this.#takeChat(frame);
    else if (frame.name === 'question') this.questions.take(frame);
    else if (frame.name === 'resync') this.#resync(frame.body);
    else if (frame.name === 'beat') takeServerTime(frame.body.now);
    else {
      this.#workStop = frame.body.stop;
      this.topics.tell('stop');
    }
  }

  /** Loads everything again after missed events. */
  #resync({ position, chats = false }: { position?: number; chats?: boolean }): void {
    const isOther = position !== undefined;
    const listed = isOther ? this.chats.loadOther() : this.chats.load();
    const compare = () => this.trees.compareWithList((chatId) => this.chats.row(chatId) !== null);
    void listed.then(compare, () => {});
    void (isOther ? this.questions.loadOther() : this.questions.load()).catch(() => {});
    if (!chats) this.trees.loadAll();
  }

  #takeChat(frame: Extract<Frame, { name: 'chat' }>): void {
    const row = this.chats.row(frame.body.chatId);
    if (!('isGone' in frame.body)) this.alerts.takeRow(row, frame.body);
    this.chats.take(frame);
    if (!('isGone' in frame.body)) this.trees.takeRow(frame.body.chatId, row === null);
  }
}
