import type { Question } from '@retinue/protocol';
import { Loading } from '../stream/loading.ts';

interface QuestionPage {
  results: Question[];
  cursor: string | null;
}

/** The open questions of a workspace, loaded again whenever a chat's count of them may have changed. */
export class OpenQuestions {
  readonly #fetch: (query: { limit: string; cursor?: string }) => Promise<QuestionPage>;
  readonly #onLoaded: (before: readonly Question[] | null, now: readonly Question[]) => void;
  readonly #loading = new Loading(() => this.#load());
  #list: readonly Question[] | null = null;
  #hasMore = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    fetchPage: (query: { limit: string; cursor?: string }) => Promise<QuestionPage>,
    onLoaded: (before: readonly Question[] | null, now: readonly Question[]) => void,
  ) {
    this.#fetch = fetchPage;
    this.#onLoaded = onLoaded;
  }

  get list(): readonly Question[] {
    return this.#list ?? none;
  }

  /** There are more open questions than are listed. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  load(): Promise<void> {
    return this.#loading.again();
  }

  /** Changes that arrive together cost one load. */
  loadSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.load().catch(() => {}), 100);
  }

  /** Loads all pages, up to a limit. */
  async #load(): Promise<void> {
    const results: Question[] = [];
    let cursor: string | null = null;
    do {
      const page = await this.#fetch({ limit: '100', ...(cursor ? { cursor } : {}) });
      results.push(...page.results);
      cursor = page.cursor;
    } while (cursor !== null && results.length < maxQuestions);
    const before = this.#list;
    this.#hasMore = cursor !== null;
    this.#list = [...new Map(results.map((question) => [question.questionId, question])).values()];
    this.#onLoaded(before, this.#list);
  }
}

const maxQuestions = 500;
const none: readonly Question[] = [];
