import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Key } from '../../ui/text/key.tsx';
import { shortcutsCopy } from './copy.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const keys: [keys: string[], label: string][] = [
  [[isMac ? '⌘' : 'Ctrl', 'K'], shortcutsCopy.keys.palette],
  [['n'], shortcutsCopy.keys.newChat],
  [['i'], shortcutsCopy.keys.inbox],
  [['/'], shortcutsCopy.keys.composer],
  [['.'], shortcutsCopy.keys.nextQuestion],
  [['x'], shortcutsCopy.keys.stop],
  [['←', '→'], shortcutsCopy.keys.tasks],
  [['Esc'], shortcutsCopy.keys.close],
  [['Enter'], shortcutsCopy.keys.send],
  [['Shift', 'Enter'], shortcutsCopy.keys.newLine],
  [['?'], shortcutsCopy.keys.shortcuts],
];

export default function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label={shortcutsCopy.title} onClose={onClose}>
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
