import { z } from 'zod';
import type { Tool, ToolContext } from '../ports/engine/tool.ts';
import type { Skills } from '../ports/settings/skills.ts';

/** Offered to agents that have skills, never chosen by hand. */
export function createLoadSkill(skills: Skills): Tool {
  const input = z.strictObject({
    name: z.string().max(100).describe('The name of the skill, as in your instructions.'),
  });
  return {
    name: loadSkillName,
    description: 'Read one of your skills in full before you use it.',
    input,
    effect: 'read',
    reach: 'internal',
    timeoutMs: 10_000,
    outputBytes: 192 * 1024,
    async run({ name }: z.infer<typeof input>, { workspaceId }: ToolContext) {
      const all = await skills.list(workspaceId);
      const skill = all.find((one) => one.name === name);
      if (skill) return skill.content;
      throw new Error(`There is no skill "${name}". Available: ${all.map((one) => one.name).join(', ') || 'none'}.`);
    },
  };
}

const loadSkillName = 'loadSkill';
