import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Key } from '../../ui/text/key.tsx';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const keys: [keys: string[], words: string][] = [
  [[isMac ? '⌘' : 'Ctrl', 'K'], 'Find a chat or an action'],
  [['n'], 'New chat'],
  [['i'], 'Open inbox'],
  [['/'], 'Go to the message box'],
  [['.'], 'Go to the next open question'],
  [['x'], 'Stop chat'],
  [['←', '→'], 'Previous or next task in the side pane'],
  [['Esc'], 'Close dialog or panel'],
  [['Enter'], 'Send message'],
  [['Shift', 'Enter'], 'New line'],
  [['?'], 'Show keyboard shortcuts'],
];

export default function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-6 gap-y-2 p-4 text-small">
        {keys.map(([pressed, words]) => (
          <div key={words} className="contents">
            <dt className="flex gap-1">
              {pressed.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd className="text-soft">{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
