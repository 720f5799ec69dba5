import type { Config } from '../config.ts';
import { openLocalRetinue } from '../serve.ts';
import { wishesTo } from './wishes-to.ts';
import type { Workplace } from './workplace.ts';

/** The work is done in this process, which holds the store meanwhile. */
export async function openHere(
  config: Config,
  onProblem: (problem: unknown) => void,
  startCommand: string,
): Promise<Workplace> {
  const { retinue, client, stop } = await openLocalRetinue(config, onProblem);
  const { log, live, clock, start } = retinue;
  return {
    log,
    wishes: wishesTo({ client, url: 'this process', startCommand }),
    draft: live.draft,
    now: () => clock.now(),
    follow: (_rootIds, follower) => log.subscribe(({ events }) => follower.take(events)),
    start,
    stop,
    restWords: 'Stopped. What is open goes on at the next start.',
  };
}
