import type { Refusal, Skill } from '@retinue/protocol';
import { refuse, skillIdOf } from '@retinue/protocol';
import { recordShapes } from '../ports/log/record-shapes.ts';
import type { Records } from '../ports/log/records.ts';
import type { Skills } from '../ports/settings/skills.ts';
import { type CollectionItem, collection } from '../records/collection.ts';

type StoredSkill = Omit<Skill, 'version'>;

/** Skills as records. A name is unique in a workspace, since agents load skills by name. */
export function createSkills(records: Records): Skills {
  const skills = collection(records, 'skill', recordShapes.skill);
  return {
    list: async (workspaceId) => (await skills.list(workspaceId)).map(toSkill),
    create(request, input) {
      const skill = { skillId: skillIdOf(input.name), ...input };
      return skills.change(request, skill.skillId, (current, others) =>
        named(skill, 1, current ? [current, ...others] : others),
      );
    },
    update(request, skillId, changes) {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      return skills.change(request, skillId, (current, others) =>
        current
          ? named({ ...current.value, ...Object.fromEntries(given) }, current.version + 1, others)
          : noSuchSkill(skillId),
      );
    },
    remove: (request, skillId) => skills.remove(request, skillId, noSuchSkill(skillId)),
  };
}

const noSuchSkill = (skillId: string) => refuse('no-such-skill', { skillIds: [skillId] });

function named(
  skill: StoredSkill,
  version: number,
  others: readonly CollectionItem<StoredSkill>[],
): { kept: StoredSkill; reply: Skill } | Refusal {
  const isTaken = others.some(({ value }) => value.name === skill.name);
  return isTaken ? refuse('skill-exists', { name: skill.name }) : { kept: skill, reply: { ...skill, version } };
}

function toSkill({ value, version }: CollectionItem<StoredSkill>): Skill {
  return { ...value, version };
}
