import { Button } from '../../ui/buttons/button.tsx';
import { TextArea } from '../../ui/forms/inputs.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { BudgetFields } from '../budget-fields.tsx';
import type { AgentFormProps } from './identity.tsx';

/** What its results must look like, when programs or other agents read them. */
export function ResultContract({ form: { draft, change, problems } }: AgentFormProps) {
  return (
    <Section
      title="Result"
      help="What comes back from a task. A result that does not fit is sent back to it, with what is wrong."
    >
      <div className="flex flex-col items-start gap-2">
        <TextArea
          label="Result schema"
          isMono
          dir="ltr"
          rows={draft.resultSchema === '' ? 3 : 10}
          spellCheck={false}
          className="w-full"
          value={draft.resultSchema}
          problem={problems.resultSchema}
          placeholder="Empty: words, in any form"
          help="A JSON schema. A task that brings a schema of its own is held to that one."
          onChange={(resultSchema) => change({ resultSchema })}
        />
        {draft.resultSchema.trim() === '' && (
          <Button onClick={() => change({ resultSchema: example })}>Begin with an example</Button>
        )}
      </div>
    </Section>
  );
}

const example = JSON.stringify(
  {
    type: 'object',
    properties: {
      answer: { type: 'string', description: 'In one sentence.' },
      sources: { type: 'array', items: { type: 'string' } },
    },
    required: ['answer'],
    additionalProperties: false,
  },
  null,
  2,
);

export function Spending({ form: { draft, change, problems }, isOwner }: AgentFormProps & { isOwner: boolean }) {
  return (
    <Section
      title="Budget"
      help="What one turn or task of it may spend, with everybody whom it sends. Empty leaves it unbounded here."
    >
      {!isOwner && (
        <p className="rounded-small bg-sunken px-3 py-2 text-small text-soft">Only an owner may change these.</p>
      )}
      <fieldset disabled={!isOwner} className="min-w-0">
        <BudgetFields draft={draft} problems={problems} change={change} />
      </fieldset>
    </Section>
  );
}
