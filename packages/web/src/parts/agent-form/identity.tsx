import type { AgentDraft } from '../../store/agent-draft.ts';
import type { Form } from '../../store/use-form.ts';
import { AgentMark, agentStyle } from '../../ui/agents/agent-badge.tsx';
import { agentIcons } from '../../ui/agents/agent-icons.tsx';
import { FieldGroup } from '../../ui/forms/field.tsx';
import { TextArea, TextField } from '../../ui/forms/inputs.tsx';
import { Section } from '../../ui/layout/page.tsx';

export interface AgentFormProps {
  form: Form<AgentDraft>;
}

const colors: readonly (readonly [color: string, name: string])[] = [
  ['#6D5AE6', 'Violet'],
  ['#2F7DC4', 'Blue'],
  ['#0E8A7D', 'Teal'],
  ['#3E8E41', 'Green'],
  ['#8A7A12', 'Olive'],
  ['#C4661F', 'Orange'],
  ['#C0392B', 'Red'],
  ['#B23A6B', 'Pink'],
  ['#7A5C46', 'Brown'],
  ['#5B6472', 'Grey'],
];

export function Identity({ form }: AgentFormProps) {
  const { draft, change, problems } = form;
  return (
    <Section title="Who it is" help="What people see, and what other agents pick it by.">
      <TextField
        label="Name"
        value={draft.name}
        problem={problems.name}
        maxLength={120}
        onChange={(name) => change({ name })}
      />
      <TextArea
        label="Description"
        value={draft.description}
        problem={problems.description}
        aside={`${draft.description.length} of 500`}
        help="One or two sentences on what it is good at. An agent that may send it sees exactly this."
        onChange={(description) => change({ description })}
      />
      <ColorChoice form={form} />
      <IconChoice form={form} />
      <TextField
        label="Placeholder"
        value={draft.placeholder}
        problem={problems.placeholder}
        help="What the empty message field says when a chat begins with it. Empty: the usual words."
        onChange={(placeholder) => change({ placeholder })}
      />
    </Section>
  );
}

function ColorChoice({ form: { draft, change, problems } }: AgentFormProps) {
  return (
    <FieldGroup label="Colour" problem={problems.color}>
      <div className="flex flex-wrap items-center gap-1.5">
        {colors.map(([color, name]) => (
          <label
            key={color}
            title={name}
            className="agent-colors relative flex size-8 cursor-pointer items-center justify-center rounded-full has-checked:ring-2 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="color"
              aria-label={name}
              checked={draft.color.toUpperCase() === color}
              onChange={() => change({ color })}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="size-6 rounded-full" style={{ background: color }} />
          </label>
        ))}
        <label className="ms-2 flex items-center gap-2 text-small text-soft">
          Another
          <input
            type="color"
            value={/^#[0-9a-f]{6}$/i.test(draft.color) ? draft.color : '#5B6472'}
            onChange={(event) => change({ color: event.target.value.toUpperCase() })}
            className="h-8 w-10 cursor-pointer rounded-small border border-faint/75 bg-raised p-0.5"
          />
        </label>
      </div>
    </FieldGroup>
  );
}

function IconChoice({ form: { draft, change, problems } }: AgentFormProps) {
  return (
    <FieldGroup label="Icon" problem={problems.icon}>
      <div className="flex flex-wrap gap-0.5">
        {[...agentIcons].map(([icon, Icon]) => (
          <label
            key={icon}
            title={icon}
            style={agentStyle(draft)}
            className="agent-colors relative flex size-9 cursor-pointer items-center justify-center rounded-small text-faint hover:bg-hover hover:text-ink has-checked:bg-(--agent-wash) has-checked:text-(--agent-ink) has-checked:ring-2 has-checked:ring-(--agent-ink) has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="icon"
              aria-label={icon.replaceAll('-', ' ')}
              checked={draft.icon === icon}
              onChange={() => change({ icon })}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Icon size={18} aria-hidden="true" />
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

export function DraftMark({ draft, size }: { draft: AgentDraft; size: number }) {
  return <AgentMark badge={draft} size={size} />;
}
