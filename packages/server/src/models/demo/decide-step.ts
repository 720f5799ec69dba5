import type { ModelRequest } from '../../ports/model.ts';
import { delegate } from './delegate.ts';
import { type DemoStep, finish } from './demo-step.ts';
import { research } from './research.ts';
import { smallTalk } from './small-talk.ts';
import { lastTurn, openTurn, readEntries } from './turn.ts';

/** What an agent does follows from the tools that it has. */
export function decideStep(request: ModelRequest): DemoStep {
  const entries = readEntries(request);
  const has = (name: string) => request.tools.some((tool) => tool.name === name);
  if (has('newTask')) return delegate(request, openTurn(entries));
  if (has('searchDatasets') || has('calculate')) return research(request, lastTurn(entries));
  const pleasantry = smallTalk(lastTurn(entries).fresh.join('\n'));
  return pleasantry
    ? finish(request, pleasantry, 'success')
    : finish(
        request,
        'I can look this up only with data tools or with agents to send, and here I have neither.',
        'error',
      );
}
