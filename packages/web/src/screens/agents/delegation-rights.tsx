import type { AgentId } from '@retinue/protocol';
import { OwnersOnly } from '../../components/forms/owners-only.tsx';
import type { Tool } from '../../store/use-library.ts';
import { useAgents } from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { Chips } from '../../ui/buttons/chips.tsx';
import { FieldGroup } from '../../ui/forms/field.tsx';
import { Rows, Switch } from '../../ui/forms/toggles.tsx';
import { Section } from '../../ui/layout/page.tsx';
import type { AgentDraft, AgentFormProps } from './agent-form.ts';
import { agentFormCopy } from './copy.ts';

const copy = agentFormCopy.rights;

type RightsProps = AgentFormProps & { tools: readonly Tool[]; isOwner: boolean };

export function DelegationRights({ form, tools, isOwner }: RightsProps) {
  const { draft, field } = form;
  const named = [...draft.denies, ...(draft.ceiling ?? []), ...Object.values(draft.grants).flat()];
  const names = [...new Set([...tools.map(({ name }) => name), ...named])];
  const denies = field('denies');
  return (
    <Section title={copy.title} help={copy.lead}>
      <OwnersOnly isOwner={isOwner}>
        <Ceiling form={form} names={names} />
        <FieldGroup label={denies.label} problem={denies.problem} help={copy.denies}>
          <Chips options={names} chosen={denies.value} onChange={denies.onChange} />
        </FieldGroup>
        <Grants form={form} names={names} />
      </OwnersOnly>
    </Section>
  );
}

type NamesProps = AgentFormProps & { names: readonly string[] };

function Ceiling({ form: { draft, field }, names }: NamesProps) {
  const { label, problem, value, onChange } = field('ceiling');
  return (
    <FieldGroup label={label} problem={problem}>
      <Rows>
        <Switch
          label={copy.limit}
          help={copy.limitHelp}
          isOn={value !== null}
          onChange={(isOn) => onChange(isOn ? draft.tools : null)}
        />
        {value !== null && (
          <div className="flex flex-col gap-2 p-3">
            <Chips options={names} chosen={value} onChange={onChange} />
            {value.length === 0 && <p className="text-tiny text-ask">{copy.nothingAllowed}</p>}
          </div>
        )}
      </Rows>
    </FieldGroup>
  );
}

function Grants({ form: { draft, field }, names }: NamesProps) {
  const { label, problem, value, onChange } = field('grants');
  const subAgents = useAgents().filter(
    ({ agentId }) => draft.subAgentIds.includes(agentId) || Object.hasOwn(value, agentId),
  );
  return (
    <FieldGroup label={label} problem={problem} help={copy.grants}>
      {subAgents.length === 0 && <p className="text-small text-soft">{copy.noSubAgents}</p>}
      {subAgents.length > 0 && (
        <Rows>
          {subAgents.map(({ agentId, name, badge }) => (
            <fieldset key={agentId} className="flex min-w-0 flex-col gap-2 p-3">
              <legend className="sr-only">{copy.grantsFor(name)}</legend>
              <span className="flex items-center gap-2 text-small font-medium" aria-hidden="true">
                <AgentMark badge={badge} size={22} />
                <span dir="auto">{name}</span>
              </span>
              <Chips
                options={names}
                chosen={value[agentId] ?? []}
                onChange={(granted) => onChange(withGrant(value, agentId, granted))}
              />
            </fieldset>
          ))}
        </Rows>
      )}
    </FieldGroup>
  );
}

function withGrant(grants: AgentDraft['grants'], agentId: AgentId, granted: string[]): AgentDraft['grants'] {
  const { [agentId]: _before, ...others } = grants;
  return granted.length === 0 ? others : { ...others, [agentId]: granted };
}
