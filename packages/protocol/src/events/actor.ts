import { z } from 'zod';

/** `imported` stands for everybody who acted in a chat before it was imported: they are no people of this store. */
export const actorSchema = z.union([
  z.literal('engine'),
  z.literal('imported'),
  z.templateLiteral(['person:', z.string()]),
]);
export type Actor = z.infer<typeof actorSchema>;
