import type { ModelRequest } from '@retinue/server/extension';
import { type DemoStep, has } from '../demo-step.ts';
import { completed, lastQuestion } from '../language/follow-up.ts';
import { jobOf } from '../language/job.ts';
import { phrasesFor } from '../language/phrases.ts';
import { smallTalk } from '../language/small-talk.ts';
import { replay, type Work } from '../replay.ts';
import type { Result } from '../report/result.ts';
import type { Turn } from '../turn.ts';
import { explore } from './explore.ts';
import { inquire } from './inquire.ts';
import { present, reply } from './present.ts';
import type { Worker } from './use-tool.ts';
import { writeReport } from './write-report.ts';

/** Works on what was said with the data tools that there are. */
export function study(request: ModelRequest, turn: Turn): DemoStep {
  const said = completed(turn.fresh.join('\n'), lastQuestion(turn.earlier));
  const worker = { request, phrases: phrasesFor(said) };
  const pleasantry = smallTalk(said);
  if (pleasantry) return reply(worker, pleasantry, true);
  const progress = replay(workOn(worker, said), turn.calls);
  return 'step' in progress ? progress.step : present(worker, progress.outcome, turn.calls, turn.fresh);
}

function workOn(worker: Worker, text: string): Work<Result> {
  const job = jobOf(text);
  if (job === 'report') return writeReport(worker, text);
  const onlyExplores = !has(worker.request, 'queryDataset') && has(worker.request, 'searchDatasets');
  return job === 'exploration' || onlyExplores ? explore(worker, text) : inquire(worker, text);
}
