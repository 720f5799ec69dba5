import { z } from 'zod';
import { codeOption } from '../schemas/code-option.ts';

const host = z.string();
const port = z.int();

/** Why nothing is sent to an address. */
export const addressProblemSchema = z.discriminatedUnion('code', [
  codeOption('no-url', {}),
  codeOption('wrong-scheme', { scheme: z.string() }),
  codeOption('holds-credentials', {}),
  codeOption('unknown-host', { host }),
  codeOption('not-public', { host, port }),
  codeOption('closed-port', { host, port, openPorts: z.array(port) }),
  codeOption('redirected', { host }),
  codeOption('redirected-too-often', { host }),
  codeOption('redirected-nowhere', { host }),
  /** The body of the request can't be sent a second time. */
  codeOption('redirected-with-body', { host }),
  codeOption('answer-too-large', { maxBytes: z.int() }),
]);
export type AddressProblem = z.infer<typeof addressProblemSchema>;
export type AddressProblemOf<Code extends AddressProblem['code']> = Extract<AddressProblem, { code: Code }>;
