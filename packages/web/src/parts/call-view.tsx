import type { CallState } from '@retinue/protocol';
import { chartOf, chartTools } from '@retinue/protocol';
import { lazy, Suspense } from 'react';
import { CallRow } from './call-row.tsx';
import { usePlace } from './place.ts';
import { QuestionCard } from './question-card.tsx';
import { ResultCard } from './result-card.tsx';
import { TaskRow } from './task-row.tsx';

const ChartView = lazy(() => import('./chart-view.tsx'));

/** A call in its place: a delegation, a question, a drawing, a result, or the plain use of a tool. */
export function CallView({ call }: { call: CallState }) {
  const { kind } = usePlace();
  if (call.tasks.length > 0) {
    return (
      <ul className="flex flex-col gap-1.5">
        {call.tasks.map((task, index) => (
          <TaskRow key={task.taskId} task={task} isSuperseded={index < call.tasks.length - 1} />
        ))}
      </ul>
    );
  }
  if (call.question) return <QuestionCard question={call.question} callStatus={call.status} />;
  if (call.name === 'suggestFollowUps' && kind === 'chat') return null;
  if (call.name === 'taskResult') return <ResultCard call={call} />;
  if (call.name in chartTools && kind !== 'nested') return <Drawing call={call} />;
  return <CallRow call={call} />;
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
