import fc from 'fast-check';
import type { CallLine, Line } from '../scripted/script-lines.ts';
import { callText, finish, say, think, together } from '../scripted/script-lines.ts';

/** Steps of a broken model. None of the content of their calls may do harm. */
export function malformedSteps(): fc.Arbitrary<Line[]> {
  const stepWith = (fewest: number, most: number) =>
    fc.record({ calls: calls(fewest, most), around: words(), end: endings() }).map(step);
  return fc.oneof(
    { weight: 24, arbitrary: stepWith(1, 5) },
    { weight: 1, arbitrary: stepWith(200, 200) },
    { weight: 1, arbitrary: stepWith(600, 600) },
  );
}

function step({ calls: made, around, end }: { calls: CallLine[]; around: Line[]; end: Line[] }): Line[] {
  return [...around, together(...made), ...end];
}

function calls(minLength: number, maxLength: number): fc.Arbitrary<CallLine[]> {
  const isMany = maxLength > 5;
  const args = isMany
    ? brokenArgs()
    : fc.oneof({ weight: 20, arbitrary: brokenArgs() }, { weight: 1, arbitrary: huge });
  const one = fc
    .tuple(names(), args, fc.constantFrom(null, null, 'same', 'call-1', ''))
    .map(([name, text, key]): CallLine => ({ ...callText(name, ...pieces(text)), key }));
  return fc.array(one, { minLength, maxLength, size: 'max' });
}

/** In two pieces, cut anywhere: also in the middle of a character. */
function pieces(text: string): string[] {
  const half = Math.floor(text.length / 2);
  return text === '' ? [] : [text.slice(0, half), text.slice(half)];
}

const names = () =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('look', 'newTask', 'taskResult', 'askUser') },
    { weight: 2, arbitrary: fc.constantFrom(...oddNames) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
  );
const oddNames = [
  '',
  ' ',
  'no such tool',
  '__proto__',
  'constructor',
  'toString',
  'look\0',
  'שם',
  'a.b/c',
  '\ud800',
  'n'.repeat(10_000),
];

const brokenArgs = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(sensible(), fc.nat(60)).map(([text, at]) => text.slice(0, at)) },
    { weight: 4, arbitrary: sensible() },
    { weight: 3, arbitrary: fc.constantFrom(...oddArgs) },
    { weight: 3, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  );

/** Input of the tools, or nearly: right names with wrong values, right values with extra ones. */
const sensible = () =>
  fc
    .record(
      {
        round: fc.oneof(fc.nat(9), fc.string(), fc.constant(null)),
        task: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('part'), fc.nat()),
        subAgentId: fc.constantFrom('agt_worker', 'agt_boss', 'agt_nobody', '', 7, null),
        result: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('done'), fc.constant({})),
        status: fc.constantFrom('success', 'error', 'perhaps', null),
        question: fc.oneof(fc.string(), fc.constant('Which?')),
        options: fc.oneof(fc.array(fc.string(), { maxLength: 12 }), fc.constant('a')),
      },
      { requiredKeys: [] },
    )
    .chain((fields) => fc.subarray(Object.entries(fields)).map((kept) => JSON.stringify(Object.fromEntries(kept))));

const oddArgs = [
  '',
  'null',
  '[]',
  '"words"',
  '1e999',
  'NaN',
  'undefined',
  '{"round":1',
  '{"round":1}}',
  '{"round":1,"round":"2"}',
  '{"__proto__":{"round":1}}',
  '{"round":1,"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"task":"\\ud800","subAgentId":"agt_worker"}',
  '{"task":"\\u0000","subAgentId":"agt_worker"}',
  '{"result":"\\udfff half","status":"success"}',
  '{"question":"\\ud83d?"}',
  '['.repeat(10_000),
  '{"a":'.repeat(10_000),
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
];

const huge = fc.constantFrom(
  JSON.stringify({ round: 1, filler: 'x'.repeat(1_000_000) }),
  JSON.stringify({ task: 'word '.repeat(200_000), subAgentId: 'agt_worker' }),
  `"${'"'.repeat(1_000_000)}`,
  `{"round":${'1'.repeat(1_000_000)}}`,
);

const words = () =>
  fc.constantFrom<Line[]>(
    [],
    [say('Let me see.')],
    [think('Hm.')],
    [say('')],
    [say('\ud83d half')],
    [think(''), say(' ')],
  );
const endings = () =>
  fc.constantFrom<Line[]>(
    [],
    [],
    [],
    [finish('length')],
    [finish('content-filter')],
    [finish('stop')],
    [finish('error')],
  );
