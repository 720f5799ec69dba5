import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../src/ui/buttons/button.tsx';
import { Chips } from '../../src/ui/buttons/chips.tsx';
import { CopyButton } from '../../src/ui/buttons/copy-button.tsx';
import { Menu } from '../../src/ui/buttons/menu.tsx';
import { Segments } from '../../src/ui/buttons/segments.tsx';
import { Tabs } from '../../src/ui/buttons/tabs.tsx';
import type { Entry, Samples } from '../entry.tsx';

export function buttonEntries({ name }: Samples): Entry[] {
  return [
    {
      component: 'Button',
      states: {
        enabled: <Buttons />,
        disabled: <Buttons isDisabled />,
        'with icon': <Button icon={<Plus size={15} />}>Add agent</Button>,
      },
    },
    {
      component: 'IconButton',
      states: {
        enabled: (
          <IconButton label="Edit name">
            <Pencil size={15} />
          </IconButton>
        ),
        disabled: (
          <IconButton label="Edit color" disabled>
            <Pencil size={15} />
          </IconButton>
        ),
      },
    },
    { component: 'CopyButton', states: { plain: <CopyButton text={name} label="Copy name" /> } },
    {
      component: 'Menu',
      states: { closed: <ActionMenu />, 'one of several': <ChoiceMenu name={name} /> },
    },
    { component: 'Segments', states: { 'one chosen': <SegmentsDemo /> } },
    { component: 'Chips', states: { 'some chosen': <ChipsDemo /> } },
    { component: 'Tabs', states: { 'one chosen': <TabsDemo /> } },
  ];
}

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

function ActionMenu() {
  const choices = [
    { key: 'rename', label: 'Rename', icon: <Pencil size={14} />, act: () => {} },
    { key: 'delete', label: 'Delete', icon: <Trash2 size={14} />, isDangerous: true, act: () => {} },
  ];
  return (
    <Menu label="Chat actions" choices={choices} className={menuButton}>
      Chat actions
    </Menu>
  );
}

function ChoiceMenu({ name }: { name: string }) {
  const [chosen, choose] = useState('1');
  const choices = ['1', '2', '3'].map((key) => ({
    key,
    label: `${name} ${key}`,
    isChosen: key === chosen,
    act: () => choose(key),
  }));
  return (
    <Menu label="Agent" choices={choices} className={menuButton} isListOfOne>
      Agent
    </Menu>
  );
}

function SegmentsDemo() {
  const [value, setValue] = useState('light');
  const options = ['system', 'light', 'dark'].map((key) => ({ key, label: key }));
  return <Segments label="Theme" options={options} value={value} onChange={setValue} />;
}

function ChipsDemo() {
  const [chosen, setChosen] = useState(['searchWeb']);
  return <Chips options={['searchWeb', 'readFile', 'drawChart']} chosen={chosen} onChange={setChosen} />;
}

function TabsDemo() {
  const [chosen, choose] = useState('messages');
  const tabs = ['messages', 'context', 'usage'].map((key) => ({ key, label: key }));
  return (
    <>
      <Tabs label="Views" tabs={tabs} chosen={chosen} onChoose={choose} panelId="gallery-tab-panel" />
      <div id="gallery-tab-panel" role="tabpanel" aria-label={chosen} className="p-2 text-small">
        {chosen}
      </div>
    </>
  );
}
