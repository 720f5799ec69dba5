import { useState } from 'react';
import { SampleServerProvider } from './in-store.tsx';
import { buttonEntries } from './pages/button-entries.tsx';
import { chartEntries } from './pages/chart-entries.tsx';
import { callEntries, messageEntries, threadEntries } from './pages/chat-entries.tsx';
import { formEntries } from './pages/form-entries.tsx';
import { layoutEntries, overlayEntries } from './pages/layout-entries.tsx';
import { composerEntries, questionEntries } from './pages/question-entries.tsx';
import { settingEntries } from './pages/setting-entries.tsx';
import { shellEntries } from './pages/shell-entries.tsx';
import { statusEntries } from './pages/status-entries.tsx';
import { paneEntries, taskEntries } from './pages/task-entries.tsx';
import { textEntries } from './pages/text-entries.tsx';
import { TokensPage } from './pages/tokens-page.tsx';
import { type SampleChats, sampleChats } from './sample-chats.ts';
import { openSampleServer } from './sample-server.ts';
import { type Entries, type Samples, samplesFor } from './samples.tsx';

/** Every component of ui/ and components/ in every state. */
export function Gallery({ isRtl }: { isRtl: boolean }) {
  const [{ samples, chats, server }] = useState(() => sampleWorld(isRtl));
  return (
    <SampleServerProvider value={server}>
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
          {Object.entries(pages).map(([title, entriesFor]) => (
            <section key={title} aria-label={title} className="flex min-w-0 flex-col gap-8 border-t border-line pt-6">
              <h2 className="text-lead font-semibold">{title}</h2>
              <Components entries={entriesFor(samples, chats)} />
            </section>
          ))}
        </div>
      </main>
    </SampleServerProvider>
  );
}

function sampleWorld(isRtl: boolean) {
  const samples = samplesFor(isRtl);
  const chats = sampleChats(samples);
  return { samples, chats, server: openSampleServer(samples, chats) };
}

const pages: Record<string, (samples: Samples, chats: SampleChats) => Entries> = {
  Buttons: buttonEntries,
  Forms: formEntries,
  Status: statusEntries,
  Overlays: overlayEntries,
  Text: textEntries,
  Charts: chartEntries,
  Layout: layoutEntries,
  Messages: messageEntries,
  Threads: threadEntries,
  Calls: callEntries,
  Tasks: taskEntries,
  'Side pane': paneEntries,
  Questions: questionEntries,
  Composer: composerEntries,
  Settings: settingEntries,
  Shell: shellEntries,
};

const variants = ['light', 'dark'].flatMap((theme) =>
  ['ltr', 'rtl'].map((dir) => ({ label: `${theme} ${dir}`, query: `?theme=${theme}&dir=${dir}` })),
);

function Components({ entries }: { entries: Entries }) {
  return Object.entries(entries).map(([component, states]) => (
    <article key={component} data-component={component} aria-label={component} className="flex min-w-0 flex-col gap-3">
      <p className="font-mono text-small font-semibold">{component}</p>
      {Object.entries(states).map(([state, content]) => (
        <div key={state} data-state={state} className="flex min-w-0 flex-col gap-1.5">
          <span className="text-tiny text-faint">{state}</span>
          <div className="-mx-2 min-w-0 px-2">{content}</div>
        </div>
      ))}
    </article>
  ));
}
