import type { Event, EventOf, ThreadId } from '@retinue/protocol';
import type { Finding } from '../../ports/finding.ts';
import type { VerifiedTree } from './verify-events.ts';

/** A summary is what a step of its kind said, written with its end, about what that step had seen. */
export function verifyCompactions({ byThread }: VerifiedTree): Finding[] {
  return [...byThread].flatMap(([threadId, events]) =>
    events.flatMap((event, index) =>
      event.type === 'thread.compacted' ? verifyOne(threadId, events.slice(0, index), event) : [],
    ),
  );
}

function verifyOne(threadId: ThreadId, before: readonly Event[], { data }: EventOf<'thread.compacted'>): Finding[] {
  const { step, throughSeq, summary } = data;
  const last = before.at(-1);
  const started = before.findLast((event) => event.type === 'step.started' && event.data.step === step);
  const asked = started?.type === 'step.started' ? started.data : null;
  const problems = [
    ...(last?.type === 'step.ended' && last.data.step === step ? [] : ['is not written with the end of that step']),
    ...(asked?.kind === 'compaction' ? [] : ['was asked for by no such step']),
    ...(asked && asked.seenSeq < throughSeq ? [`reaches to seq ${throughSeq}, which that step had not seen`] : []),
    ...(summary.trim() === '' ? ['is blank'] : []),
  ];
  return problems.map((problem) => ({
    rule: 'end',
    about: threadId,
    words: `The summary of step ${step} of ${threadId} ${problem}.`,
  }));
}
