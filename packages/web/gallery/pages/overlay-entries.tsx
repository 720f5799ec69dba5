import { type ReactNode, useState } from 'react';
import { Button } from '../../src/ui/buttons/button.tsx';
import { Confirm } from '../../src/ui/overlays/confirm.tsx';
import { Dialog } from '../../src/ui/overlays/dialog.tsx';
import type { Entry, Samples } from '../entry.tsx';

export function overlayEntries({ sentence }: Samples): Entry[] {
  return [
    {
      component: 'Dialog',
      states: {
        'with heading': (
          <Opened label="Open dialog">
            {(close) => (
              <Dialog label="Keyboard shortcuts" onClose={close}>
                <p className="p-4">{sentence}</p>
              </Dialog>
            )}
          </Opened>
        ),
        'without heading': (
          <Opened label="Open bare dialog">
            {(close) => (
              <Dialog label="Search" hasHead={false} onClose={close}>
                <p className="p-4">{sentence}</p>
              </Dialog>
            )}
          </Opened>
        ),
      },
    },
    {
      component: 'Confirm',
      states: {
        plain: (
          <Opened label="Open confirmation">
            {(close) => (
              <Confirm
                title="Delete agent?"
                message={sentence}
                action="Delete agent"
                onConfirm={() => {}}
                onClose={close}
              />
            )}
          </Opened>
        ),
      },
    },
  ];
}

function Opened({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button data-opens-overlay onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
