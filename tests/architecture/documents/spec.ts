import { type Expression, Visitor } from 'oxc-parser';
import { parse, type SourceFile } from '../source.ts';

const testFunctions = new Set(['describe', 'it', 'suite', 'test']);

/** Rules of SPEC.md: a line, a list item or a table row that starts with an id (`D3` or `D3.1`) in brackets, bold or not. */
export function rulesIn(spec: string): string[] {
  return [...spec.matchAll(/^\s*(?:[-*|]\s+|\d+\.\s+)?\**\[([A-Z]+\d+(?:\.\d+)?)\]/gm)].map(([, id = '']) => id);
}

/** The ids in the names of a file's tests: `[D3] …`, `[D3][L2.1] …` or `[D3, L2.1] …`. */
export function idsInTestNames(file: SourceFile): string[] {
  return testNames(file).flatMap((name) =>
    [...name.matchAll(/\[([A-Z]+\d+(?:\.\d+)?(?:,\s*[A-Z]+\d+(?:\.\d+)?)*)\]/g)].flatMap(([, ids = '']) =>
      ids.split(/,\s*/),
    ),
  );
}

/** Differences between the specification and the tests: one sentence each. */
export function disagreements(rules: string[], tested: Set<string>): string[] {
  const known = new Set(rules);
  return [
    ...rules.filter((id, index) => rules.indexOf(id) !== index).map((id) => `SPEC.md has two rules [${id}]`),
    ...[...known].filter((id) => !tested.has(id)).map((id) => `no test carries rule [${id}] in its name`),
    ...[...tested].filter((id) => !known.has(id)).map((id) => `a test carries [${id}], which SPEC.md does not have`),
  ];
}

function testNames(file: SourceFile): string[] {
  const names: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [name] }) {
      const isTest = namesCalled(callee).some((called) => testFunctions.has(called));
      if (isTest && name?.type === 'Literal') names.push(String(name.value));
      if (isTest && name?.type === 'TemplateLiteral') names.push(name.quasis.map(({ value }) => value.raw).join('…'));
    },
  }).visit(parse(file).program);
  return names;
}

/** `test`, `test.skip` and `context.test` are all tests; `/pattern/.test` is none. */
function namesCalled(callee: Expression): string[] {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return [];
  return [callee.object.name, callee.property.type === 'Identifier' ? callee.property.name : ''];
}
