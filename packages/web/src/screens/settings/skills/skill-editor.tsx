import type { Skill } from '@retinue/protocol';
import { FormFrame } from '../../../components/forms/form-frame.tsx';
import { byteLength } from '../../../store/forms/codecs.ts';
import { useForm } from '../../../store/forms/use-form.ts';
import { useLibrary } from '../../../store/use-library.ts';
import { useStore } from '../../../store/use-store.ts';
import { TextArea, TextField } from '../../../ui/forms/inputs.tsx';
import { skillsCopy as copy } from './copy.ts';
import { skillShape } from './skill-form.ts';

export function SkillEditor({ skill, onDone }: { skill: Skill | null; onDone: () => void }) {
  const form = useSkillForm(skill, onDone);
  const { draft, field } = form;
  return (
    <FormFrame
      right="write"
      form={form}
      label={copy.form}
      onBack={onDone}
      {...(skill ? {} : { save: copy.save, isNew: true })}
    >
      <h2 className="text-lead font-semibold">{skill ? skill.name : copy.create}</h2>
      <TextField
        {...field('name')}
        isMono
        spellCheck={false}
        placeholder={copy.help.nameExample}
        help={copy.help.name}
      />
      <TextField {...field('description')} help={copy.help.description} />
      <TextArea
        {...field('content')}
        isMono
        rows={22}
        aside={copy.help.length(byteLength(draft.content))}
        help={copy.help.content}
      />
    </FormFrame>
  );
}

function useSkillForm(skill: Skill | null, onDone: () => void) {
  const library = useLibrary();
  const { toasts } = useStore();
  return useForm({
    shape: skillShape,
    record: skill,
    save: (input, request) => library.saveSkill(skill?.skillId ?? null, input, request),
    readLatest: async () => skill && library.readSkill(skill.skillId),
    onSaved: ({ name }: Skill) => {
      toasts.add(copy.saved(name));
      onDone();
    },
  });
}
