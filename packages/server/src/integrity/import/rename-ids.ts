import type { IdMaker, LogEvent } from '@retinue/protocol';

/**
 * Gives a tree new ids. Ids that belong together keep a common suffix. The tree's ids change in texts of agents and tools,
 * too, since agents use them. Texts of people stay as they were written.
 */
export class IdRenamer {
  readonly #ids: IdMaker;
  readonly #fresh = new Map<string, string>();

  constructor(ids: IdMaker) {
    this.#ids = ids;
  }

  rename(event: LogEvent): LogEvent {
    const { data } = event;
    const { parent, parts, context, inDoubt } = data as Linked;
    this.#register([event, data, ...(parent ? [parent] : []), ...(parts ?? [])]);
    for (const id of [...(context?.results ?? []), ...(inDoubt ?? [])]) this.#freshOf(id);
    const renamed = inTexts(event, (text) => this.#inText(text)) as LogEvent;
    return { ...renamed, data: { ...renamed.data, ...textOfPerson(event) } } as LogEvent;
  }

  /** A value about the tree, with the ids of its file. */
  withOriginals<Value>(value: Value): Value {
    const original = (text: string) => this.#original(text);
    return inTexts(value, original) as Value;
  }

  #original(text: string): string {
    const old = new Map([...this.#fresh].map(([before, after]) => [after, before]));
    return text.replace(idPattern, (id, prefix, base, attempt = '') =>
      old.has(base) ? `${prefix}_${old.get(base)}${attempt}` : id,
    );
  }

  #register(objects: readonly object[]): void {
    for (const object of objects) {
      for (const [name, value] of Object.entries(object)) {
        if (idFields.has(name) && typeof value === 'string') this.#freshOf(value);
      }
    }
  }

  #freshOf(id: string): void {
    const [, , base] = wholeId.exec(id) ?? [];
    if (base !== undefined) this.#fresh.getOrInsertComputed(base, () => this.#ids.call().slice('call_'.length));
  }

  #inText(text: string): string {
    if (!text.includes('_')) return text;
    return text.replace(idPattern, (id, prefix, base, attempt = '') => {
      const fresh = this.#fresh.get(base);
      return fresh === undefined ? id : `${prefix}_${fresh}${attempt}`;
    });
  }
}

/** The same value with every text in it changed. */
function inTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => inTexts(one, change));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inTexts(one, change)]));
}

function textOfPerson({ type, data }: LogEvent): { text?: string; answer?: string; title?: string } {
  if (type === 'message.received' && data.from === 'person') return { text: data.text };
  if (type === 'question.answered' && data.by !== 'parent') return { answer: data.answer };
  return type === 'chat.renamed' ? { title: data.title } : {};
}

interface Linked {
  parent?: object | null;
  parts?: object[];
  context?: { results: string[] };
  inDoubt?: string[];
}

/** A later attempt has its number at the end. */
const wholeId = /^(thr|task|call|qst|msg)_([0-9A-Za-z_-]+?)(_\d{1,6})?$/;
const idPattern = /\b(thr|task|call|qst|msg)_([0-9A-Za-z_-]+?)(_\d{1,6})?(?![0-9A-Za-z_-])/g;

const idFields = new Set(
  'rootId threadId callId taskId childThreadId subAgentThreadId questionId messageId retryOf reactivates servedTaskId'.split(
    ' ',
  ),
);
