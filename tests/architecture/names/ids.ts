import { Visitor } from 'oxc-parser';
import { lineAt, parse, type SourceFile } from '../source.ts';

const maker = 'packages/protocol/src/ids.ts';

/** Casts to a branded id outside the one file that makes them: one sentence each. */
export function castIds(file: SourceFile): string[] {
  if (file.path === maker) return [];
  const found: string[] = [];
  const look = ({ start, typeAnnotation }: { start: number; typeAnnotation: { start: number; end: number } }) => {
    const type = file.text.slice(typeAnnotation.start, typeAnnotation.end);
    const id = /\b[A-Z]\w*Id\b/.exec(type)?.[0];
    if (id !== undefined) found.push(`${file.path}:${lineAt(file.text, start)} casts to ${id}; only ${maker} may`);
  };
  new Visitor({ TSAsExpression: look, TSTypeAssertion: look }).visit(parse(file).program);
  return found;
}
