import type { Skill } from '@retinue/protocol';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Fetching } from '../../../components/forms/fetching.tsx';
import { May } from '../../../components/may.tsx';
import { useReport } from '../../../store/settings/use-report.ts';
import { useLibrary, useSkills } from '../../../store/use-library.ts';
import { useAgents } from '../../../store/use-store.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { EmptyList, NotFound, SectionHead, useShowEntry } from '../section-head.tsx';
import { skillsCopy as copy } from './copy.ts';
import { SkillEditor } from './skill-editor.tsx';

export function SkillsSection({ edit }: { edit: string | undefined }) {
  const skills = useSkills();
  const show = useShowEntry('skills');
  const done = () => {
    skills.again();
    show();
  };
  if (skills.state !== 'ready') return <Fetching fetched={skills} subject={copy.subject} again={skills.again} />;
  if (edit === 'new') return <SkillEditor key="new" skill={null} onDone={done} />;
  const edited = skills.value.find(({ skillId }) => skillId === edit);
  if (edited) return <SkillEditor key={edited.skillId} skill={edited} onDone={done} />;
  if (edit !== undefined) return <NotFound noun={copy.noun} onBack={() => show()} />;
  return (
    <div className="flex flex-col gap-4">
      <SectionHead title={copy.title} lead={copy.lead}>
        <May right="write">
          <Button variant="primary" icon={<Plus size={15} />} onClick={() => show('new')}>
            {copy.create}
          </Button>
        </May>
      </SectionHead>
      {skills.value.length === 0 ? (
        <EmptyList text={copy.empty} />
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
  const { skillId, name, description } = skill;
  const library = useLibrary();
  const report = useReport();
  const [isAsking, setAsking] = useState(false);
  const users = useAgents().filter(({ skillIds }) => skillIds.includes(skillId));
  const remove = async () => {
    report(await library.removeSkill(skillId), () => copy.remove.done(name));
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
      <May right="write">
        <IconButton label={copy.edit(name)} onClick={onEdit}>
          <Pencil size={15} />
        </IconButton>
        <IconButton label={copy.delete(name)} onClick={() => setAsking(true)}>
          <Trash2 size={15} />
        </IconButton>
      </May>
      {isAsking && (
        <Confirm
          title={copy.remove.title(name)}
          message={copy.remove.text}
          action={copy.remove.action}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
