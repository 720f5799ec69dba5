import { createInterface } from 'node:readline/promises';
import { commandSchemas } from '@retinue/protocol';
import { oneLine, withoutControls } from '../projections/text.ts';
import type { OpenQuestion } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** Asks the person at the terminal. Null when they leave the question open (Ctrl-D), or when it has closed meanwhile. */
export async function ask(
  terminal: Terminal,
  { question, asker }: OpenQuestion,
  { signal, onInterrupt }: { signal: AbortSignal; onInterrupt: () => void },
): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const left = new AbortController();
  lines.on('close', () => left.abort());
  lines.on('SIGINT', onInterrupt);
  const either = AbortSignal.any([signal, left.signal]);
  try {
    terminal.out(questionText(terminal, { question, asker }));
    while (true) {
      const answer = pick(await lines.question('> ', { signal: either }), question.options);
      const parsed = commandSchemas.answerQuestion.safeParse({ questionId: question.questionId, answer });
      if (parsed.success) return parsed.data.answer;
      terminal.out(`${parsed.error.issues[0]?.message}\n`);
    }
  } catch (error) {
    if (either.aborted) return null;
    throw error;
  } finally {
    lines.close();
  }
}

function questionText({ paint }: Pick<Terminal, 'paint'>, { question, asker }: OpenQuestion): string {
  const head = `${paint.badge(asker.agent)} asks${asker.parent ? ` (${oneLine(asker.title)})` : ''}:`;
  const options = question.options.map((option, index) => `  ${index + 1}  ${oneLine(option)}`);
  const hint = options.length > 0 ? [paint.dim('A number, or your own words.')] : [];
  return ['', head, paint.bold(withoutControls(question.text)), ...options, ...hint, ''].join('\n');
}

/** An option's own words and its number pick it; everything else is the answer itself. */
export function pick(typed: string, options: readonly string[]): string {
  if (options.includes(typed.trim())) return typed.trim();
  const number = /^\s*(\d+)\s*$/.exec(typed)?.[1];
  return (number && options[Number(number) - 1]) || typed;
}
