import { z } from 'zod';

/** Damaged settings that can be removed. Those of a workspace and its stops are rewritten instead. */
export const removableSettings = ['agent', 'provider', 'skill', 'price', 'webhook'] as const;
export const damagedSettingKinds = ['workspace', 'stop', ...removableSettings] as const;

/** A setting that can't be read from the store. */
export const damagedSettingSchema = z.strictObject({
  kind: z.enum(damagedSettingKinds),
  id: z.string(),
  problem: z.string(),
});
export type DamagedSetting = z.infer<typeof damagedSettingSchema>;
