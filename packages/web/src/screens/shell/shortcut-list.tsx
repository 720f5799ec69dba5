import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Key } from '../../ui/text/key.tsx';
import { appCopy } from './copy.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const keys: [keys: string[], label: string][] = [
  [[isMac ? '⌘' : 'Ctrl', 'K'], appCopy.keys.palette],
  [['n'], appCopy.keys.newChat],
  [['i'], appCopy.keys.inbox],
  [['/'], appCopy.keys.composer],
  [['.'], appCopy.keys.nextQuestion],
  [['x'], appCopy.keys.stop],
  [['←', '→'], appCopy.keys.tasks],
  [['Esc'], appCopy.keys.close],
  [['Enter'], appCopy.keys.send],
  [['Shift', 'Enter'], appCopy.keys.newLine],
  [['?'], appCopy.keys.shortcuts],
];

export default function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label={appCopy.shortcuts} onClose={onClose}>
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
