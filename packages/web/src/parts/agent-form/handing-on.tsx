import type { AgentId } from '@retinue/protocol';
import type { AgentDraft } from '../../store/agent-draft.ts';
import type { Tool } from '../../store/use-library.ts';
import { useAgents } from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { Chips } from '../../ui/buttons/chips.tsx';
import { FieldGroup } from '../../ui/forms/field.tsx';
import { Rows, Switch } from '../../ui/forms/toggles.tsx';
import { Section } from '../../ui/layout/page.tsx';
import type { AgentFormProps } from './identity.tsx';

/** The bounds of what it and those below it may use. They are an owner's to set. */
export function HandingOn({
  form: { draft, change, problems },
  tools,
  isOwner,
}: AgentFormProps & { tools: readonly Tool[]; isOwner: boolean }) {
  const named = [...draft.denies, ...(draft.ceiling ?? []), ...Object.values(draft.grants).flat()];
  const names = [...new Set([...tools.map(({ name }) => name), ...named])];
  return (
    <Section
      title="Bounds"
      help="What an agent may use comes down from those above it and gets less on the way, never more."
    >
      {!isOwner && (
        <p className="rounded-small bg-sunken px-3 py-2 text-small text-soft">Only an owner may change these.</p>
      )}
      <fieldset disabled={!isOwner} className="flex min-w-0 flex-col gap-5">
        <FieldGroup label="Ceiling" problem={problems.ceiling}>
          <Rows>
            <Switch
              label="A ceiling of its own"
              help="It, and everybody whom it sends, can use at most these tools. Off: no bound besides those from above."
              isOn={draft.ceiling !== null}
              onChange={(isOn) => change({ ceiling: isOn ? draft.tools : null })}
            />
            {draft.ceiling !== null && (
              <div className="flex flex-col gap-2 p-3">
                <Chips options={names} chosen={draft.ceiling} onChange={(ceiling) => change({ ceiling })} />
                {draft.ceiling.length === 0 && (
                  <p className="text-tiny text-ask">
                    Nothing is ticked, so neither it nor anybody below it can use a tool.
                  </p>
                )}
              </div>
            )}
          </Rows>
        </FieldGroup>
        <FieldGroup
          label="Denied"
          problem={problems.denies}
          help="What neither it nor anybody below it may use, whatever else is said."
        >
          <Chips options={names} chosen={draft.denies} onChange={(denies) => change({ denies })} />
        </FieldGroup>
        <FieldGroup
          label="Grants"
          problem={problems.grants}
          help="Lets one of its sub-agents use tools, whatever the ceiling here. Nothing ticked: no grant."
        >
          <Grants draft={draft} change={change} names={names} />
        </FieldGroup>
      </fieldset>
    </Section>
  );
}

interface GrantsProps {
  draft: AgentDraft;
  change: AgentFormProps['form']['change'];
  names: readonly string[];
}

function Grants({ draft, change, names }: GrantsProps) {
  const sent = useAgents().filter(
    ({ agentId }) => draft.subAgentIds.includes(agentId) || Object.hasOwn(draft.grants, agentId),
  );
  if (sent.length === 0) return <p className="text-small text-soft">It sends nobody yet.</p>;
  return (
    <Rows>
      {sent.map(({ agentId, name, badge }) => (
        <fieldset key={agentId} className="flex min-w-0 flex-col gap-2 p-3">
          <legend className="sr-only">{`Grants for ${name}`}</legend>
          <span className="flex items-center gap-2 text-small font-medium" aria-hidden="true">
            <AgentMark badge={badge} size={22} />
            <span dir="auto">{name}</span>
          </span>
          <Chips
            options={names}
            chosen={draft.grants[agentId] ?? []}
            onChange={(granted) => change({ grants: withGrant(draft, agentId, granted) })}
          />
        </fieldset>
      ))}
    </Rows>
  );
}

function withGrant({ grants }: AgentDraft, agentId: AgentId, granted: string[]): AgentDraft['grants'] {
  const { [agentId]: _before, ...others } = grants;
  return granted.length === 0 ? others : { ...others, [agentId]: granted };
}
