import { useState } from 'react';
import { controlFields, ownRulesCount } from '../../store/agent-control.ts';
import { formatCount } from '../../store/usage/figures.ts';
import { useMay, useTools } from '../../store/use-library.ts';
import { Disclosure } from '../../ui/forms/disclosure.tsx';
import { Rows, Switch } from '../../ui/forms/toggles.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { Fetching } from '../fetching.tsx';
import { ApprovalRows } from './approval-rows.tsx';
import { HandingOn } from './handing-on.tsx';
import type { AgentFormProps } from './identity.tsx';
import { ResultContract, Spending } from './spending.tsx';

/** What it is held to. Most agents need none of this, so it is closed; what is wrong in it opens it. */
export function Control({ form }: AgentFormProps) {
  const { draft, change, problems } = form;
  const [isOpen, setOpen] = useState(false);
  const tools = useTools();
  const isOwner = useMay('own');
  const isWrong = controlFields.some((field) => problems[field] !== undefined);
  const rules = ownRulesCount(draft);
  return (
    <Disclosure
      title="Control"
      help="What it may do without asking, what it may hand on, what it may spend, and what its results look like."
      aside={rules === 0 ? 'Nothing set' : formatCount(rules, 'rule')}
      isOpen={isOpen || isWrong}
      onToggle={setOpen}
    >
      {tools.state === 'ready' ? (
        <>
          <ApprovalRows form={form} tools={tools.value} isOwner={isOwner} />
          <HandingOn form={form} tools={tools.value} isOwner={isOwner} />
        </>
      ) : (
        <Fetching fetched={tools} what="the tools" again={tools.again} />
      )}
      <Section title="Its sub-agents" help="How it takes part in what those that it sent do.">
        <Rows>
          <Switch
            label="Answers their questions"
            help="When a sub-agent asks, this agent is asked first, and passes on to a person what it can't tell."
            isOn={draft.answersQuestions}
            onChange={(answersQuestions) => change({ answersQuestions })}
          />
          <Switch
            label="Acts on news"
            help="The end of a task in the background makes it take a turn. Otherwise it reads the news when it next works."
            isOn={draft.actsOnNotices}
            onChange={(actsOnNotices) => change({ actsOnNotices })}
          />
        </Rows>
      </Section>
      <ResultContract form={form} />
      <Spending form={form} isOwner={isOwner} />
    </Disclosure>
  );
}
