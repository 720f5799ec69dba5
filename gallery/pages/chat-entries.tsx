import type { Reason, ThreadState } from '@retinue/protocol';
import type { ReactNode } from 'react';
import { CallRow } from '../../packages/web/src/components/calls/call-row.tsx';
import { CallView } from '../../packages/web/src/components/calls/call-view.tsx';
import { DraftCall } from '../../packages/web/src/components/calls/draft-call.tsx';
import ChartView from '../../packages/web/src/components/charts/chart-view.tsx';
import { KeptDetails } from '../../packages/web/src/components/thread/kept-details.tsx';
import { MessageEditor, MessageRow } from '../../packages/web/src/components/thread/message-row.tsx';
import { Scroller } from '../../packages/web/src/components/thread/scroller.tsx';
import { StepRow } from '../../packages/web/src/components/thread/step-row.tsx';
import { ThreadView } from '../../packages/web/src/components/thread/thread-view.tsx';
import { RetryLine, ThreadOutcome, TurnEnd } from '../../packages/web/src/components/thread/turn-end.tsx';
import { type ThreadRow, threadRows } from '../../packages/web/src/store/threads/thread-rows.ts';
import { InChat, inStore } from '../in-store.tsx';
import type { SampleChat } from '../sample-chat.ts';
import type { SampleChats } from '../sample-chats.ts';
import { type Entries, ignore, type Samples } from '../samples.tsx';

/** Draws the rows of a kind, at these places of the thread. */
function rowsOf<Kind extends ThreadRow['kind']>(
  chat: SampleChat,
  kind: Kind,
  draw: (row: Extract<ThreadRow, { kind: Kind }>, thread: ThreadState) => ReactNode,
  states: readonly string[],
): Record<string, ReactNode> {
  const isKind = (row: ThreadRow): row is Extract<ThreadRow, { kind: Kind }> => row.kind === kind;
  return Object.fromEntries(
    states.map((state, index) => [
      state,
      <InChat key={state} chat={chat}>
        {(root) => {
          const row = threadRows(root).filter(isKind)[index];
          return row && draw(row, root);
        }}
      </InChat>,
    ]),
  );
}

export function messageEntries(_samples: Samples, { answered, writing, team }: SampleChats): Entries {
  const message: Parameters<typeof rowsOf<'message'>>[2] = (row, thread) => <MessageRow row={row} thread={thread} />;
  const step: Parameters<typeof rowsOf<'step'>>[2] = ({ item, isFirst }, { threadId, agent }) => (
    <StepRow item={item} threadId={threadId} agent={agent} isFirst={isFirst} />
  );
  return {
    MessageRow: {
      ...rowsOf(answered, 'message', message, [
        'of a person',
        'additional context',
        'read at a step',
        'notice',
        'late result',
      ]),
      ...rowsOf(writing, 'message', message, ['sent', 'queued'].slice(0, 2)),
    },
    MessageEditor: {
      open: (
        <InChat chat={team.chat}>
          {({ items }) =>
            items.flatMap((item) =>
              item.type === 'message' ? <MessageEditor key={item.seq} item={item} onLeave={ignore} /> : [],
            )
          }
        </InChat>
      ),
    },
    StepRow: {
      ...rowsOf(answered, 'step', step, [
        'reasoning, text and calls',
        'a task',
        'summary',
        'Markdown, asked to finish',
      ]),
      ...rowsOf(writing, 'step', step, ['calls', 'being written']),
    },
  };
}

/** The ends of turns, and whole threads. */
export function threadEntries(
  { sentence, long }: Samples,
  { answered, writing, retrying, refused }: SampleChats,
): Entries {
  const thread = (chat: SampleChat) => <InChat chat={chat}>{(root) => <ThreadView threadId={root.threadId} />}</InChat>;
  return {
    TurnEnd: rowsOf(answered, 'end', (row, root) => <TurnEnd row={row} thread={root} />, [
      'with sub-agents',
      'with suggested questions',
    ]),
    ThreadOutcome: {
      'with a link to the provider': <InChat chat={refused}>{(root) => <ThreadOutcome thread={root} />}</InChat>,
      ...Object.fromEntries(
        outcomes.map(({ state, ...outcome }) => [
          state,
          <InChat key={state} chat={writing}>
            {(root) => <ThreadOutcome thread={{ ...root, outcome: { ...outcome, at: 0 } }} />}
          </InChat>,
        ]),
      ),
    },
    RetryLine: { 'rate limited': <InChat chat={retrying}>{(root) => <RetryLine threadId={root.threadId} />}</InChat> },
    ThreadView: { ended: thread(answered), 'being written': thread(writing) },
    Scroller: {
      'with earlier messages': (
        <div className="flex h-40">
          <Scroller label={sentence} hasOlder onOlder={async () => {}} onEnd={ignore}>
            {long.repeat(30)}
          </Scroller>
        </div>
      ),
    },
    KeptDetails: {
      closed: inStore(
        <KeptDetails keptAs="gallery">
          <summary>{long}</summary>
          {sentence}
        </KeptDetails>,
      ),
    },
  };
}

const failed = { status: 'failed', result: '' } as const;
const budgetReached: Reason = { code: 'budget-reached', kind: 'cost', amount: 500_000 };
const outcomes: (Omit<NonNullable<ThreadState['outcome']>, 'at'> & { state: string })[] = [
  { state: 'failed', ...failed, reason: { code: 'no-progress' } },
  { state: 'rate limited', ...failed, reason: { code: 'rate-limited', retriedMs: 600_000 } },
  { state: 'step limit', ...failed, reason: { code: 'step-limit', maxSteps: 100 } },
  { state: 'budget reached without an answer', ...failed, reason: budgetReached, limit: 'budget' },
  { state: 'budget reached', ...failed, result: '.', reason: budgetReached, limit: 'budget' },
  { state: 'canceled', status: 'cancelled', result: '', reason: { code: 'canceled' } },
];

export function callEntries({ sentence, name }: Samples, { answered, asking }: SampleChats): Entries {
  const series = [
    { name, values: [12, 7, null] },
    { name: sentence, values: [3, 9, 8] },
  ];
  const chart = { title: sentence, unit: 'EUR', points: ['2022', '2023', '2024'], series };
  const calls = (chat: SampleChat, draw: (call: Parameters<typeof CallRow>[0]['call']) => ReactNode) => (
    <InChat chat={chat}>
      {({ items }) => items.flatMap((item) => (item.type === 'step' ? item.calls.map(draw) : []))}
    </InChat>
  );
  return {
    CallRow: {
      'done, failed, interrupted and canceled': calls(answered, (call) => <CallRow key={call.callId} call={call} />),
    },
    CallView: {
      'calls, a chart and a task': calls(answered, (call) => (
        <CallView key={call.callId} call={call} threadId={answered.chatId} />
      )),
      'questions and approvals': calls(asking, (call) => (
        <CallView key={call.callId} call={call} threadId={asking.chatId} />
      )),
    },
    DraftCall: {
      begun: <DraftCall name="searchWeb" text="" />,
      'with arguments': <DraftCall name="newTask" text={`{"task": "${sentence}`} />,
    },
    ChartView: {
      lines: inStore(<ChartView chart={{ kind: 'line', ...chart }} keptAs="lines" />),
      bars: inStore(<ChartView chart={{ kind: 'bar', ...chart }} keptAs="bars" />),
    },
  };
}
