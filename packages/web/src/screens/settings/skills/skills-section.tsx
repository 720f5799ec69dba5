import { type Skill, type SkillInput, skillInputSchema } from '@retinue/protocol';
import { FormFrame } from '../../../components/forms/form-frame.tsx';
import { byteLength, text } from '../../../store/forms/codecs.ts';
import { changedFields } from '../../../store/forms/form-conflict.ts';
import type { FormShape } from '../../../store/forms/form-shape.ts';
import { useForm } from '../../../store/forms/use-form.ts';
import { valueOrNull } from '../../../store/outcome.ts';
import { useSend, useSkills } from '../../../store/use-library.ts';
import { useAgents, useStore } from '../../../store/use-store.ts';
import { TextArea, TextField } from '../../../ui/forms/fields.tsx';
import { settingsCopy } from '../copy.ts';
import { EntryButtons, type EntryEditorProps, type EntryRowProps, EntrySection } from '../entries.tsx';
import { skillsCopy as copy } from './copy.ts';

export function SkillsSection({ edit }: { edit: string | undefined }) {
  return (
    <EntrySection
      section="skills"
      right="write"
      text={copy}
      fetched={useSkills()}
      edit={edit}
      idOf={({ skillId }) => skillId}
      row={SkillRow}
      editor={SkillEditor}
    />
  );
}

function SkillRow({ entry: { skillId, name, description }, ...row }: EntryRowProps<Skill>) {
  const send = useSend();
  const users = useAgents().filter(({ skillIds }) => skillIds.includes(skillId));
  return (
    <li className="flex items-start gap-2 rounded-plain border border-line bg-raised py-3 ps-4 pe-3 shadow-lift">
      <div className="min-w-0 flex-1">
        <h3 className="truncate font-mono text-small font-semibold">{name}</h3>
        <p dir="auto" className="text-small text-soft text-pretty">
          {description}
        </p>
        <p className="text-tiny text-faint">{copy.usedBy(users.map((user) => user.name))}</p>
      </div>
      <EntryButtons
        {...row}
        right="write"
        name={name}
        removal={copy.removal(name)}
        remove={() => send('deleteSkill', { params: { skillId } })}
        removed={settingsCopy.deleted(name)}
      />
    </li>
  );
}

const skillShape: FormShape<SkillInput, SkillInput> = {
  fields: { name: text, description: text, content: text },
  labels: copy.labels,
  schema: skillInputSchema,
  fieldOfCode: { 'skill-exists': 'name' },
};

function SkillEditor({ entry: skill, onDone }: EntryEditorProps<Skill>) {
  const send = useSend();
  const { toasts } = useStore();
  const form = useForm({
    shape: skillShape,
    record: skill,
    save: (body, { before, options }) =>
      skill
        ? send('changeSkill', { params: { skillId: skill.skillId }, body: changedFields(before, body) }, options)
        : send('createSkill', { params: {}, body }, options),
    readLatest: async () => {
      const listed = valueOrNull(await send('listSkills', { params: {} }));
      return listed?.results.find(({ skillId }) => skillId === skill?.skillId) ?? null;
    },
    onSaved: ({ name }: Skill) => {
      toasts.add(settingsCopy.saved(name));
      onDone();
    },
  });
  const { draft, field } = form;
  const { help } = copy;
  return (
    <FormFrame right="write" form={form} label={copy.form} onBack={onDone} create={skill ? null : copy.save}>
      <h2 className="text-lead font-semibold">{skill ? skill.name : copy.create}</h2>
      <TextField {...field('name')} isMono spellCheck={false} placeholder={help.nameExample} help={help.name} />
      <TextField {...field('description')} help={help.description} />
      <TextArea
        {...field('content')}
        isMono
        rows={22}
        aside={help.length(byteLength(draft.content))}
        help={help.content}
      />
    </FormFrame>
  );
}
