import { useState } from 'react';
import { BudgetFields } from '../../components/forms/budget-fields.tsx';
import { Fetching } from '../../components/forms/fetching.tsx';
import { OwnersOnly } from '../../components/forms/owners-only.tsx';
import { useMay, useTools } from '../../store/use-library.ts';
import { Disclosure } from '../../ui/forms/disclosure.tsx';
import { Rows, Switch } from '../../ui/forms/toggles.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { type AgentFormProps, hasRuleProblem, ownRulesCount } from './agent-form.ts';
import { ApprovalsSection } from './approvals-section.tsx';
import { agentFormCopy } from './copy.ts';
import { DelegationRights } from './delegation-rights.tsx';
import { ResultSection } from './result-section.tsx';

const { rules: copy, budget, tools: toolsCopy } = agentFormCopy;

/** Closed by default, since most agents need no rules. A problem inside opens it. */
export function RulesSection({ form }: AgentFormProps) {
  const [isOpen, setOpen] = useState(false);
  const tools = useTools();
  const isOwner = useMay('own');
  const rules = ownRulesCount(form.draft);
  return (
    <Disclosure
      title={copy.title}
      help={copy.lead}
      aside={rules === 0 ? copy.none : copy.count(rules)}
      isOpen={isOpen || hasRuleProblem(form)}
      onToggle={setOpen}
    >
      {tools.state === 'ready' ? (
        <>
          <ApprovalsSection form={form} tools={tools.value} isOwner={isOwner} />
          <DelegationRights form={form} tools={tools.value} isOwner={isOwner} />
        </>
      ) : (
        <Fetching fetched={tools} subject={toolsCopy.subject} again={tools.again} />
      )}
      <BehaviorSection form={form} />
      <ResultSection form={form} />
      <Section title={budget.title} help={budget.lead}>
        <OwnersOnly isOwner={isOwner}>
          <BudgetFields fieldOf={(kind) => form.field(`budget.${kind}`)} />
        </OwnersOnly>
      </Section>
    </Disclosure>
  );
}

function BehaviorSection({ form: { field } }: AgentFormProps) {
  return (
    <Section title={copy.behavior}>
      <Rows>
        {(['answersQuestions', 'actsOnNotices'] as const).map((path) => {
          const { label, value, onChange } = field(path);
          return <Switch key={path} label={label} help={copy[path]} isOn={value} onChange={onChange} />;
        })}
      </Rows>
    </Section>
  );
}
