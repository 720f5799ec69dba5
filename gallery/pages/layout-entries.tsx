import type { ReactNode } from 'react';
import { Button } from '../../packages/web/src/ui/buttons/button.tsx';
import { Page, PageFrame, Section } from '../../packages/web/src/ui/layout/page.tsx';
import { Splitter } from '../../packages/web/src/ui/layout/splitter.tsx';
import { TableView } from '../../packages/web/src/ui/layout/table-view.tsx';
import { scrollFrameAttribute, WindowedRow } from '../../packages/web/src/ui/layout/windowed-row.tsx';
import { Confirm, Confirmed } from '../../packages/web/src/ui/overlays/confirm.tsx';
import { Dialog } from '../../packages/web/src/ui/overlays/dialog.tsx';
import { type Entries, ignore, type Samples, Stateful } from '../samples.tsx';

export function layoutEntries({ name, sentence, long }: Samples): Entries {
  return {
    Page: {
      'lead and action': (
        <Page title="Agents" lead={sentence} actions={<Button>Add agent</Button>}>
          <p>{long}</p>
        </Page>
      ),
    },
    PageFrame: { plain: <PageFrame>{sentence}</PageFrame> },
    Section: {
      'with help': (
        <Section title="Backup" help={sentence}>
          <Button>Download backup</Button>
        </Section>
      ),
      plain: <Section title="Sign out">{sentence}</Section>,
    },
    Splitter: { half: <Stateful initial={50}>{splitterDemo}</Stateful> },
    TableView: {
      text: <TableView label="Steps" columns={['Step', 'Action']} rows={[{ key: 1, cells: [1, long.repeat(3)] }]} />,
      numbers: (
        <TableView
          isNumeric
          label="Tasks"
          columns={['Agent', 'Tasks']}
          rows={[{ key: name, cells: [name, '1,204'] }]}
        />
      ),
    },
    WindowedRow: { 'in a scroll container': <RowsDemo text={sentence} /> },
  };
}

export function overlayEntries({ sentence }: Samples): Entries {
  const confirm = { title: 'Delete agent?', message: sentence, action: 'Delete agent', onConfirm: ignore };
  const text = <p className="p-4">{sentence}</p>;
  return {
    Dialog: {
      'with heading': (
        <Opened label="Open dialog">
          {(close) => (
            <Dialog label="Keyboard shortcuts" onClose={close}>
              {text}
            </Dialog>
          )}
        </Opened>
      ),
      'without heading': (
        <Opened label="Open bare dialog">
          {(close) => (
            <Dialog label="Search" hasHead={false} onClose={close}>
              {text}
            </Dialog>
          )}
        </Opened>
      ),
    },
    Confirm: {
      plain: <Opened label="Open confirmation">{(close) => <Confirm {...confirm} onClose={close} />}</Opened>,
    },
    Confirmed: {
      closed: (
        <Confirmed {...confirm}>
          {(ask) => (
            <Button data-opens-overlay onClick={ask}>
              Delete
            </Button>
          )}
        </Confirmed>
      ),
    },
  };
}

function Opened({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  return (
    <Stateful initial={false}>
      {(isOpen, setOpen) => (
        <>
          <Button data-opens-overlay onClick={() => setOpen(true)}>
            {label}
          </Button>
          {isOpen && children(() => setOpen(false))}
        </>
      )}
    </Stateful>
  );
}

const splitterDemo = (share: number, setShare: (share: number) => void) => (
  <div className="flex h-24 rounded-plain border border-line text-small">
    <div className="min-w-0 flex-1 p-3">First</div>
    <Splitter label="Width of the second part" share={share} min={20} max={80} onShare={setShare} />
    <div className="min-w-0 p-3" style={{ width: `${share}%` }}>
      Second
    </div>
  </div>
);

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
