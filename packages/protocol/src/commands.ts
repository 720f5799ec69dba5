import { z } from 'zod';
import { textOfKb } from './schemas/texts.ts';
import { budgetInputSchema } from './state/budget.ts';

/* Parts of the input of commands. */
export const maxMessageBytes = 256 * 1024;

/** Time for which a deleted chat can be restored; it is purged soon after. */
export const undoDeleteMs = 30_000;

export const messageTextSchema = textOfKb(maxMessageBytes / 1024).refine((text) => text.trim().length > 0, 'no-text');

/** Budget of the turn, within the limits of its workspace and its agent. */
export const messageBudgetSchema = budgetInputSchema.optional();

export const verdictReasonSchema = z.string().trim().max(2000).default('');

export const chatTitleSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((title) => !/[\r\n\u2028\u2029]/.test(title), 'several-lines');
