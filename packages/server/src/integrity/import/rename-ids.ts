import { createHash } from 'node:crypto';
import type { CallId, FactFields, IdMaker, LogEvent, TaskId } from '@retinue/protocol';

/**
 * Gives a tree new ids. Ids that belong together keep a common suffix. The tree's ids change in texts of agents and tools,
 * too, since agents use them. Texts of people stay as they were written.
 */
export class IdRenamer {
  readonly #ids: IdMaker;
  readonly #fresh = new Map<string, string>();
  readonly #instructions = new Map<TaskId, Instruction>();
  /** Calls whose result is a person's answer. */
  readonly #answered = new Set<CallId>();

  constructor(ids: IdMaker) {
    this.#ids = ids;
  }

  rename(event: LogEvent): LogEvent {
    const { data } = event;
    const { parent, parts, context, inDoubt } = data as Linked;
    this.#register([event, data, ...(parent ? [parent] : []), ...(parts ?? [])]);
    for (const id of [...(context?.results ?? []), ...(inDoubt ?? [])]) this.#freshOf(id);
    const renamed = inTexts(event, (text) => this.#inText(text)) as LogEvent;
    return { ...renamed, data: { ...renamed.data, ...this.#textsOfPeople(event) } } as LogEvent;
  }

  /** The fields of an event that hold what a person wrote. */
  #textsOfPeople({ type, data }: LogEvent): object {
    switch (type) {
      case 'thread.opened':
        return !data.parent || this.#isOfPerson(data.parent.taskId) ? { title: data.title } : {};
      case 'message.received': {
        const isInstruction = data.from === 'parent' && data.taskId !== null && this.#isOfPerson(data.taskId);
        return data.from === 'person' || isInstruction ? { text: data.text } : {};
      }
      case 'task.opened': {
        this.#noteInstruction(data);
        return this.#isOfPerson(data.taskId) ? { instruction: data.instruction, title: data.title } : {};
      }
      case 'question.answered':
        if (data.by === 'parent') return {};
        if (!data.verdict) this.#answered.add(data.callId);
        return { answer: data.answer };
      case 'call.ended':
        if (this.#answered.has(data.callId)) return { output: data.output };
        return data.error?.code === 'refused-by-person' ? { error: data.error } : {};
      case 'chat.renamed':
        return { title: data.title };
      default:
        return {};
    }
  }

  /**
   * A person wrote the instruction of a later attempt, unless it repeats that of an earlier one. The actor of an event
   * does not tell its writer, since the file may hold a chat that was imported before.
   */
  #noteInstruction({ taskId, attempt, retryOf, instruction }: FactFields<'task.opened'>): void {
    const hash = createHash('sha256').update(instruction).digest('base64url');
    const before = retryOf && this.#instructions.get(retryOf);
    const isRepeated = before?.hash === hash;
    this.#instructions.set(taskId, { hash, isOfPerson: isRepeated ? before.isOfPerson : attempt > 1 });
  }

  #isOfPerson(taskId: TaskId): boolean {
    return this.#instructions.get(taskId)?.isOfPerson ?? false;
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

/** Its hash, since the texts of an import are not kept in memory. */
interface Instruction {
  hash: string;
  isOfPerson: boolean;
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
