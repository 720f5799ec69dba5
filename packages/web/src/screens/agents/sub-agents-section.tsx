import type { AgentId } from '@retinue/protocol';
import { SettingsLink } from '../../components/forms/settings-link.tsx';
import { useWorkspace } from '../../store/use-library.ts';
import { useAgents } from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { FieldGroup } from '../../ui/forms/field.tsx';
import { Rows, Switch } from '../../ui/forms/toggles.tsx';
import { Section } from '../../ui/layout/page.tsx';
import type { AgentFormProps } from './agent-form.ts';
import { agentFormCopy } from './copy.ts';
import { withMember } from './tools-section.tsx';

const copy = agentFormCopy.subAgents;

/** A switch for each other agent. */
export function SubAgentsSection({ form: { field }, own }: AgentFormProps & { own: AgentId | null }) {
  const { maxDepth } = useWorkspace();
  const others = useAgents().filter(({ agentId }) => agentId !== own);
  const { label, problem, value, onChange } = field('subAgentIds');
  const lead = (
    <>
      {maxDepth === 0 ? copy.noDelegation : copy.depth(maxDepth)}{' '}
      <SettingsLink section="workspace">{copy.changeDepth}</SettingsLink>
    </>
  );
  return (
    <Section title={copy.title} help={lead}>
      <FieldGroup label={label} problem={problem}>
        {others.length === 0 && <p className="text-small text-soft">{copy.none}</p>}
        {others.length > 0 && (
          <Rows>
            {others.map(({ agentId, name, description, badge }) => (
              <Switch
                key={agentId}
                mark={<AgentMark badge={badge} size={28} />}
                label={<span dir="auto">{name}</span>}
                help={description}
                isOn={value.includes(agentId)}
                onChange={(isOn) => onChange(withMember(value, agentId, isOn))}
              />
            ))}
          </Rows>
        )}
      </FieldGroup>
    </Section>
  );
}
