import type { EventType, LogEvent } from '@retinue/protocol';
import type { Attempt } from '../person.ts';
import type { PersonRequest } from '../subject/lines.ts';
import type { Finding } from './finding.ts';
import { finding } from './finding.ts';
import { ofType } from './stored.ts';

/**
 * The person's history against the log. An acknowledged request is there exactly once; a refused one is not; one
 * without a reply is there once or not at all.
 */
export function checkCommands(events: readonly LogEvent[], history: readonly Attempt[]): Finding[] {
  return [...Map.groupBy(history, ({ request }) => request.key).values()].flatMap((attempts) => {
    const [first] = attempts;
    if (!first) return [];
    const traces = tracesOf(events, first.request);
    const acknowledged = attempts.find(({ outcome }) => outcome === 'ok');
    const what = `${first.request.name} "${first.request.key}"`;
    const findings: Finding[] = [];
    if (traces.length > 1) findings.push(finding('lost-command', `${what} was done ${traces.length} times.`));
    if (acknowledged && traces.length === 0)
      findings.push(finding('lost-command', `${what} was acknowledged and left no trace.`));
    if (acknowledged) findings.push(...compareReply(what, acknowledged, traces[0] ?? null));
    const refused = attempts.every(({ outcome }) => outcome === 'refused');
    if (refused && traces.length > 0 && first.request.name !== 'cancelTask')
      findings.push(finding('lost-command', `${what} was refused and done.`));
    return findings;
  });
}

/** Traces of a request in the log: the id that its reply must name, once for each effect. */
function tracesOf(events: readonly LogEvent[], { name, command }: PersonRequest): string[] {
  switch (name) {
    case 'openChat':
      return saidByPerson(events, command.text).map(({ threadId }) => threadId);
    case 'sendMessage':
      return saidByPerson(events, command.text).map(({ threadId }) => threadId);
    case 'answerQuestion':
      return ofType(events, 'question.answered')
        .filter(({ data }) => data.questionId === command.questionId && data.answer === command.answer)
        .map(({ threadId }) => threadId);
    case 'answerApproval':
      return ofType(events, 'question.answered')
        .filter(({ data }) => data.questionId === command.questionId && data.verdict === command.verdict)
        .map(({ threadId }) => threadId);
    case 'renewApproval':
      return ofType(events, 'question.renewed')
        .filter(({ data }) => data.questionId === command.questionId)
        .map(({ threadId }) => threadId);
    case 'retryTask':
      return ofType(events, 'task.opened').flatMap(({ data }) =>
        data.retryOf === command.taskId ? [data.taskId] : [],
      );
    case 'backgroundTask':
      return ofType(events, 'task.backgrounded').flatMap(({ data }) =>
        data.taskId === command.taskId ? [data.taskId] : [],
      );
    case 'markRead':
      return chatsWith(events, 'chat.read', command.threadId);
    case 'cancelTask':
      return stopsOf(events, (child) => child === childOf(events, command.taskId));
    case 'cancelThread':
      return stopsOf(events, (child) => child === command.threadId);
    case 'renameChat':
      return chatsWith(events, 'chat.renamed', command.threadId);
    case 'pinChat':
      return chatsWith(events, 'chat.pinned', command.threadId);
    case 'deleteChat':
      return chatsWith(events, 'chat.hidden', command.threadId);
    case 'restoreChat':
      return chatsWith(events, 'chat.restored', command.threadId);
    case 'stopChat':
      return chatsWith(events, 'chat.stopped', command.threadId);
    case 'resumeChat':
      return chatsWith(events, 'chat.resumed', command.threadId);
    case 'regenerate':
      return ofType(events, 'thread.rewound').flatMap(({ data, threadId }) => (data.isAsked ? [threadId] : []));
    case 'editMessage':
      return saidByPerson(events, command.text).map(({ threadId }) => threadId);
    default:
      return name satisfies never;
  }
}

function compareReply(what: string, { reply }: Attempt, trace: string | null): Finding[] {
  const named = reply?.threadId ?? reply?.taskId;
  if (named === undefined || trace === null || named === trace) return [];
  return [finding('lost-command', `${what} was answered with ${String(named)}; the log has ${trace}.`)];
}

function saidByPerson(events: readonly LogEvent[], text: string) {
  return ofType(events, 'message.received').filter(({ data }) => data.from === 'person' && data.text === text);
}

function chatsWith(events: readonly LogEvent[], type: EventType, chatId: string): string[] {
  return ofType(events, type).flatMap(({ threadId }) => (threadId === chatId ? [threadId] : []));
}

function stopsOf(events: readonly LogEvent[], isIt: (threadId: string) => boolean): string[] {
  return ofType(events, 'thread.cancelled').flatMap(({ threadId }) => (isIt(threadId) ? [threadId] : []));
}

function childOf(events: readonly LogEvent[], taskId: string): string | null {
  return ofType(events, 'task.opened').find(({ data }) => data.taskId === taskId)?.data.childThreadId ?? null;
}
