import { approvalRuleSchema, reachSchema } from '@retinue/protocol';
import { reachCopy, ruleCopy } from '../../../components/forms/copy.ts';
import { Fetching } from '../../../components/forms/fetching.tsx';
import { useTools } from '../../../store/use-library.ts';
import { Chips } from '../../../ui/buttons/chips.tsx';
import { ChoiceRow } from '../../../ui/forms/choice-row.tsx';
import { FieldGroup } from '../../../ui/forms/field.tsx';
import { Rows } from '../../../ui/forms/toggles.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { workspaceCopy } from './copy.ts';
import type { WorkspaceFormProps } from './workspace-form.ts';

const { approvals: copy, denied } = workspaceCopy;

/** A rule for each reach of a tool. */
export function ApprovalRulesSection({ form: { field } }: WorkspaceFormProps) {
  const { label, problem, value, onChange } = field('approvals');
  return (
    <Section title={copy.title} help={copy.lead}>
      <FieldGroup label={label} problem={problem} help={copy.help}>
        <Rows>
          {reachSchema.options.map((reach) => (
            <ChoiceRow
              key={reach}
              label={reachCopy[reach].label}
              help={reachCopy[reach].help}
              value={value[reach]}
              choices={rules}
              onChange={(rule) => onChange({ ...value, [reach]: approvalRuleSchema.parse(rule) })}
            />
          ))}
        </Rows>
      </FieldGroup>
    </Section>
  );
}

const rules = Object.entries(ruleCopy).map(([value, words]) => ({ value, label: words }));

export function DeniedTools({ form: { field } }: WorkspaceFormProps) {
  const tools = useTools();
  const { label, problem, value, onChange } = field('deniedTools');
  return (
    <Section title={denied.title} help={denied.lead}>
      {tools.state === 'ready' ? (
        <FieldGroup label={label} problem={problem}>
          <Chips
            options={[...new Set([...tools.value.map(({ name }) => name), ...value])]}
            chosen={value}
            onChange={onChange}
          />
        </FieldGroup>
      ) : (
        <Fetching fetched={tools} subject={denied.subject} again={tools.again} />
      )}
    </Section>
  );
}
