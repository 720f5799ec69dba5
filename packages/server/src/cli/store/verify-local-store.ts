import { verifyStore } from '../../integrity/verify/verify.ts';
import { isBuiltIn } from '../../main.ts';
import { count } from '../../views/figures.ts';
import { withoutControls } from '../../views/plain-text.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { exitCodes } from '../exit.ts';
import { storeName } from './backup.ts';
import { progressLines } from './show-progress.ts';

/** Checks the store for inconsistencies. Changes nothing. */
export async function verifyLocalStore(context: Context): Promise<{ code: ExitCode }> {
  const { config, terminal, isJson } = context;
  const show = progressLines(terminal);
  const findings = await verifyStore(config.store, isBuiltIn, (done, total) =>
    show(() => `Checked ${done.toLocaleString('en')} of ${count(total, 'chat')}.`),
  );
  for (const finding of findings) print(context, finding, withoutControls(finding.message));
  const name = storeName(config.store);
  if (findings.length > 0) {
    terminal.err(`Found ${count(findings.length, 'problem')} in ${name}. Nothing was changed.\n`);
    return { code: exitCodes.failed };
  }
  if (!isJson) terminal.out(`${name} is consistent.\n`);
  return { code: exitCodes.ok };
}
