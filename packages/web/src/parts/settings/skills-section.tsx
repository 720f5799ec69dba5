import type { Skill, SkillInput } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { byteLength } from '../../store/forms.ts';
import {
  checkSkillDraft,
  draftOfSkill,
  newSkillDraft,
  skillFieldLabel,
  skillProblems,
} from '../../store/skill-draft.ts';
import { useForm } from '../../store/use-form.ts';
import { useLibrary, useSkills } from '../../store/use-library.ts';
import { useAgents, useStore } from '../../store/use-store.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { TextArea, TextField } from '../../ui/forms/inputs.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Fetching } from '../fetching.tsx';
import { FormFrame } from '../form-frame.tsx';
import { May } from '../may.tsx';
import { NotHere, SectionHead } from './section-head.tsx';

/** Know-how that agents read when they need it. */
export function SkillsSection({ edit }: { edit: string | undefined }) {
  const skills = useSkills();
  const navigate = useNavigate();
  const show = (shown?: string) =>
    void navigate({ to: '/settings/$section', params: { section: 'skills' }, search: shown ? { edit: shown } : {} });
  const done = () => {
    skills.again();
    show();
  };
  if (skills.state !== 'ready') return <Fetching fetched={skills} what="the skills" again={skills.again} />;
  if (edit === 'new') return <SkillEditor key="new" skill={null} onDone={done} />;
  const edited = skills.value.find(({ skillId }) => skillId === edit);
  if (edited) return <SkillEditor key={edited.skillId} skill={edited} onDone={done} />;
  if (edit !== undefined) return <NotHere what="skill" onBack={() => show()} />;
  return (
    <div className="flex flex-col gap-4">
      <SectionHead
        title="Skills"
        words="Know-how in writing. An agent that has a skill sees its name and description, and reads the rest when a task calls for it."
      >
        <May right="write">
          <Button variant="primary" icon={<Plus size={15} />} onClick={() => show('new')}>
            New skill
          </Button>
        </May>
      </SectionHead>
      {skills.value.length === 0 ? (
        <p className="rounded-plain border border-dashed border-line-strong p-6 text-center text-small text-soft">
          There are no skills yet. A good first one: how your team wants a report to look.
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {skills.value.map((skill) => (
            <SkillRow key={skill.skillId} skill={skill} onEdit={() => show(skill.skillId)} onGone={skills.again} />
          ))}
        </ul>
      )}
    </div>
  );
}

function SkillRow({ skill, onEdit, onGone }: { skill: Skill; onEdit: () => void; onGone: () => void }) {
  const library = useLibrary();
  const store = useStore();
  const [isAsking, setAsking] = useState(false);
  const users = useAgents().filter(({ skillIds }) => skillIds.includes(skill.skillId));
  const remove = async () => {
    const outcome = await library.removeSkill(skill.skillId);
    if ('value' in outcome) store.toasts.add(`Deleted ${skill.name}.`);
    else store.toasts.add(outcome.refusal.words, { tone: 'problem', stayMs: 10_000 });
    onGone();
  };
  return (
    <li className="flex items-start gap-2 rounded-plain border border-line bg-raised py-3 ps-4 pe-3 shadow-lift">
      <div className="min-w-0 flex-1">
        <h3 className="truncate font-mono text-small font-semibold">{skill.name}</h3>
        <p dir="auto" className="text-small text-soft text-pretty">
          {skill.description}
        </p>
        <p className="text-tiny text-faint">
          {users.length > 0 ? `Used by ${users.map(({ name }) => name).join(', ')}` : 'Used by no agent yet'}
        </p>
      </div>
      <May right="write">
        <IconButton label={`Edit ${skill.name}`} onClick={onEdit}>
          <Pencil size={15} />
        </IconButton>
        <IconButton label={`Delete ${skill.name}`} onClick={() => setAsking(true)}>
          <Trash2 size={15} />
        </IconButton>
      </May>
      {isAsking && (
        <Confirm
          title={`Delete ${skill.name}?`}
          message="Agents that have it go on without it. This can't be undone."
          action="Delete"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

function SkillEditor({ skill, onDone }: { skill: Skill | null; onDone: () => void }) {
  const form = useSkillForm(skill, onDone);
  const { draft, change, problems } = form;
  return (
    <FormFrame
      right="write"
      form={form}
      label="Skill"
      save={skill ? 'Save' : 'Create the skill'}
      isNew={skill === null}
      labelOf={skillFieldLabel}
      actions={
        <Button variant="quiet" onClick={onDone}>
          Back
        </Button>
      }
    >
      <h2 className="text-lead font-semibold">{skill ? skill.name : 'New skill'}</h2>
      <TextField
        label="Name"
        isMono
        spellCheck={false}
        placeholder="weekly-report"
        value={draft.name}
        problem={problems.name}
        help="Lower-case words with hyphens. Agents ask for it by this name."
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Description"
        value={draft.description}
        problem={problems.description}
        help="When to use it, in one line: by this an agent decides whether to read it."
        onChange={(description) => change({ description })}
      />
      <TextArea
        label="Text"
        isMono
        rows={22}
        value={draft.content}
        problem={problems.content}
        aside={`${byteLength(draft.content).toLocaleString()} of 131,072 bytes`}
        help="Markdown is fine. Whoever writes this tells agents what to do."
        onChange={(content) => change({ content })}
      />
    </FormFrame>
  );
}

function useSkillForm(skill: Skill | null, onDone: () => void) {
  const library = useLibrary();
  const store = useStore();
  return useForm<SkillInput, SkillInput, Skill>({
    initial: skill ? draftOfSkill(skill) : newSkillDraft,
    check: checkSkillDraft,
    version: skill?.version,
    save: (input, request) => library.saveSkill(skill?.skillId ?? null, input, request),
    latest: async () => {
      const read = skill && (await library.readSkill(skill.skillId));
      return read && { draft: draftOfSkill(read), version: read.version, saved: read };
    },
    place: skillProblems,
    onSaved: ({ name }) => {
      store.toasts.add(`${name} is saved.`);
      onDone();
    },
  });
}
