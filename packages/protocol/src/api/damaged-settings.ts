import { z } from 'zod';
import { recordProblemSchema } from '../records/record-problem.ts';

/** Damaged settings that can be removed. Those of a workspace and its stops are rewritten instead. */
export const removableSettings = ['agent', 'provider', 'skill', 'price', 'webhook'] as const;
export const damagedSettingKinds = ['workspace', 'stop', ...removableSettings] as const;

/** A setting that can't be read from the store. */
export const damagedSettingSchema = z.strictObject({
  kind: z.enum(damagedSettingKinds),
  id: z.string(),
  problem: recordProblemSchema,
});
export type DamagedSetting = z.infer<typeof damagedSettingSchema>;
