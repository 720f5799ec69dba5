import type { ApprovalRule } from '@retinue/protocol';
import { Link } from '@tanstack/react-router';
import type { AgentDraft } from '../../store/agent-draft.ts';
import { reachWords, ruleWords } from '../../store/approval-words.ts';
import { type Tool, useWorkspace } from '../../store/use-library.ts';
import { ChoiceRow } from '../../ui/forms/choice-row.tsx';
import { FieldGroup } from '../../ui/forms/field.tsx';
import { Rows } from '../../ui/forms/toggles.tsx';
import { Section } from '../../ui/layout/page.tsx';
import type { AgentFormProps } from './identity.tsx';

type RowsProps = AgentFormProps & { tools: readonly Tool[]; isOwner: boolean };

/** A rule for each tool that it has, instead of the workspace's rule for what the tool touches. */
export function ApprovalRows({ form: { draft, change, problems }, tools, isOwner }: RowsProps) {
  const { approvals } = useWorkspace();
  const shown = tools.filter(({ name }) => draft.tools.includes(name) || Object.hasOwn(draft.approvals, name));
  return (
    <Section title="Approvals" help={<WorkspaceWords />}>
      <FieldGroup
        label="Before it uses a tool"
        problem={problems.approvals}
        help={isOwner ? undefined : 'Only an owner may spare asking for what reaches outside, or loosen a "never".'}
      >
        {shown.length === 0 ? (
          <p className="text-small text-soft">It has no tools yet. Tick some above, and give them rules here.</p>
        ) : (
          <Rows>
            {shown.map((tool) => (
              <ChoiceRow
                key={tool.name}
                label={<code className="font-mono">{tool.name}</code>}
                help={reachWords[tool.reach].is}
                value={draft.approvals[tool.name] ?? 'workspace'}
                isDisabled={!isOwner && draft.approvals[tool.name] === 'deny'}
                choices={[
                  { value: 'workspace', label: `As the workspace says: ${ruleWords[approvals[tool.reach]].short}` },
                  { value: 'allow', label: ruleWords.allow.long, isDisabled: !isOwner && tool.reach !== 'internal' },
                  { value: 'ask', label: ruleWords.ask.long },
                  { value: 'deny', label: ruleWords.deny.long },
                ]}
                onChange={(rule) => change({ approvals: withRule(draft, tool.name, rule) })}
              />
            ))}
          </Rows>
        )}
      </FieldGroup>
    </Section>
  );
}

function withRule({ approvals }: AgentDraft, name: string, rule: string): AgentDraft['approvals'] {
  const { [name]: _before, ...others } = approvals;
  return rule === 'workspace' ? others : { ...others, [name]: rule as ApprovalRule };
}

function WorkspaceWords() {
  return (
    <>
      What needs a person's word is a matter of the{' '}
      <Link
        to="/settings/$section"
        params={{ section: 'workspace' }}
        search={{}}
        className="text-accent underline underline-offset-2"
      >
        workspace
      </Link>
      , unless a tool has a rule here.
    </>
  );
}
