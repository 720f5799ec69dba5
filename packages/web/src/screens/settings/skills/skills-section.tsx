import { type Skill, type SkillInput, skillInputSchema } from '@retinue/protocol';
import { FormFrame } from '../../../components/forms/form-frame.tsx';
import { byteLength, text } from '../../../store/forms/codecs.ts';
import type { FormShape } from '../../../store/forms/form-shape.ts';
import { useForm } from '../../../store/forms/use-form.ts';
import { useReport } from '../../../store/settings/use-report.ts';
import { useLibrary, useSkills } from '../../../store/use-library.ts';
import { useAgents, useStore } from '../../../store/use-store.ts';
import { TextArea, TextField } from '../../../ui/forms/fields.tsx';
import { settingsCopy } from '../copy.ts';
import { EntryButtons, EntrySection } from '../entries.tsx';
import { skillsCopy as copy } from './copy.ts';

export function SkillsSection({ edit }: { edit: string | undefined }) {
  const skills = useSkills();
  return (
    <EntrySection
      section="skills"
      right="write"
      text={copy}
      fetched={skills}
      edit={edit}
      open={(key, all, onDone) => {
        const skill = all.find(({ skillId }) => skillId === key) ?? null;
        return (skill || key === 'new') && <SkillEditor key={key} skill={skill} onDone={onDone} />;
      }}
      row={(skill, show) => (
        <SkillRow key={skill.skillId} skill={skill} onEdit={() => show(skill.skillId)} onGone={skills.again} />
      )}
    />
  );
}

function SkillRow({ skill, onEdit, onGone }: { skill: Skill; onEdit: () => void; onGone: () => void }) {
  const { skillId, name, description } = skill;
  const library = useLibrary();
  const report = useReport();
  const users = useAgents().filter(({ skillIds }) => skillIds.includes(skillId));
  const remove = async () => {
    report(await library.removeSkill(skillId), () => settingsCopy.deleted(name));
    onGone();
  };
  return (
    <li className="flex items-start gap-2 rounded-plain border border-line bg-raised py-3 ps-4 pe-3 shadow-lift">
      <div className="min-w-0 flex-1">
        <h3 className="truncate font-mono text-small font-semibold">{name}</h3>
        <p dir="auto" className="text-small text-soft text-pretty">
          {description}
        </p>
        <p className="text-tiny text-faint">{copy.usedBy(users.map((user) => user.name))}</p>
      </div>
      <EntryButtons right="write" name={name} onEdit={onEdit} removal={{ ...copy.removal(name), onConfirm: remove }} />
    </li>
  );
}

const skillShape: FormShape<SkillInput, SkillInput> = {
  fields: { name: text, description: text, content: text },
  labels: copy.labels,
  schema: skillInputSchema,
  fieldOfCode: { 'skill-exists': 'name' },
};

function SkillEditor({ skill, onDone }: { skill: Skill | null; onDone: () => void }) {
  const library = useLibrary();
  const { toasts } = useStore();
  const form = useForm({
    shape: skillShape,
    record: skill,
    save: (input, request) => library.saveSkill(skill?.skillId ?? null, input, request),
    readLatest: async () => skill && library.readSkill(skill.skillId),
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
