import { Button } from '../../ui/buttons/button.tsx';
import { TextArea } from '../../ui/forms/inputs.tsx';
import { Section } from '../../ui/layout/page.tsx';
import type { AgentFormProps } from './agent-form.ts';
import { agentFormCopy } from './copy.ts';

const copy = agentFormCopy.result;

export function ResultSection({ form: { field } }: AgentFormProps) {
  const schema = field('resultSchema');
  return (
    <Section title={copy.title} help={copy.lead}>
      <div className="flex flex-col items-start gap-2">
        <TextArea
          {...schema}
          isMono
          dir="ltr"
          rows={schema.value === '' ? 3 : 10}
          spellCheck={false}
          className="w-full"
          placeholder={copy.placeholder}
          help={copy.help}
        />
        {schema.value.trim() === '' && <Button onClick={() => schema.onChange(example)}>{copy.example}</Button>}
      </div>
    </Section>
  );
}

const example = JSON.stringify(
  {
    type: 'object',
    properties: {
      answer: { type: 'string', description: copy.exampleAnswer },
      sources: { type: 'array', items: { type: 'string' } },
    },
    required: ['answer'],
    additionalProperties: false,
  },
  null,
  2,
);
