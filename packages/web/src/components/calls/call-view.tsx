import type { CallState, TaskState, ThreadId } from '@retinue/protocol';
import { chartOf, chartTools } from '@retinue/protocol';
import { Suspense } from 'react';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { CallApproval } from '../questions/call-approval.tsx';
import { QuestionCard } from '../questions/question-card.tsx';
import { TaskRow } from '../tasks/task-row.tsx';
import { useViewContext } from '../thread/view-context.ts';
import { CallRow } from './call-row.tsx';
import { ResultCard } from './result-card.tsx';

const ChartView = lazyPart(async () => (await import('../charts/chart-view.tsx')).default);

/** A call in its place: a delegation, a question, a drawing, a result, or the plain use of a tool. */
export function CallView({ call, threadId }: { call: CallState; threadId: ThreadId }) {
  return (
    <Boundary what="call" content={() => call} resetKey={call}>
      <AnyCall call={call} threadId={threadId} />
    </Boundary>
  );
}

function AnyCall({ call, threadId }: { call: CallState; threadId: ThreadId }) {
  const { question } = call;
  if (question?.kind !== 'approval') return <PlainCall call={call} threadId={threadId} />;
  return (
    <div className="flex flex-col gap-1">
      <CallApproval call={call} question={question} threadId={threadId} />
      {question.status !== 'open' && <PlainCall call={call} threadId={threadId} />}
    </div>
  );
}

function PlainCall({ call, threadId }: { call: CallState; threadId: ThreadId }) {
  const { kind } = useViewContext();
  const { question } = call;
  if (call.tasks.length > 0) return <TaskRows tasks={call.tasks} />;
  if (question?.kind === 'answer')
    return <QuestionCard question={question} callStatus={call.status} threadId={threadId} />;
  if (call.name === 'suggestFollowUps' && kind === 'chat') return null;
  if (call.name === 'taskResult') return <ResultCard call={call} />;
  if (Object.hasOwn(chartTools, call.name) && kind !== 'nested') return <Drawing call={call} />;
  return <CallRow call={call} />;
}

/** Attempts at one task, and what its agent went on with, each in its own row. */
function TaskRows({ tasks }: { tasks: readonly TaskState[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {tasks.map((task, index) => (
        <Boundary key={task.taskId} as="item" what="task" content={() => task} resetKey={task}>
          <TaskRow
            task={task}
            isLast={index === tasks.length - 1}
            isRetried={tasks.some(({ retryOf }) => retryOf === task.taskId)}
          />
        </Boundary>
      ))}
    </ul>
  );
}

function Drawing({ call }: { call: CallState }) {
  const chart = chartOf(call);
  if (!chart) return <CallRow call={call} />;
  return (
    <Suspense fallback={<p className="h-72 text-small text-faint">Drawing “{chart.title}” …</p>}>
      <ChartView chart={chart} keptAs={`numbers ${call.callId}`} />
    </Suspense>
  );
}
