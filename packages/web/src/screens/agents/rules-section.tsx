import { type AgentId, approvalRuleSchema } from '@retinue/protocol';
import { useState } from 'react';
import { reachCopy, ruleCopy } from '../../components/forms/copy.ts';
import { OwnersOnly } from '../../components/forms/form-frame.tsx';
import { Loaded } from '../../components/forms/loaded.tsx';
import { BudgetFields } from '../../components/forms/setting-fields.tsx';
import { SettingsLink } from '../../components/forms/settings-link.tsx';
import { type ListedTool, useTools } from '../../store/use-library.ts';
import { useAgents, useMay, useWorkspace } from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Chips } from '../../ui/buttons/chips.tsx';
import { Disclosure } from '../../ui/forms/disclosure.tsx';
import { FieldGroup, TextArea } from '../../ui/forms/fields.tsx';
import { ChoiceRow, Rows, Switch } from '../../ui/forms/rows.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { type AgentFormProps, hasRuleProblem, ownRulesCount } from './agent-form.ts';
import { agentFormCopy } from './copy.ts';

const { rules: copy, approvals, rights, budget, result, tools: toolsCopy } = agentFormCopy;

/** Closed by default, since most agents need no rules. A problem inside opens it. */
export function RulesSection({ form }: AgentFormProps) {
  const [isOpen, setOpen] = useState(false);
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
      <Loaded fetched={useTools()} subject={toolsCopy.subject}>
        {(tools) => (
          <>
            <ApprovalsSection form={form} tools={tools} isOwner={isOwner} />
            <DelegationRights form={form} tools={tools} isOwner={isOwner} />
          </>
        )}
      </Loaded>
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

type ApprovalsProps = AgentFormProps & { tools: readonly ListedTool[]; isOwner: boolean };

/** A rule for each tool of the agent, instead of the workspace's rule for the tool's reach. */
function ApprovalsSection({ form: { draft, field }, tools, isOwner }: ApprovalsProps) {
  const workspace = useWorkspace();
  const { label, problem, value, onChange } = field('approvals');
  const shown = tools.filter(({ name }) => draft.tools.includes(name) || Object.hasOwn(value, name));
  const change = (name: string, rule: string) => {
    const { [name]: _before, ...others } = value;
    onChange(rule === 'workspace' ? others : { ...others, [name]: approvalRuleSchema.parse(rule) });
  };
  return (
    <Section title={approvals.title} help={<SettingsLink text={approvals.lead} section="workspace" />}>
      <FieldGroup label={label} problem={problem} help={isOwner ? undefined : approvals.ownersOnly}>
        <Rows empty={approvals.noTools}>
          {shown.map(({ name, reach }) => (
            <ChoiceRow
              key={name}
              label={<code className="font-mono">{name}</code>}
              help={reachCopy[reach].tag}
              value={value[name] ?? 'workspace'}
              isDisabled={!isOwner && value[name] === 'deny'}
              choices={[
                { value: 'workspace', label: approvals.fromWorkspace(ruleCopy[workspace.approvals[reach]]) },
                { value: 'allow', label: ruleCopy.allow, isDisabled: !isOwner && reach !== 'internal' },
                { value: 'ask', label: ruleCopy.ask },
                { value: 'deny', label: ruleCopy.deny },
              ]}
              onChange={(rule) => change(name, rule)}
            />
          ))}
        </Rows>
      </FieldGroup>
    </Section>
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

function ResultSection({ form: { field } }: AgentFormProps) {
  const schema = field('resultSchema');
  return (
    <Section title={result.title} help={result.lead}>
      <div className="flex flex-col items-start gap-2">
        <TextArea
          {...schema}
          isMono
          dir="ltr"
          rows={schema.value === '' ? 3 : 10}
          spellCheck={false}
          className="w-full"
          placeholder={result.placeholder}
          help={result.help}
        />
        {schema.value.trim() === '' && <Button onClick={() => schema.onChange(example)}>{result.example}</Button>}
      </div>
    </Section>
  );
}

const example = JSON.stringify(
  {
    type: 'object',
    properties: {
      answer: { type: 'string', description: result.exampleAnswer },
      sources: { type: 'array', items: { type: 'string' } },
    },
    required: ['answer'],
    additionalProperties: false,
  },
  null,
  2,
);

type RightsProps = AgentFormProps & { tools: readonly ListedTool[]; isOwner: boolean };

function DelegationRights({ form, tools, isOwner }: RightsProps) {
  const { draft, field } = form;
  const named = [...draft.denies, ...(draft.ceiling ?? []), ...Object.values(draft.grants).flat()];
  const names = [...new Set([...tools.map(({ name }) => name), ...named])];
  const denies = field('denies');
  return (
    <Section title={rights.title} help={rights.lead}>
      <OwnersOnly isOwner={isOwner}>
        <Ceiling form={form} names={names} />
        <FieldGroup label={denies.label} problem={denies.problem} help={rights.denies}>
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
          label={rights.limit}
          help={rights.limitHelp}
          isOn={value !== null}
          onChange={(isOn) => onChange(isOn ? draft.tools : null)}
        />
        {value !== null && (
          <div className="flex flex-col gap-2 p-3">
            <Chips options={names} chosen={value} onChange={onChange} />
            {value.length === 0 && <p className="text-tiny text-ask">{rights.nothingAllowed}</p>}
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
  const change = (agentId: AgentId, granted: string[]) => {
    const { [agentId]: _before, ...others } = value;
    onChange(granted.length === 0 ? others : { ...others, [agentId]: granted });
  };
  return (
    <FieldGroup label={label} problem={problem} help={rights.grants}>
      <Rows empty={rights.noSubAgents}>
        {subAgents.map(({ agentId, name, badge }) => (
          <fieldset key={agentId} className="flex min-w-0 flex-col gap-2 p-3">
            <legend className="sr-only">{rights.grantsFor(name)}</legend>
            <span className="flex items-center gap-2 text-small font-medium" aria-hidden="true">
              <AgentMark badge={badge} size={22} />
              <span dir="auto">{name}</span>
            </span>
            <Chips options={names} chosen={value[agentId] ?? []} onChange={(granted) => change(agentId, granted)} />
          </fieldset>
        ))}
      </Rows>
    </FieldGroup>
  );
}
