import { Visitor } from 'oxc-parser';
import { lineAt, parse, type SourceFile } from '../source.ts';

/** Casts that no type checks, `as unknown as T` and `as never`: one sentence each. */
export function uncheckedCasts(file: SourceFile): string[] {
  const found: string[] = [];
  const add = (start: number, cast: string) =>
    found.push(`${file.path}:${lineAt(file.text, start)} casts by "${cast}"; parse the value, or type its source`);
  new Visitor({
    TSAsExpression({ start, expression, typeAnnotation }) {
      if (typeAnnotation.type === 'TSNeverKeyword') add(start, 'as never');
      const cast = expression.type === 'ParenthesizedExpression' ? expression.expression : expression;
      const inner = cast.type === 'TSAsExpression' ? cast.typeAnnotation.type : null;
      if (inner === 'TSUnknownKeyword' || inner === 'TSAnyKeyword') add(start, 'as unknown as');
    },
  }).visit(parse(file).program);
  return found;
}
