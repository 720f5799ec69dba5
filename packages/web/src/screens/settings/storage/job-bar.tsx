import type { JobProgress } from '@retinue/protocol';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSend } from '../../../store/use-library.ts';

interface JobBarProps {
  kind: JobProgress['kind'];
  label: string;
  onEnd?: () => void;
}

/** How far the server's jobs of this kind are, asked once a second. */
export function JobBar({ kind, label, onEnd }: JobBarProps) {
  const send = useSend();
  const [job, setJob] = useState<JobProgress | null>(null);
  const ask = useEffectEvent(async () => {
    const outcome = await send('listJobs', {});
    if (!('value' in outcome)) return;
    const running = outcome.value.results.find((listed) => listed.kind === kind) ?? null;
    setJob(running);
    if (running === null) onEnd?.();
  });
  useEffect(() => {
    const timer = setInterval(() => void ask(), askMs);
    return () => clearInterval(timer);
  }, []);
  if (!job?.total) return null;
  const share = Math.min(1, job.done / job.total);
  return (
    <div className="flex w-full max-w-lead items-center gap-3 text-tiny text-soft tabular-nums">
      <progress className="h-1.5 flex-1 accent-accent" aria-label={label} value={share} />
      <span>{share.toLocaleString([], { style: 'percent' })}</span>
    </div>
  );
}

const askMs = 1000;
