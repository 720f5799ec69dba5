import { approvalRuleSchema } from '@retinue/protocol';
import { reachCopy, ruleCopy } from '../../components/forms/copy.ts';
import { SettingsLink } from '../../components/forms/settings-link.tsx';
import { type Tool, useWorkspace } from '../../store/use-library.ts';
import { ChoiceRow } from '../../ui/forms/choice-row.tsx';
import { FieldGroup } from '../../ui/forms/field.tsx';
import { Rows } from '../../ui/forms/toggles.tsx';
import { Section } from '../../ui/layout/page.tsx';
import type { AgentDraft, AgentFormProps } from './agent-form.ts';
import { agentFormCopy } from './copy.ts';

const copy = agentFormCopy.approvals;

type ApprovalsProps = AgentFormProps & { tools: readonly Tool[]; isOwner: boolean };

/** A rule for each tool of the agent, instead of the workspace's rule for the tool's reach. */
export function ApprovalsSection({ form: { draft, field }, tools, isOwner }: ApprovalsProps) {
  const workspace = useWorkspace();
  const { label, problem, value, onChange } = field('approvals');
  const shown = tools.filter(({ name }) => draft.tools.includes(name) || Object.hasOwn(value, name));
  const lead = (
    <>
      {copy.lead} <SettingsLink section="workspace">{copy.workspace}</SettingsLink>
      {copy.leadEnd}
    </>
  );
  return (
    <Section title={copy.title} help={lead}>
      <FieldGroup label={label} problem={problem} help={isOwner ? undefined : copy.ownersOnly}>
        {shown.length === 0 && <p className="text-small text-soft">{copy.noTools}</p>}
        {shown.length > 0 && (
          <Rows>
            {shown.map(({ name, reach }) => (
              <ChoiceRow
                key={name}
                label={<code className="font-mono">{name}</code>}
                help={reachCopy[reach].tag}
                value={value[name] ?? 'workspace'}
                isDisabled={!isOwner && value[name] === 'deny'}
                choices={[
                  { value: 'workspace', label: copy.fromWorkspace(ruleCopy[workspace.approvals[reach]]) },
                  { value: 'allow', label: ruleCopy.allow, isDisabled: !isOwner && reach !== 'internal' },
                  { value: 'ask', label: ruleCopy.ask },
                  { value: 'deny', label: ruleCopy.deny },
                ]}
                onChange={(rule) => onChange(withRule(value, name, rule))}
              />
            ))}
          </Rows>
        )}
      </FieldGroup>
    </Section>
  );
}

function withRule(approvals: AgentDraft['approvals'], name: string, rule: string): AgentDraft['approvals'] {
  const { [name]: _before, ...others } = approvals;
  return rule === 'workspace' ? others : { ...others, [name]: approvalRuleSchema.parse(rule) };
}
