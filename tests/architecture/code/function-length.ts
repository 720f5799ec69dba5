import { Visitor } from 'oxc-parser';
import { lineAt, parse, type SourceFile } from '../source.ts';

/** A function has at most this many lines, its JSX included. The linter's count leaves JSX out. */
const maxLines = 60;

/** Functions that are too long, with all their lines counted: one sentence each. */
export function longFunctions(file: SourceFile): string[] {
  const found: string[] = [];
  const check = ({ start, end }: { start: number; end: number }) => {
    const line = lineAt(file.text, start);
    const lines = lineAt(file.text, end) - line + 1;
    if (lines > maxLines) found.push(`${file.path}:${line} has a function of ${lines} lines; ${maxLines} are allowed`);
  };
  new Visitor({ FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check }).visit(
    parse(file).program,
  );
  return found;
}
