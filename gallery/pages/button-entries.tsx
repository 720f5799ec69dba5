import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Button, CopyButton, IconButton } from '../../packages/web/src/ui/buttons/button.tsx';
import { Chips } from '../../packages/web/src/ui/buttons/chips.tsx';
import { Menu } from '../../packages/web/src/ui/buttons/menu.tsx';
import { Segments } from '../../packages/web/src/ui/buttons/segments.tsx';
import { Tabs } from '../../packages/web/src/ui/buttons/tabs.tsx';
import { type Entries, ignore, type Samples, Stateful } from '../samples.tsx';

export function buttonEntries({ name }: Samples): Entries {
  const icon = <Pencil size={15} />;
  return {
    Button: {
      enabled: <Buttons />,
      disabled: <Buttons isDisabled />,
      'with icon': <Button icon={<Plus size={15} />}>Add agent</Button>,
    },
    IconButton: {
      enabled: <IconButton label="Edit name">{icon}</IconButton>,
      disabled: (
        <IconButton label="Edit color" disabled>
          {icon}
        </IconButton>
      ),
    },
    CopyButton: { plain: <CopyButton text={name} label="Copy name" /> },
    Menu: {
      closed: (
        <Menu label="Chat actions" choices={actions} className={menuButton}>
          Chat actions
        </Menu>
      ),
      'one of several': (
        <Stateful initial="1">
          {(chosen, choose) => (
            <Menu
              label="Agent"
              choices={['1', '2', '3'].map((key) => ({
                key,
                label: `${name} ${key}`,
                isChosen: key === chosen,
                act: () => choose(key),
              }))}
              className={menuButton}
              isListOfOne
            >
              Agent
            </Menu>
          )}
        </Stateful>
      ),
    },
    Segments: {
      'one chosen': (
        <Stateful initial="light">
          {(value, set) => <Segments label="Theme" options={themes} value={value} onChange={set} />}
        </Stateful>
      ),
    },
    Chips: {
      'some chosen': (
        <Stateful initial={['searchWeb']}>
          {(chosen, set) => <Chips options={['searchWeb', 'readFile', 'drawChart']} chosen={chosen} onChange={set} />}
        </Stateful>
      ),
    },
    Tabs: { 'one chosen': <Stateful initial="messages">{tabsDemo}</Stateful> },
  };
}

const themes = ['system', 'light', 'dark'].map((key) => ({ key, label: key }));

function Buttons({ isDisabled = false }: { isDisabled?: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      {(['primary', 'plain', 'quiet', 'danger'] as const).map((variant) => (
        <Button key={variant} variant={variant} disabled={isDisabled}>
          {variant}
        </Button>
      ))}
    </div>
  );
}

const menuButton = 'rounded-small border border-line-strong bg-raised px-2.5 py-1 text-small';

const actions = [
  { key: 'rename', label: 'Rename', icon: <Pencil size={14} />, act: ignore },
  { key: 'delete', label: 'Delete', icon: <Trash2 size={14} />, isDangerous: true, act: ignore },
];

const tabs = ['messages', 'context', 'usage'].map((key) => ({ key, label: key }));

const tabsDemo = (chosen: string, choose: (key: string) => void) => (
  <>
    <Tabs label="Views" tabs={tabs} chosen={chosen} onChoose={choose} panelId="gallery-tab-panel" />
    <div id="gallery-tab-panel" role="tabpanel" aria-label={chosen} className="p-2 text-small">
      {chosen}
    </div>
  </>
);
