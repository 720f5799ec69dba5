import { z } from 'zod';
import { skillIdSchema } from '../ids.ts';
import { textOfKb } from '../schemas/texts.ts';

const inputShape = {
  /** The name by which an agent loads it. */
  name: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'slug'),
  description: z.string().trim().min(1).max(500),
  content: textOfKb(128).min(1),
};

/**
 * Instructions that agents load when they need them: the prompt has a name and a line, a call returns the full text.
 */
export const skillInputSchema = z.strictObject(inputShape);
export type SkillInput = z.input<typeof skillInputSchema>;

export const skillChangesSchema = skillInputSchema.partial();
export type SkillChanges = z.input<typeof skillChangesSchema>;

export const skillSchema = z.strictObject({
  skillId: skillIdSchema,
  ...inputShape,
  /** Rises with every change. */
  version: z.int().min(0),
});
export type Skill = z.infer<typeof skillSchema>;
export type SkillIntroduction = Pick<Skill, 'name' | 'description'>;
