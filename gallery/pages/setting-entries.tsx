import { useRef } from 'react';
import { FormFrame, OwnersOnly } from '../../packages/web/src/components/forms/form-frame.tsx';
import { Loaded } from '../../packages/web/src/components/forms/loaded.tsx';
import { BudgetFields, ModelFields, NumberFields } from '../../packages/web/src/components/forms/setting-fields.tsx';
import { SettingsLink } from '../../packages/web/src/components/forms/settings-link.tsx';
import type { FieldOfForm, Form } from '../../packages/web/src/store/forms/use-form.ts';
import { TextField } from '../../packages/web/src/ui/forms/fields.tsx';
import { InStore, inStore } from '../in-store.tsx';
import type { Variant } from '../sample-server.ts';
import { type Entries, ignore, type Samples } from '../samples.tsx';

interface Draft {
  name: string;
}

/** Parts of forms and settings. */
export function settingEntries(samples: Samples): Entries {
  const { sentence, name } = samples;
  const field = (label: string, value = ''): FieldOfForm<string> => ({
    label,
    value,
    problem: undefined,
    onChange: ignore,
  });
  const again = { again: ignore };
  return {
    FormFrame: frameStates(samples),
    OwnersOnly: {
      owner: (
        <OwnersOnly isOwner>
          <TextField {...field('Name', name)} />
        </OwnersOnly>
      ),
      'somebody else': (
        <OwnersOnly isOwner={false}>
          <TextField {...field('Name', name)} />
        </OwnersOnly>
      ),
    },
    ModelFields: {
      'with suggestions': inStore(
        <ModelFields
          provider={{ ...field('Provider', 'a'), choices: [{ value: 'a', label: name }] }}
          modelId={field('Model ID')}
        />,
      ),
    },
    NumberFields: {
      plain: <NumberFields names={['low', 'high']} fieldOf={field} help={{ low: sentence }} placeholder={() => '0'} />,
    },
    BudgetFields: { empty: <BudgetFields fieldOf={(kind) => field(kind)} /> },
    SettingsLink: { 'in a sentence': <SettingsLink text={`${sentence} [${name}]`} section="providers" /> },
    Loaded: {
      loading: (
        <Loaded fetched={{ state: 'loading', ...again }} subject="agents">
          {() => null}
        </Loaded>
      ),
      failed: (
        <Loaded fetched={{ state: 'failed', message: sentence, ...again }} subject="agents">
          {() => null}
        </Loaded>
      ),
      ready: (
        <Loaded fetched={{ state: 'ready', value: sentence, ...again }} subject="agents">
          {(text) => text}
        </Loaded>
      ),
    },
  };
}

function frameStates({ sentence, name }: Samples): Entries[string] {
  const frame = (fields: Partial<Form<Draft>>, as: Variant = 'owner') => (
    <InStore as={as}>
      {/* The bar reaches into the padding of a page. */}
      <div className="px-4 sm:px-6">
        <Frame name={name} {...fields} />
      </div>
    </InStore>
  );
  return {
    unchanged: frame({}),
    'unsaved changes': frame({ isDirty: true }),
    saving: frame({ isDirty: true, isSaving: true }),
    saved: frame({ isSaved: true }),
    'a wrong field': frame({ isDirty: true, problems: { name: sentence } }),
    refused: frame({ isDirty: true, refusal: sentence }),
    'changed elsewhere': frame({
      isDirty: true,
      conflict: { fields: ['name'], theirs: { name: sentence } },
    }),
    viewer: frame({}, 'viewer'),
  };
}

function Frame({ name, ...fields }: { name: string } & Partial<Form<Draft>>) {
  const element = useRef<HTMLFormElement>(null);
  const form: Form<Draft> = {
    element,
    draft: { name },
    change: ignore,
    field: (path) => ({ label: 'Name', value: { name }[path], problem: fields.problems?.[path], onChange: ignore }),
    labelOf: () => 'Name',
    problems: {},
    refusal: null,
    conflict: null,
    settle: ignore,
    isDirty: false,
    isSaving: false,
    isSaved: false,
    isDirtyNow: () => false,
    save: async () => {},
    ...fields,
  };
  return (
    <FormFrame form={form} label={name} right="own" onBack={ignore}>
      <TextField {...form.field('name')} />
    </FormFrame>
  );
}
