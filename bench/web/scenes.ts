import { agent } from '../../tests/support/apps/test-app.ts';
import { newTask } from '../../tests/support/models/scripts.ts';
import type { Script } from '../../tests/support/scripted/script.ts';
import { byAgent } from '../../tests/support/scripted/script.ts';
import { type Line, pause, say, together } from '../../tests/support/scripted/script-lines.ts';

export const agents = [agent('orchestrator', { subAgents: ['worker'] }), agent('worker')];

/** A typical answer of about sixty elements: text, a list, a table and code. */
const answer = [
  '## What was found\n\nThe rents rose in **all** of them, most of all in `Lisbon`:',
  ['Oslo', 'Berlin', 'Lisbon', 'Porto', 'Bergen'].map((town) => `- ${town}: rose by **4.2** a year`).join('\n'),
  '| town | 2019 | 2024 | change |\n|---|---|---|---|\n| Oslo | 22.5 | 27.1 | +20.4% |\n| Berlin | 11.4 | 13.9 | +21.9% |\n| Lisbon | 11.9 | 16.3 | +37.0% |',
  '```ts\nconst change = (from: number, to: number) => ((to - from) / from) * 100;\n```',
  'That is all that the tables say. _The source is sample data._',
].join('\n\n');

/** Eight children write at the same time, sixty tokens a second each. */
export const eightWriters: Script = byAgent({
  orchestrator: ({ place: { step } }) =>
    step === 1
      ? [together(...Array.from({ length: 8 }, (_, index) => newTask('worker', `Write part ${index + 1}`)))]
      : [say('All parts are written.')],
  worker: () => writing(20),
});

export const answering: Script = () => [say(answer)];

function writing(seconds: number): Line[] {
  const words = `${answer}\n\n`.repeat(20).match(/\S+\s*/g) ?? [];
  return words.slice(0, seconds * tokensPerSecond).flatMap((word) => [say(word), pause(1000 / tokensPerSecond)]);
}

const tokensPerSecond = 60;
