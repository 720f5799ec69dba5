import { type CallState, chartOf, chartTools, reasonText, type TaskState, type ThreadId } from '@retinue/protocol';
import { CircleAlert, CornerUpLeft } from 'lucide-react';
import { Suspense } from 'react';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { ValueBlock } from '../../ui/text/code-block.tsx';
import { Markdown } from '../../ui/text/markdown.tsx';
import { CallQuestion } from '../questions/call-question.tsx';
import { TaskRow } from '../tasks/task-row.tsx';
import { useViewContext } from '../thread/view-context.ts';
import { CallRow } from './call-row.tsx';
import { callsCopy as copy } from './copy.ts';

const ChartView = lazyPart(async () => (await import('../charts/chart-view.tsx')).default);

interface CallProps {
  call: CallState;
  threadId: ThreadId;
}

/** Draws a call: a task, a question, a chart, a result, or a plain tool call. */
export function CallView(props: CallProps) {
  return (
    <Boundary what="call" content={() => props.call} resetKey={props.call}>
      <AnyCall {...props} />
    </Boundary>
  );
}

function AnyCall({ call, threadId }: CallProps) {
  const { question } = call;
  if (question?.kind !== 'approval') return <PlainCall call={call} threadId={threadId} />;
  return (
    <div className="flex flex-col gap-1">
      <CallQuestion call={call} question={question} threadId={threadId} />
      {question.status !== 'open' && <PlainCall call={call} threadId={threadId} />}
    </div>
  );
}

function PlainCall({ call, threadId }: CallProps) {
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
    <Suspense fallback={<p className="h-72 text-small text-faint">{copy.drawingChart(chart.title)}</p>}>
      <ChartView chart={chart} keptAs={`numbers ${call.callId}`} />
    </Suspense>
  );
}

/** The result that a sub-agent returns to its parent. */
function ResultCard({ call }: { call: CallState }) {
  const { kind } = useViewContext();
  const { result, status } = (call.args ?? {}) as { result?: unknown; status?: unknown };
  const isRefused = call.status === 'failed';
  const isError = status === 'error' || isRefused;
  return (
    <article
      aria-label={copy.result}
      className={`rounded-plain border px-3 py-2 ${isError ? 'border-bad/40 bg-bad-wash' : 'border-line bg-sunken'}`}
    >
      <p className={`mb-1 flex items-center gap-1.5 text-tiny font-semibold ${isError ? 'text-bad' : 'text-faint'}`}>
        {isError ? <CircleAlert size={13} /> : <CornerUpLeft size={13} className="rtl:-scale-x-100" />}
        {copy.resultHeads[isRefused ? 'rejected' : isError ? 'failed' : 'returned']}
      </p>
      {call.error && <p className="text-small text-bad [overflow-wrap:anywhere]">{reasonText(call.error)}</p>}
      {typeof result === 'string' ? (
        <Markdown text={result} className={kind === 'nested' ? 'text-small' : ''} />
      ) : (
        result !== undefined && <ValueBlock label={copy.result} value={result} />
      )}
    </article>
  );
}
