import type { ThreadId } from '@retinue/protocol';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import { useEvents } from '../../store/threads/use-events.ts';
import { Waiting } from '../../ui/status.tsx';
import { ValueBlock } from '../../ui/text/code-block.tsx';
import { KeptDetails } from '../thread/kept-details.tsx';
import { paneDetailsCopy as copy } from './copy.ts';

/** The events of a thread, as stored in the log. */
export function PaneEvents({ chatId, thread }: { chatId: ThreadId; thread: LoadedThread }) {
  const { events, problem } = useEvents(chatId, thread.threadId, thread.seq);
  if (problem && !events) return <p className="p-4 text-small text-bad">{problem}</p>;
  if (!events) return <Waiting label={copy.loadingEvents} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
    <section tabIndex={0} aria-label={copy.events} className="flex-1 overflow-y-auto p-3">
      <ol className="flex flex-col">
        {events.map((event) => (
          <li key={event.seq}>
            <KeptDetails
              keptAs={`event ${event.position}`}
              className="skip-offscreen rounded-small [contain-intrinsic-size:auto_var(--spacing-offscreen-line)] open:bg-sunken"
            >
              <summary className="flex items-baseline gap-2 rounded-small px-2 py-1 text-small hover:bg-hover">
                <span className="w-8 shrink-0 text-end text-tiny tabular-nums text-faint">{event.seq}</span>
                <code className="font-mono text-tiny">{event.type}</code>
                <time className="ms-auto text-tiny tabular-nums text-faint">
                  {new Date(event.at).toLocaleTimeString()}
                </time>
              </summary>
              <div className="px-2 pb-2">
                <ValueBlock label={copy.eventPosition(event.position)} value={event} />
              </div>
            </KeptDetails>
          </li>
        ))}
      </ol>
    </section>
  );
}
