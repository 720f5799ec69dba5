import { type Entry, EntryView, samplesFor } from './entry.tsx';
import { buttonEntries } from './pages/button-entries.tsx';
import { chartEntries } from './pages/chart-entries.tsx';
import { chatEntries } from './pages/chat-entries.tsx';
import { formEntries } from './pages/form-entries.tsx';
import { layoutEntries } from './pages/layout-entries.tsx';
import { overlayEntries } from './pages/overlay-entries.tsx';
import { statusEntries } from './pages/status-entries.tsx';
import { textEntries } from './pages/text-entries.tsx';
import { TokensPage } from './pages/tokens-page.tsx';

/** Every component of ui/, and the chat components that need only props, in every state. */
export function Gallery({ isRtl }: { isRtl: boolean }) {
  const samples = samplesFor(isRtl);
  const pages: Record<string, Entry[]> = {
    Buttons: buttonEntries(samples),
    Forms: formEntries(samples),
    Status: statusEntries(samples),
    Overlays: overlayEntries(samples),
    Text: textEntries(samples),
    Charts: chartEntries(samples),
    Layout: layoutEntries(samples),
    Chat: chatEntries(samples),
  };
  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-5xl flex-col gap-10 px-4 py-8">
        <header className="flex flex-wrap items-baseline gap-x-6 gap-y-2">
          <h1 className="text-title font-semibold">Components</h1>
          <nav aria-label="Variants" className="flex flex-wrap gap-3 text-small">
            {variants.map(({ label, query }) => (
              <a key={label} href={query} className="text-accent underline">
                {label}
              </a>
            ))}
          </nav>
        </header>
        <TokensPage />
        {Object.entries(pages).map(([title, entries]) => (
          <section key={title} aria-label={title} className="flex min-w-0 flex-col gap-8 border-t border-line pt-6">
            <h2 className="text-lead font-semibold">{title}</h2>
            {entries.map((entry) => (
              <EntryView key={entry.component} entry={entry} />
            ))}
          </section>
        ))}
      </div>
    </main>
  );
}

const variants = ['light', 'dark'].flatMap((theme) =>
  ['ltr', 'rtl'].map((dir) => ({ label: `${theme} ${dir}`, query: `?theme=${theme}&dir=${dir}` })),
);
