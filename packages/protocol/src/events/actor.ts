import { z } from 'zod';

/** `imported` stands for all actors of a chat before its import: they are no people of this store. */
export const actorSchema = z.union([
  z.literal('engine'),
  z.literal('imported'),
  z.templateLiteral(['person:', z.string()]),
]);
export type Actor = z.infer<typeof actorSchema>;
