import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LogEvent, Question, QuestionId, ThreadId, WorkspaceId } from '@retinue/protocol';
import { questionIdOf } from '@retinue/protocol';
import { soundOrNull } from '../../ports/log/damage.ts';
import type { OpenedLog } from '../../ports/log/opened-log.ts';
import { describeQuestions } from '../../views/questions.ts';
import { reloadFrame, writeFrame } from './shared-pieces.ts';

/** One question, or all open ones of a chat by the chat's id. */
export type QuestionKey = QuestionId | ThreadId;

/** The question that an event may open, change or close; all of its chat where the event names none. */
export function questionChangedBy(event: LogEvent): QuestionKey | null {
  switch (event.type) {
    case 'question.asked':
    case 'question.passed':
    case 'question.answered':
    case 'question.renewed':
      return event.data.questionId;
    case 'call.ended':
      // A call that is done had its answer before.
      return event.data.status === 'done' ? null : questionIdOf(event.data.callId);
    case 'task.ended':
      // No event closes the questions of a sub-agent that failed because its thread is damaged.
      return event.data.status === 'failed' ? event.rootId : null;
    case 'chat.hidden':
    case 'chat.restored':
    case 'chat.renamed':
    case 'agent.changed':
    case 'thread.imported':
      return event.rootId;
    default:
      return null;
  }
}

type FramesLog = Pick<OpenedLog, 'readModels' | 'thread'>;

/** Questions as frames, each read and written out once for all readers, until it changes. */
export class QuestionFrames {
  readonly #log: FramesLog;
  readonly #head: () => number;
  readonly #frames = new Map<QuestionKey, Promise<string>>();
  readonly #asked = new Map<WorkspaceId, { keys: QuestionKey[]; found: Promise<Map<QuestionKey, string>> }>();

  constructor(log: FramesLog, head: () => number) {
    this.#log = log;
    this.#head = head;
  }

  /** The frames of a key; none for a call that had no question. */
  of(workspaceId: WorkspaceId, key: QuestionKey): Promise<string> {
    if (this.#frames.size > maxFrames) this.#frames.clear();
    return this.#frames.getOrInsertComputed(key, () => {
      const frames = this.#read(workspaceId, key);
      frames.catch(() => this.#frames.delete(key));
      return frames;
    });
  }

  /** After a change: drops the frames that were read before, of the question and of its chat. */
  forget(key: QuestionKey, rootId: ThreadId): void {
    if (isChat(key)) this.#frames.clear();
    this.#frames.delete(key);
    this.#frames.delete(rootId);
  }

  /** Keys of the same turn of the event loop share one query. */
  async #read(workspaceId: WorkspaceId, key: QuestionKey): Promise<string> {
    const asked = this.#asked.getOrInsertComputed(workspaceId, () => {
      const keys: QuestionKey[] = [];
      const found = nextTurn().then(() => {
        this.#asked.delete(workspaceId);
        return this.#readAll(workspaceId, keys);
      });
      return { keys, found };
    });
    asked.keys.push(key);
    return (await asked.found).get(key) ?? '';
  }

  async #readAll(workspaceId: WorkspaceId, keys: readonly QuestionKey[]): Promise<Map<QuestionKey, string>> {
    const { readModels } = this.#log;
    // Taken first: the rows are at least as late as this.
    const position = this.#head();
    const rootIds = keys.filter(isChat);
    const [named, inChats] = await Promise.all([
      readModels.questionsNamed(workspaceId, keys.filter(isQuestion)),
      readModels.openQuestionsIn(workspaceId, rootIds),
    ]);
    const open = named.filter(({ status }) => status === 'open').concat(inChats);
    const threadOf = (threadId: ThreadId) => soundOrNull(this.#log.thread(workspaceId, threadId));
    const described = new Map((await describeQuestions(open, threadOf)).map((one) => [one.questionId, one]));
    const frames = new Map<QuestionKey, string>();
    for (const { questionId, rootId: chatId } of named) {
      const question = described.get(questionId);
      const body = question ? { ...question, position } : { questionId, chatId, isClosed: true, position };
      frames.set(questionId, writeFrame('question', body));
    }
    const byChat = Map.groupBy(described.values(), ({ chatId }) => chatId);
    for (const chatId of rootIds) frames.set(chatId, framesOfChat(chatId, byChat.get(chatId) ?? [], position));
    return frames;
  }
}

/** First the ids of all, so that a reader drops the others. */
function framesOfChat(chatId: ThreadId, questions: readonly Question[], position: number): string {
  if (questions.length > maxInChat) return reloadFrame;
  const openIds = questions.map(({ questionId }) => questionId);
  const bodies = [{ chatId, openIds, position }, ...questions.map((question) => ({ ...question, position }))];
  return bodies.map((body) => writeFrame('question', body)).join('');
}

const isQuestion = (key: QuestionKey): key is QuestionId => key.startsWith('qst_');
const isChat = (key: QuestionKey): key is ThreadId => !isQuestion(key);

const maxFrames = 500;
/** Beyond this, a reader loads the lists again. */
const maxInChat = 500;
