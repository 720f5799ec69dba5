import { Disclosure } from '../../packages/web/src/ui/forms/disclosure.tsx';
import {
  Field,
  FieldGrid,
  FieldGroup,
  FieldHelp,
  FieldProblem,
  SelectField,
  TextArea,
  TextField,
} from '../../packages/web/src/ui/forms/fields.tsx';
import { BareSwitch, Check, ChoiceRow, OptionRows, Rows, Switch } from '../../packages/web/src/ui/forms/rows.tsx';
import { badges, type Entries, ignore, type Samples, Stateful } from '../samples.tsx';

export function formEntries(samples: Samples): Entries {
  return { ...fieldEntries(samples), ...rowEntries(samples) };
}

const problem = 'Enter a number greater than 0.';
const choices = [
  { value: 'allow', label: 'Allow' },
  { value: 'ask', label: 'Ask first' },
];

function fieldEntries({ name, sentence }: Samples): Entries {
  const control = (attributes: object) => <input type="color" defaultValue={badges[0].color} {...attributes} />;
  return {
    Field: {
      plain: <Field label="Color">{control}</Field>,
      'with help, aside and problem': (
        <Field label="Second color" help="Used for the badge." aside="1 of 2" problem="Choose a darker color.">
          {control}
        </Field>
      ),
    },
    TextField: {
      filled: (
        <Stateful initial={name}>{(value, set) => <TextField label="Name" value={value} onChange={set} />}</Stateful>
      ),
      empty: <TextField label="Model" value="" placeholder="gpt-5" isMono onChange={ignore} />,
      problem: <TextField label="Limit" value="0" problem={problem} help="In minutes." onChange={ignore} />,
      disabled: <TextField label="Address" value="http://localhost" disabled onChange={ignore} />,
    },
    TextArea: {
      filled: <TextArea label="Instructions" value={sentence} aside="25 of 8,000" onChange={ignore} />,
      problem: <TextArea label="Result schema" isMono value="{" problem="Not valid JSON." onChange={ignore} />,
    },
    SelectField: {
      plain: <SelectField label="Rule" value="ask" choices={choices} onChange={ignore} />,
      disabled: <SelectField label="Fixed rule" value="ask" choices={choices} disabled onChange={ignore} />,
    },
    FieldGrid: {
      'two fields': (
        <FieldGrid>
          <TextField label="Input price" value="3" onChange={ignore} />
          <TextField label="Output price" value="15" onChange={ignore} />
        </FieldGrid>
      ),
    },
    FieldGroup: {
      plain: <FieldGroup label="Tools">{sentence}</FieldGroup>,
      problem: <FieldGroup label="Events" help="At least one." problem="Choose an event." />,
    },
    FieldHelp: { plain: <FieldHelp id="gallery-field">{sentence}</FieldHelp> },
    FieldProblem: { plain: <FieldProblem>{problem}</FieldProblem> },
  };
}

function rowEntries({ name, sentence }: Samples): Entries {
  return {
    Rows: { empty: <Rows empty={sentence}>{[]}</Rows> },
    OptionRows: {
      'one chosen': (
        <Stateful initial={['searchWeb']}>
          {(chosen, set) => <OptionRows as={Check} options={tools} chosen={chosen} onChange={set} />}
        </Stateful>
      ),
    },
    Switch: {
      on: <Switch label="Pinned" help={sentence} isOn onChange={ignore} />,
      off: <Switch label="Archived" isOn={false} onChange={ignore} />,
    },
    BareSwitch: {
      on: <BareSwitch aria-label="First webhook" isOn onChange={ignore} />,
      off: <BareSwitch aria-label="Second webhook" isOn={false} onChange={ignore} />,
    },
    Check: {
      on: <Check label={name} help={sentence} isOn onChange={ignore} />,
      off: <Check label={`${name} 2`} isOn={false} onChange={ignore} />,
    },
    ChoiceRow: {
      plain: <ChoiceRow label="Outbound" help={sentence} value="ask" choices={choices} onChange={ignore} />,
      disabled: <ChoiceRow label="Internal" value="allow" choices={choices} isDisabled onChange={ignore} />,
    },
    Disclosure: {
      closed: disclosureDemo('Model settings', false, sentence),
      open: disclosureDemo('Delegation rights', true, sentence),
    },
  };
}

const tools = ['searchWeb', 'readFile'].map((value) => ({ value, label: value }));

const disclosureDemo = (title: string, isOpenAtFirst: boolean, text: string) => (
  <Stateful initial={isOpenAtFirst}>
    {(isOpen, setOpen) => (
      <Disclosure title={title} help="Rarely needed." aside="Default" isOpen={isOpen} onToggle={setOpen}>
        <p>{text}</p>
      </Disclosure>
    )}
  </Stateful>
);
