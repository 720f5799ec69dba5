import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Key } from '../../ui/text/key.tsx';
import { shortcutsCopy as copy } from './copy.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const keys: [keys: string[], label: string][] = [
  [[isMac ? '⌘' : 'Ctrl', 'K'], copy.keys.palette],
  [['n'], copy.keys.newChat],
  [['i'], copy.keys.inbox],
  [['/'], copy.keys.composer],
  [['.'], copy.keys.nextQuestion],
  [['x'], copy.keys.stop],
  [['←', '→'], copy.keys.tasks],
  [['Esc'], copy.keys.close],
  [['Enter'], copy.keys.send],
  [['Shift', 'Enter'], copy.keys.newLine],
  [['?'], copy.keys.shortcuts],
];

export default function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label={copy.title} onClose={onClose}>
      <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-6 gap-y-2 p-4 text-small">
        {keys.map(([pressed, label]) => (
          <div key={label} className="contents">
            <dt className="flex gap-1">
              {pressed.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd className="text-soft">{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
