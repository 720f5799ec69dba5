import {
  defaultCompactAtTokens,
  defaultLimits,
  defaultMaxNoticeTurns,
  defaultProviderRetryMs,
} from '@retinue/protocol';
import type { LimitsDraft } from '../../store/limits-draft.ts';
import type { Form } from '../../store/use-form.ts';
import type { WorkspaceDraft } from '../../store/workspace-draft.ts';
import { FieldGrid, TextField } from '../../ui/forms/inputs.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { BudgetFields } from '../budget-fields.tsx';

interface LimitsProps {
  form: Form<WorkspaceDraft>;
}

export function Limits({ form: { draft, change, problems } }: LimitsProps) {
  return (
    <Section
      title="Limits"
      help="What stops work that goes astray, in chats from now on. Empty leaves a limit to the server; what it is by default stands in the field."
    >
      <FieldGrid>
        {fields.map(({ field, label, help, otherwise }) => (
          <TextField
            key={field}
            label={label}
            help={help}
            inputMode="decimal"
            placeholder={otherwise}
            value={draft[field]}
            problem={problems[field]}
            onChange={(text) => change({ [field]: text })}
          />
        ))}
      </FieldGrid>
    </Section>
  );
}

/** What a turn may cost altogether. */
export function TurnBudget({ form: { draft, change, problems } }: LimitsProps) {
  return (
    <Section
      title="Budget of a turn"
      help="The most one message may spend, sub-agents and background results included. At the end of it the agent gives a last answer."
    >
      <BudgetFields draft={draft} problems={problems} change={change} />
    </Section>
  );
}

type LimitField = Exclude<keyof LimitsDraft, `budget${string}`>;

const fields: readonly { field: LimitField; label: string; help: string; otherwise: string }[] = [
  {
    field: 'maxChildrenAtOnce',
    label: 'Sub-agents at once',
    help: '1 to 100. How many an agent may have at work; more of them wait.',
    otherwise: String(defaultLimits.maxChildrenAtOnce),
  },
  {
    field: 'maxTasksPerTurn',
    label: 'Tasks of a turn',
    help: '1 to 10,000. How often somebody is sent for one question.',
    otherwise: String(defaultLimits.maxTasksPerTurn),
  },
  {
    field: 'maxSteps',
    label: 'Steps',
    help: '1 to 1000. How often an agent may call its model for one task.',
    otherwise: String(defaultLimits.maxSteps),
  },
  {
    field: 'maxTokens',
    label: 'Tokens',
    help: 'How many an agent may use for one task.',
    otherwise: 'No limit',
  },
  {
    field: 'workMinutes',
    label: 'Minutes at work',
    help: 'Up to a week. How long an agent may work on one task; waiting is no work.',
    otherwise: String(defaultLimits.maxWorkMs / 60_000),
  },
  {
    field: 'idleMinutes',
    label: 'Minutes of silence',
    help: 'Up to a day. After so long without a word from a model, it is asked again.',
    otherwise: String(defaultLimits.idleMs / 60_000),
  },
  {
    field: 'maxOutputChars',
    label: 'Characters of a step',
    help: '1000 or more. A model that writes on and on is cut off here.',
    otherwise: defaultLimits.maxOutputChars.toLocaleString('en'),
  },
  {
    field: 'approvalMinutes',
    label: 'Minutes for an approval',
    help: 'Up to a year. Later it has to be asked for again.',
    otherwise: 'No limit',
  },
  {
    field: 'compactAtTokens',
    label: 'Tokens of a prompt',
    help: '1000 to 10,000,000. A longer one is summarised first; the chat keeps every word.',
    otherwise: defaultCompactAtTokens.toLocaleString('en'),
  },
  {
    field: 'maxNoticeTurns',
    label: 'Turns from background results',
    help: '0 to 1000 for each message. Later results wait to be read.',
    otherwise: String(defaultMaxNoticeTurns),
  },
  {
    field: 'providerRetryMinutes',
    label: 'Retry provider errors for',
    help: 'Minutes, up to a day. 0 fails at the first outage or rate limit.',
    otherwise: String(defaultProviderRetryMs / 60_000),
  },
];
