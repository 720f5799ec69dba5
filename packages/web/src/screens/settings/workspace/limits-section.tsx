import {
  defaultCompactAtTokens,
  defaultLimits,
  defaultMaxNoticeTurns,
  defaultProviderRetryMs,
} from '@retinue/protocol';
import { minuteMs } from '../../../store/forms/codecs.ts';
import { FieldGrid, TextField } from '../../../ui/forms/inputs.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { workspaceCopy } from './copy.ts';
import { limitFields, type WorkspaceFormProps } from './workspace-form.ts';

const copy = workspaceCopy.limits;

export function LimitsSection({ form: { field } }: WorkspaceFormProps) {
  return (
    <Section title={copy.title} help={copy.lead}>
      <FieldGrid>
        {limitPaths.map((path) => (
          <TextField
            key={path}
            {...field(path)}
            help={copy.help[path]}
            inputMode="decimal"
            placeholder={defaults[path]?.toLocaleString('en') ?? copy.none}
          />
        ))}
      </FieldGrid>
    </Section>
  );
}

const limitPaths = Object.keys(limitFields) as (keyof typeof limitFields)[];

/** Null for no limit. */
const defaults: Record<keyof typeof limitFields, number | null> = {
  'limits.maxChildrenAtOnce': defaultLimits.maxChildrenAtOnce,
  'limits.maxTasksPerTurn': defaultLimits.maxTasksPerTurn,
  'limits.maxSteps': defaultLimits.maxSteps,
  'limits.maxTokens': null,
  'limits.maxWorkMs': defaultLimits.maxWorkMs / minuteMs,
  'limits.idleMs': defaultLimits.idleMs / minuteMs,
  'limits.maxOutputChars': defaultLimits.maxOutputChars,
  'limits.approvalLapseMs': null,
  'limits.compactAtTokens': defaultCompactAtTokens,
  'limits.maxNoticeTurns': defaultMaxNoticeTurns,
  'limits.providerRetryMs': defaultProviderRetryMs / minuteMs,
};
