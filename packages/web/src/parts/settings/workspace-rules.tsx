import { type ApprovalRule, type ApprovalRules, reachSchema } from '@retinue/protocol';
import { reachWords, ruleWords } from '../../store/approval-words.ts';
import type { Form } from '../../store/use-form.ts';
import { useTools } from '../../store/use-library.ts';
import type { WorkspaceDraft } from '../../store/workspace-draft.ts';
import { Chips } from '../../ui/buttons/chips.tsx';
import { ChoiceRow } from '../../ui/forms/choice-row.tsx';
import { FieldGroup } from '../../ui/forms/field.tsx';
import { Rows } from '../../ui/forms/toggles.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { Fetching } from '../fetching.tsx';

interface RulesProps {
  form: Form<WorkspaceDraft>;
}

/** What becomes of a call, by what its tool touches. */
export function Approvals({ form: { draft, change, problems } }: RulesProps) {
  const set = (reach: keyof ApprovalRules, rule: string) =>
    change({ approvals: { ...draft.approvals, [reach]: rule as ApprovalRule } });
  return (
    <Section
      title="Approvals"
      help="When an agent must ask a person before it uses a tool. An agent can have rules of its own."
    >
      <FieldGroup
        label="A tool that touches"
        problem={problems.approvals}
        help="For chats that begin from now on; those that are open keep the rules that they began with."
      >
        <Rows>
          {reachSchema.options.map((reach) => (
            <ChoiceRow
              key={reach}
              label={reachWords[reach].label}
              help={reachWords[reach].help}
              value={draft.approvals[reach]}
              choices={rules}
              onChange={(rule) => set(reach, rule)}
            />
          ))}
        </Rows>
      </FieldGroup>
    </Section>
  );
}

const rules = Object.entries(ruleWords).map(([value, { long: words }]) => ({ value, label: words }));

export function DeniedTools({ form: { draft, change, problems } }: RulesProps) {
  const tools = useTools();
  return (
    <Section
      title="Denied tools"
      help="What no agent here may use, whatever its form says. It counts at once, in open chats too."
    >
      {tools.state === 'ready' ? (
        <FieldGroup label="Nobody may use" problem={problems.deniedTools}>
          <Chips
            options={[...new Set([...tools.value.map(({ name }) => name), ...draft.deniedTools])]}
            chosen={draft.deniedTools}
            onChange={(deniedTools) => change({ deniedTools })}
          />
        </FieldGroup>
      ) : (
        <Fetching fetched={tools} what="the tools" again={tools.again} />
      )}
    </Section>
  );
}
