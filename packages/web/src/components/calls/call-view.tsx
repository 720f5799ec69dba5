import type { CallState, TaskState, ThreadId } from '@retinue/protocol';
import { chartOf, chartTools } from '@retinue/protocol';
import { Suspense } from 'react';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { CallQuestion } from '../questions/call-question.tsx';
import { TaskRow } from '../tasks/task-row.tsx';
import { useViewContext } from '../thread/view-context.ts';
import { CallRow } from './call-row.tsx';
import { callsCopy } from './copy.ts';
import { ResultCard } from './result-card.tsx';

const ChartView = lazyPart(async () => (await import('../charts/chart-view.tsx')).default);

/** Draws a call: a task, a question, a chart, a result, or a plain tool call. */
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
      <CallQuestion call={call} question={question} threadId={threadId} />
      {question.status !== 'open' && <PlainCall call={call} threadId={threadId} />}
    </div>
  );
}

function PlainCall({ call, threadId }: { call: CallState; threadId: ThreadId }) {
  const { kind } = useViewContext();
  const { question } = call;
  if (call.tasks.length > 0) return <TaskRows tasks={call.tasks} />;
  if (question?.kind === 'answer') return <CallQuestion call={call} question={question} threadId={threadId} />;
  if (call.name === 'suggestFollowUps' && kind === 'chat') return null;
  if (call.name === 'taskResult') return <ResultCard call={call} />;
  if (Object.hasOwn(chartTools, call.name) && kind !== 'nested') return <ChartCall call={call} />;
  return <CallRow call={call} />;
}

/** One row per attempt and per reactivation. */
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

function ChartCall({ call }: { call: CallState }) {
  const chart = chartOf(call);
  if (!chart) return <CallRow call={call} />;
  return (
    <Suspense fallback={<p className="h-72 text-small text-faint">{callsCopy.drawingChart(chart.title)}</p>}>
      <ChartView chart={chart} keptAs={`numbers ${call.callId}`} />
    </Suspense>
  );
}
