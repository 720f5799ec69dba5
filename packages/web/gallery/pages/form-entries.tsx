import { type ReactNode, useState } from 'react';
import { ChoiceRow } from '../../src/ui/forms/choice-row.tsx';
import { Disclosure } from '../../src/ui/forms/disclosure.tsx';
import { Field, FieldGroup, FieldProblem } from '../../src/ui/forms/field.tsx';
import { FieldGrid, SelectField, TextArea, TextField } from '../../src/ui/forms/inputs.tsx';
import { RowLabel } from '../../src/ui/forms/row-label.tsx';
import { BareSwitch, Check, Rows, Switch } from '../../src/ui/forms/toggles.tsx';
import type { Entry, Samples } from '../entry.tsx';

export function formEntries(samples: Samples): Entry[] {
  return [...fieldEntries(samples), ...rowEntries(samples)];
}

const ignore = () => {};
const problem = 'Enter a number greater than 0.';
const choices = [
  { value: 'allow', label: 'Allow' },
  { value: 'ask', label: 'Ask first' },
];

function fieldEntries({ name, sentence }: Samples): Entry[] {
  const control = (attributes: object) => <input type="color" defaultValue="#0d6a5f" {...attributes} />;
  return [
    {
      component: 'Field',
      states: {
        plain: <Field label="Color">{control}</Field>,
        'with help, aside and problem': (
          <Field label="Second color" help="Used for the badge." aside="1 of 2" problem="Choose a darker color.">
            {control}
          </Field>
        ),
      },
    },
    {
      component: 'TextField',
      states: {
        filled: <Typed>{(value, set) => <TextField label="Name" value={value || name} onChange={set} />}</Typed>,
        empty: <TextField label="Model" value="" placeholder="gpt-5" isMono onChange={ignore} />,
        problem: <TextField label="Limit" value="0" problem={problem} help="In minutes." onChange={ignore} />,
        disabled: <TextField label="Address" value="http://localhost" disabled onChange={ignore} />,
      },
    },
    {
      component: 'TextArea',
      states: {
        filled: <TextArea label="Instructions" value={sentence} aside="25 of 8,000" onChange={ignore} />,
        problem: <TextArea label="Result schema" isMono value="{" problem="Not valid JSON." onChange={ignore} />,
      },
    },
    {
      component: 'SelectField',
      states: {
        plain: <SelectField label="Rule" value="ask" choices={choices} onChange={ignore} />,
        disabled: <SelectField label="Fixed rule" value="ask" choices={choices} disabled onChange={ignore} />,
      },
    },
    {
      component: 'FieldGrid',
      states: {
        'two fields': (
          <FieldGrid>
            <TextField label="Input price" value="3" onChange={ignore} />
            <TextField label="Output price" value="15" onChange={ignore} />
          </FieldGrid>
        ),
      },
    },
    {
      component: 'FieldGroup',
      states: {
        plain: <FieldGroup label="Tools">{sentence}</FieldGroup>,
        problem: <FieldGroup label="Events" help="At least one." problem="Choose an event." />,
      },
    },
    { component: 'FieldProblem', states: { plain: <FieldProblem>{problem}</FieldProblem> } },
  ];
}

function rowEntries({ name, sentence }: Samples): Entry[] {
  return [
    { component: 'Rows', states: { 'two rows': <SwitchRows name={name} /> } },
    {
      component: 'Switch',
      states: {
        on: <Switch label="Pinned" help={sentence} isOn onChange={ignore} />,
        off: <Switch label="Archived" isOn={false} onChange={ignore} />,
        disabled: <Switch label="Locked" isOn isDisabled onChange={ignore} />,
      },
    },
    {
      component: 'BareSwitch',
      states: {
        on: <BareSwitch label="First webhook" isOn onChange={ignore} />,
        off: <BareSwitch label="Second webhook" isOn={false} onChange={ignore} />,
      },
    },
    {
      component: 'Check',
      states: {
        on: <Check label={name} help={sentence} isOn onChange={ignore} />,
        off: <Check label={`${name} 2`} isOn={false} onChange={ignore} />,
      },
    },
    {
      component: 'ChoiceRow',
      states: {
        plain: <ChoiceRow label="Outbound" help={sentence} value="ask" choices={choices} onChange={ignore} />,
        disabled: <ChoiceRow label="Internal" value="allow" choices={choices} isDisabled onChange={ignore} />,
      },
    },
    {
      component: 'RowLabel',
      states: {
        plain: (
          <>
            <RowLabel id="gallery-row" label="Row" help={sentence} />
            <input id="gallery-row" type="checkbox" />
          </>
        ),
      },
    },
    {
      component: 'Disclosure',
      states: {
        closed: <DisclosureDemo title="Model settings" isOpenAtFirst={false} text={sentence} />,
        open: <DisclosureDemo title="Delegation rights" isOpenAtFirst text={sentence} />,
      },
    },
  ];
}

function Typed({ children }: { children: (value: string, set: (value: string) => void) => ReactNode }) {
  const [value, set] = useState('');
  return children(value, set);
}

function SwitchRows({ name }: { name: string }) {
  const [isOn, setOn] = useState(true);
  return (
    <Rows>
      <Switch label={`${name} 1`} isOn={isOn} onChange={setOn} />
      <Switch label={`${name} 2`} isOn={!isOn} onChange={(isOther) => setOn(!isOther)} />
    </Rows>
  );
}

function DisclosureDemo({ title, isOpenAtFirst, text }: { title: string; isOpenAtFirst: boolean; text: string }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <Disclosure title={title} help="Rarely needed." aside="Default" isOpen={isOpen} onToggle={setOpen}>
      <p>{text}</p>
    </Disclosure>
  );
}
