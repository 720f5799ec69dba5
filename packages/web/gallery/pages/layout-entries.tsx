import { useState } from 'react';
import { Button } from '../../src/ui/buttons/button.tsx';
import { Page, PageFrame, Section } from '../../src/ui/layout/page.tsx';
import { Splitter } from '../../src/ui/layout/splitter.tsx';
import { scrollFrameAttribute, WindowedRow } from '../../src/ui/layout/windowed-row.tsx';
import type { Entry, Samples } from '../entry.tsx';

export function layoutEntries({ sentence, long }: Samples): Entry[] {
  return [
    {
      component: 'Page',
      states: {
        'lead and action': (
          <Page title="Agents" lead={sentence} actions={<Button>Add agent</Button>}>
            <p>{long}</p>
          </Page>
        ),
      },
    },
    { component: 'PageFrame', states: { plain: <PageFrame>{sentence}</PageFrame> } },
    {
      component: 'Section',
      states: {
        'with help': (
          <Section title="Backup" help={sentence}>
            <Button>Download backup</Button>
          </Section>
        ),
        plain: <Section title="Sign out">{sentence}</Section>,
      },
    },
    { component: 'Splitter', states: { half: <SplitterDemo /> } },
    { component: 'WindowedRow', states: { 'in a scroll container': <RowsDemo text={sentence} /> } },
  ];
}

function SplitterDemo() {
  const [share, setShare] = useState(50);
  return (
    <div className="flex h-24 rounded-plain border border-line text-small">
      <div className="min-w-0 flex-1 p-3">First</div>
      <Splitter label="Width of the second part" share={share} min={20} max={80} onShare={setShare} />
      <div className="min-w-0 p-3" style={{ width: `${share}%` }}>
        Second
      </div>
    </div>
  );
}

const rowNumbers = Array.from({ length: 200 }, (_, index) => index + 1);

function RowsDemo({ text }: { text: string }) {
  const frame = { [scrollFrameAttribute]: '', tabIndex: 0 };
  return (
    <section {...frame} aria-label="Rows" className="h-32 overflow-y-auto rounded-plain border border-line">
      {rowNumbers.map((row) => (
        <WindowedRow key={row} isKept={row === 1} className="px-3 py-1 text-small">
          {row}. {text}
        </WindowedRow>
      ))}
    </section>
  );
}
