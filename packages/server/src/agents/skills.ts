import type { Refusal, Skill } from '@retinue/protocol';
import { fieldErrorsIn, problemsIn, refuse, skillChangesSchema, skillIdOf, skillInputSchema } from '@retinue/protocol';
import type { DecidedRecord, Records, StoredRecord } from '../ports/records.ts';
import { changeRecord } from '../ports/records.ts';
import type { Skills } from '../ports/skills.ts';

/** Skills as records. A name is taken once in a workspace, since agents ask by it. */
export function createSkills(records: Records): Skills {
  return {
    list: async (workspaceId) => (await records.list(workspaceId, 'skill')).map(toSkill),
    async create(wish, input) {
      const parsed = skillInputSchema.safeParse(input);
      if (!parsed.success)
        return { refusal: refuse('invalid-skill', problemsIn(parsed.error), fieldErrorsIn(parsed.error)) };
      const skill = { skillId: skillIdOf(parsed.data.name), ...parsed.data, version: 1 };
      return changeRecord(records, wish, { kind: 'skill', id: skill.skillId }, (current, others) =>
        kept(skill, current ? [current, ...others] : others),
      );
    },
    async update(wish, skillId, changes) {
      const parsed = skillChangesSchema.safeParse(changes);
      if (!parsed.success)
        return { refusal: refuse('invalid-skill', problemsIn(parsed.error), fieldErrorsIn(parsed.error)) };
      const given = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
      return changeRecord(records, wish, { kind: 'skill', id: skillId }, (current, others) =>
        current
          ? kept({ ...toSkill(current), ...Object.fromEntries(given), version: current.version + 1 }, others)
          : refuse('no-such-skill', skillId),
      );
    },
    remove: (wish, skillId) =>
      changeRecord(records, wish, { kind: 'skill', id: skillId }, (current) =>
        current ? { kept: null, reply: null } : refuse('no-such-skill', skillId),
      ),
  };
}

function kept(skill: Skill, others: readonly StoredRecord[]): DecidedRecord<Skill> | Refusal {
  const isTaken = others.some((other) => toSkill(other).name === skill.name);
  const { version: _version, ...stored } = skill;
  return isTaken ? refuse('skill-exists', skill.name) : { kept: stored, reply: skill };
}

/** It was checked when it was written. */
function toSkill({ data, version }: StoredRecord): Skill {
  return { ...(data as unknown as Skill), version };
}
