import { approvalRuleSchema, reachSchema, type Workspace } from '@retinue/protocol';
import { CircleStop, Play } from 'lucide-react';
import { reachCopy, ruleCopy } from '../../../components/forms/copy.ts';
import { FormFrame } from '../../../components/forms/form-frame.tsx';
import { Loaded } from '../../../components/forms/loaded.tsx';
import { BudgetFields, NumberFields } from '../../../components/forms/setting-fields.tsx';
import { changedFields } from '../../../store/forms/form-conflict.ts';
import { useForm } from '../../../store/forms/use-form.ts';
import { valueOrNull } from '../../../store/outcome.ts';
import { useSend, useTools } from '../../../store/use-library.ts';
import { useActions, useAgents, useMay, useWorkStop, useWorkspace } from '../../../store/use-store.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Chips } from '../../../ui/buttons/chips.tsx';
import { FieldGroup, SelectField, TextField } from '../../../ui/forms/fields.tsx';
import { ChoiceRow, Rows } from '../../../ui/forms/rows.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { Confirmed } from '../../../ui/overlays/confirm.tsx';
import { workspaceCopy as copy } from './copy.ts';
import { limitDefault, limitPaths, type WorkspaceFormProps, workspaceShape } from './workspace-form.ts';

export function WorkspaceSection() {
  const form = useWorkspaceForm();
  const { field } = form;
  return (
    <div className="flex flex-col gap-6">
      <StopSection />
      <FormFrame right="own" form={form} label={copy.form}>
        <ProfileSection form={form} />
        <Section title={copy.delegation.title} help={copy.delegation.lead}>
          <SelectField
            {...field('maxDepth')}
            help={copy.delegation.help(Number(form.draft.maxDepth))}
            choices={depths}
          />
          <p className="text-tiny text-faint text-pretty">{copy.delegation.note}</p>
        </Section>
        <ApprovalRulesSection form={form} />
        <DeniedTools form={form} />
        <Section title={copy.limits.title} help={copy.limits.lead}>
          <NumberFields
            names={limitPaths}
            fieldOf={field}
            help={copy.limits.help}
            placeholder={(path) => limitDefault(path)?.toLocaleString('en') ?? copy.limits.none}
          />
        </Section>
        <Section title={copy.budget.title} help={copy.budget.lead}>
          <BudgetFields fieldOf={(kind) => field(`limits.budget.${kind}`)} />
        </Section>
      </FormFrame>
    </div>
  );
}

const depths = Array.from({ length: 11 }, (_, depth) => ({
  value: String(depth),
  label: copy.delegation.choice(depth),
}));

function useWorkspaceForm() {
  const workspace = useWorkspace();
  const send = useSend();
  return useForm({
    shape: workspaceShape,
    record: workspace,
    save: (changes, { before, options }) => {
      const { limits, ...body } = changedFields(before, changes);
      const changedLimits = limits && changedFields(before?.limits ?? null, limits);
      return send(
        'changeWorkspace',
        { params: {}, body: { ...body, ...(limits && { limits: changedLimits }) } },
        options,
      );
    },
    readLatest: async () => valueOrNull(await send('getWorkspace', { params: {} })),
    onSaved: (_saved: Workspace) => {},
  });
}

function ProfileSection({ form: { field } }: WorkspaceFormProps) {
  const agents = useAgents();
  const defaultAgent = field('defaultAgentId');
  return (
    <Section title={copy.title}>
      <TextField {...field('name')} />
      <SelectField
        {...defaultAgent}
        help={copy.defaultAgent}
        onChange={(chosen) => {
          const agent = agents.find(({ agentId }) => agentId === chosen);
          if (agent) defaultAgent.onChange(agent.agentId);
        }}
        choices={agents.map(({ agentId, name }) => ({ value: String(agentId), label: name }))}
      />
    </Section>
  );
}

/** A rule for each reach of a tool. */
function ApprovalRulesSection({ form: { field } }: WorkspaceFormProps) {
  const { label, problem, value, onChange } = field('approvals');
  return (
    <Section title={copy.approvals.title} help={copy.approvals.lead}>
      <FieldGroup label={label} problem={problem} help={copy.approvals.help}>
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

const rules = Object.entries(ruleCopy).map(([value, label]) => ({ value, label }));

function DeniedTools({ form: { field } }: WorkspaceFormProps) {
  const { label, problem, value, onChange } = field('deniedTools');
  return (
    <Section title={copy.denied.title} help={copy.denied.lead}>
      <Loaded fetched={useTools()} subject={copy.denied.subject}>
        {(tools) => (
          <FieldGroup label={label} problem={problem}>
            <Chips
              options={[...new Set([...tools.map(({ name }) => name), ...value])]}
              chosen={value}
              onChange={onChange}
            />
          </FieldGroup>
        )}
      </Loaded>
    </Section>
  );
}

/** Stops all work of the workspace, and of the server for those who run it. */
function StopSection() {
  const stop = useWorkStop();
  const mayOwn = useMay('own');
  const mayRun = useMay('run');
  if (!mayOwn) return null;
  return (
    <>
      <Section title={copy.stop.title} help={copy.stop.lead}>
        <div className="flex flex-wrap items-start gap-2">
          {stop?.scope !== 'server' && <StopButton scope="workspace" isStopped={stop !== null} />}
          {mayRun && <StopButton scope="server" isStopped={stop?.scope === 'server'} />}
        </div>
      </Section>
      <hr className="border-line" />
    </>
  );
}

/** One button stops and resumes, so that it keeps the focus. */
function StopButton({ scope, isStopped }: { scope: 'workspace' | 'server'; isStopped: boolean }) {
  const actions = useActions();
  const isServer = scope === 'server';
  const stop = () => actions.run(isServer ? 'stopServer' : 'stopWorkspace', { params: {} });
  const resume = () => actions.run(isServer ? 'resumeServer' : 'resumeWorkspace', { params: {} });
  return (
    <Confirmed {...copy.stop.confirm[scope]} onConfirm={stop}>
      {(ask) => (
        <Button
          variant={isStopped ? 'plain' : 'danger'}
          icon={isStopped ? <Play size={14} /> : <CircleStop size={14} />}
          onClick={() => (isStopped ? void resume() : ask())}
        >
          {isStopped ? copy.stop.resume[scope] : copy.stop.stop[scope]}
        </Button>
      )}
    </Confirmed>
  );
}
