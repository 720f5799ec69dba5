import type { Refusal, Skill } from '@retinue/protocol';
import { fieldErrorsIn, problemsIn, refuse, skillChangesSchema, skillIdOf, skillInputSchema } from '@retinue/protocol';
import type { Records } from '../ports/records.ts';
import type { Skills } from '../ports/skills.ts';
import type { Item } from '../records/collection.ts';
import { collection } from '../records/collection.ts';
import { recordShapes } from '../records/record-shapes.ts';

type StoredSkill = Omit<Skill, 'version'>;

/** Skills as records. A name is unique in a workspace, since agents ask by it. */
export function createSkills(records: Records): Skills {
  const skills = collection(records, 'skill', recordShapes.skill);
  return {
    list: async (workspaceId) => (await skills.list(workspaceId)).map(toSkill),
    async create(wish, input) {
      const parsed = skillInputSchema.safeParse(input);
      if (!parsed.success)
        return { refusal: refuse('invalid-skill', problemsIn(parsed.error), fieldErrorsIn(parsed.error)) };
      const skill = { skillId: skillIdOf(parsed.data.name), ...parsed.data };
      return skills.change(wish, skill.skillId, (current, others) =>
        named(skill, 1, current ? [current, ...others] : others),
      );
    },
    async update(wish, skillId, changes) {
      const parsed = skillChangesSchema.safeParse(changes);
      if (!parsed.success)
        return { refusal: refuse('invalid-skill', problemsIn(parsed.error), fieldErrorsIn(parsed.error)) };
      const given = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
      return skills.change(wish, skillId, (current, others) =>
        current
          ? named({ ...current.value, ...Object.fromEntries(given) }, current.version + 1, others)
          : refuse('no-such-skill', skillId),
      );
    },
    remove: (wish, skillId) => skills.remove(wish, skillId, refuse('no-such-skill', skillId)),
  };
}

function named(
  skill: StoredSkill,
  version: number,
  others: readonly Item<StoredSkill>[],
): { kept: StoredSkill; reply: Skill } | Refusal {
  const isTaken = others.some(({ value }) => value.name === skill.name);
  return isTaken ? refuse('skill-exists', skill.name) : { kept: skill, reply: { ...skill, version } };
}

function toSkill({ value, version }: Item<StoredSkill>): Skill {
  return { ...value, version };
}
