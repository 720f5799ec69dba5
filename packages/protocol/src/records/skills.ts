import { z } from 'zod';
import { skillIdSchema } from '../ids.ts';

const inputShape = {
  /** The name by which an agent loads it. */
  name: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case words with hyphens, such as weekly-report'),
  description: z.string().trim().min(1, 'must say when to use it').max(500, 'must have at most 500 characters'),
  content: z
    .string()
    .min(1, 'must not be empty')
    .refine((text) => new TextEncoder().encode(text).length <= 128 * 1024, 'must have at most 128 KB'),
};

/** Know-how that agents read when they need it: a name and a line in the prompt, the whole of it by a call. */
export const skillInputSchema = z.strictObject(inputShape);
export type SkillInput = z.input<typeof skillInputSchema>;

export const skillChangesSchema = skillInputSchema.partial();
export type SkillChanges = z.input<typeof skillChangesSchema>;

export const skillSchema = z.strictObject({
  skillId: skillIdSchema,
  ...inputShape,
  /** Counts up with every change. */
  version: z.int().min(0),
});
export type Skill = z.infer<typeof skillSchema>;
export type SkillIntroduction = Pick<Skill, 'name' | 'description'>;
