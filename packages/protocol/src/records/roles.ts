import { z } from 'zod';

/** What a person is in a workspace. */
export const roleSchema = z.enum(['owner', 'editor', 'viewer']);
export type Role = z.infer<typeof roleSchema>;
