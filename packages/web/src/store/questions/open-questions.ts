import type { Question, QuestionId } from '@retinue/protocol';
import type { Frame, QuestionChange } from '../../api/frames.ts';
import { Loading } from '../stream/loading.ts';

interface QuestionPage {
  results: Question[];
  cursor: string | null;
  position: number;
}

/** Null for a closed question. */
interface Known {
  question: Question | null;
  position: number;
}

/** The open questions of a workspace: loaded once, then changed by the stream alone. Beyond a limit, the first ones are kept. */
export class OpenQuestions {
  readonly #fetch: (query: { limit: string; cursor?: string }) => Promise<QuestionPage>;
  readonly #onChange: (added: readonly Question[]) => void;
  readonly #loading = new Loading(() => this.#load());
  #known = new Map<QuestionId, Known>();
  #list: readonly Question[] = [];
  /** The last question that is listed, where there are more. */
  #end: Question | null = null;
  #position: number | null = null;
  /** Changes that came while a request was under way. */
  #sinceAsked: QuestionChange[] = [];

  /** `onChange` gets the questions that were not open before; none at the first load. */
  constructor(
    fetchPage: (query: { limit: string; cursor?: string }) => Promise<QuestionPage>,
    onChange: (added: readonly Question[]) => void,
  ) {
    this.#fetch = fetchPage;
    this.#onChange = onChange;
  }

  /** In the order in which they were asked. */
  get list(): readonly Question[] {
    return this.#list;
  }

  /** There are more open questions than are listed. */
  get hasMore(): boolean {
    return this.#end !== null;
  }

  /** Resolves with the log position of the list. */
  async load(): Promise<number> {
    await this.#loading.again();
    return this.#position ?? 0;
  }

  /** The server has another log: no position that is known here is part of it. */
  loadOther(): Promise<number> {
    for (const known of this.#known.values()) known.position = -1;
    return this.load();
  }

  take({ body }: Extract<Frame, { name: 'question' }>): void {
    if (this.#loading.isUnderWay) this.#sinceAsked.push(body);
    this.#apply(body);
    this.#changed();
    if (this.hasMore && this.#list.length < refillBelow && !this.#loading.isUnderWay) void this.load().catch(() => {});
  }

  #apply(change: QuestionChange): void {
    const { position } = change;
    if ('openIds' in change) {
      const open = new Set(change.openIds);
      for (const [questionId, { question }] of this.#known)
        if (question?.chatId === change.chatId && !open.has(questionId))
          this.#set(questionId, { question: null, position });
    } else if ('isClosed' in change) this.#set(change.questionId, { question: null, position });
    else {
      const { position: _position, ...question } = change;
      const isBeyond = this.#end !== null && inOrder(question, this.#end) > 0;
      if (!isBeyond) this.#set(question.questionId, { question, position });
    }
  }

  /** A frame that another tab repeats late does not replace a later one. */
  #set(questionId: QuestionId, known: Known): void {
    if (known.position >= (this.#known.get(questionId)?.position ?? -1)) this.#known.set(questionId, known);
  }

  /** Loads all pages, up to a limit. */
  async #load(): Promise<void> {
    this.#sinceAsked = [];
    const { position, ...first } = await this.#fetch({ limit: '100' });
    let { results, cursor } = first;
    while (cursor !== null && results.length < maxQuestions) {
      const next = await this.#fetch({ limit: '100', cursor });
      results = [...results, ...next.results];
      cursor = next.cursor;
    }
    this.#known = new Map(results.map((question) => [question.questionId, { question, position }]));
    this.#end = cursor === null ? null : (results.at(-1) ?? null);
    for (const change of this.#sinceAsked) if (change.position >= position) this.#apply(change);
    const isFirst = this.#position === null;
    this.#position = position;
    this.#changed(isFirst);
  }

  #changed(isFirst = false): void {
    if (this.#known.size > maxKnown) this.#forgetClosed();
    const before = new Set(this.#list.map(({ questionId }) => questionId));
    const open = [...this.#known.values()].flatMap(({ question }) => question ?? []).sort(inOrder);
    this.#list = open.slice(0, maxQuestions);
    if (open.length > maxQuestions) this.#end = this.#list.at(-1) ?? null;
    for (const { questionId } of open.slice(maxQuestions)) this.#known.delete(questionId);
    this.#onChange(isFirst ? [] : this.#list.filter(({ questionId }) => !before.has(questionId)));
  }

  #forgetClosed(): void {
    for (const [questionId, { question }] of this.#known) if (!question) this.#known.delete(questionId);
  }
}

function inOrder(left: Question, right: Question): number {
  return left.askedPosition - right.askedPosition || (left.questionId < right.questionId ? -1 : 1);
}

const maxQuestions = 500;
const maxKnown = 2000;
/** More are loaded when so few are left of those that are listed. */
const refillBelow = 400;
