/*
 * sum = product { ("+" | "-") product }
 * product = signed { ("*" | "/" | "%") signed }
 * signed = "-" signed | "+" signed | power
 * power = atom [ "^" signed ] right to left, and -2^2 is -4
 * atom = number | name "(" [ sum { "," sum } ] ")" | "(" sum ")"
 */
export function evaluate(expression: string): number {
  const reader = createReader(expression);
  const value = readSum(reader, 0);
  const left = reader.peek();
  if (left?.text === ',') throw problem(left, 'A comma only separates the values of a function. Write 1000, not 1,000');
  if (left) throw problem(left, `Did not expect "${left.text}"`);
  // Digits beyond the fifteenth are noise of binary fractions: 0.1 + 0.2 must be 0.3.
  return Number(finite(value, 'The result').toPrecision(15));
}

interface Token {
  text: string;
  kind: 'number' | 'name' | 'sign';
  position: number;
}
interface Reader {
  peek(): Token | undefined;
  take(): Token | undefined;
  /** Takes the next token if it is one of these. */
  accept(...signs: string[]): Token | undefined;
}

const deepest = 100;
const tokenPattern = /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z][a-z0-9]*)|([-+*/^%(),]))/iy;

function createReader(expression: string): Reader {
  const tokens = tokenize(expression);
  let next = 0;
  const take = () => tokens[next++];
  const peek = () => tokens[next];
  return { peek, take, accept: (...signs) => (signs.includes(peek()?.text ?? '') ? take() : undefined) };
}

function tokenize(expression: string): Token[] {
  const text = expression.trimEnd().replaceAll('−', '-').replaceAll('×', '*').replaceAll('÷', '/');
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const start = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (!match) throw new Error(`Cannot read "${text.slice(start).trim().slice(0, 20)}" at position ${start + 1}.`);
    const [, digits, name, sign] = match;
    const kind = digits ? 'number' : name ? 'name' : 'sign';
    const found = digits ?? name?.toLowerCase() ?? sign ?? '';
    tokens.push({ text: found, kind, position: tokenPattern.lastIndex - found.length + 1 });
  }
  return tokens;
}

function readSum(reader: Reader, depth: number): number {
  let value = readProduct(reader, depth);
  for (let sign = reader.accept('+', '-'); sign; sign = reader.accept('+', '-')) {
    const right = readProduct(reader, depth);
    value = sign.text === '+' ? value + right : value - right;
  }
  return value;
}

function readProduct(reader: Reader, depth: number): number {
  let value = readSigned(reader, depth);
  for (let sign = reader.accept('*', '/', '%'); sign; sign = reader.accept('*', '/', '%')) {
    const right = readSigned(reader, depth);
    if (right === 0 && sign.text !== '*') throw problem(sign, 'Cannot divide by zero');
    if (sign.text === '*') value *= right;
    else value = sign.text === '/' ? value / right : value % right;
  }
  return value;
}

function readSigned(reader: Reader, depth: number): number {
  if (depth > deepest) throw new Error(`The expression nests deeper than ${deepest} levels. Split it up.`);
  const sign = reader.accept('-', '+');
  if (sign) return readSigned(reader, depth + 1) * (sign.text === '-' ? -1 : 1);
  const base = readAtom(reader, depth);
  const hat = reader.accept('^');
  return hat ? finite(base ** readSigned(reader, depth + 1), 'The power') : base;
}

function readAtom(reader: Reader, depth: number): number {
  const token = reader.take();
  if (!token) throw new Error('The expression ends where a number is missing.');
  if (token.kind === 'number') return Number(token.text);
  if (token.kind === 'name') return callFunction(token, reader, depth);
  if (token.text !== '(') throw problem(token, `Expected a number, not "${token.text}"`);
  const value = readSum(reader, depth + 1);
  if (!reader.accept(')')) throw problem(token, 'This parenthesis is never closed');
  return value;
}

function callFunction(name: Token, reader: Reader, depth: number): number {
  const run = functions.get(name.text);
  if (!run) throw problem(name, `There is no function "${name.text}". There are ${[...functions.keys()].join(', ')}`);
  if (!reader.accept('(')) throw problem(name, `Write the values of ${name.text} in parentheses`);
  const values: number[] = [];
  if (reader.peek()?.text !== ')') {
    do values.push(readSum(reader, depth + 1));
    while (reader.accept(','));
  }
  if (!reader.accept(')')) throw problem(name, `The parenthesis of ${name.text} is never closed`);
  if (values.length === 0) throw problem(name, `${name.text} needs at least one value`);
  return finite(run(values), name.text);
}

const total = (values: number[]) => values.reduce((left, right) => left + right, 0);

const functions = new Map<string, (values: number[]) => number>([
  ['sum', total],
  ['mean', (values) => total(values) / values.length],
  ['median', median],
  ['min', (values) => Math.min(...values)],
  ['max', (values) => Math.max(...values)],
  ['round', (values) => round(values)],
  ['abs', (values) => Math.abs(single(values, 'abs'))],
  ['sqrt', (values) => Math.sqrt(single(values, 'sqrt'))],
  ['floor', (values) => Math.floor(single(values, 'floor'))],
  ['ceil', (values) => Math.ceil(single(values, 'ceil'))],
]);

function single(values: number[], name: string): number {
  const [value, ...rest] = values;
  if (value === undefined || rest.length > 0) throw new Error(`${name} takes one value, not ${values.length}.`);
  return value;
}

function median(values: number[]): number {
  const ordered = values.toSorted((left, right) => left - right);
  const middle = (ordered.length - 1) / 2;
  return total([ordered[Math.floor(middle)] ?? 0, ordered[Math.ceil(middle)] ?? 0]) / 2;
}

function round([value = 0, digits = 0, ...rest]: number[]): number {
  if (rest.length > 0 || !Number.isInteger(digits) || Math.abs(digits) > 15) {
    throw new Error('round takes a value and a whole number of digits between -15 and 15.');
  }
  return Math.sign(value) * shift(Math.round(shift(Math.abs(value), digits)), -digits);
}

/** Moves the decimal point in the written number, so that 1.005 rounds as it is written and not as it is stored. */
function shift(value: number, digits: number): number {
  const [mantissa, power = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(power) + digits}`);
}

function finite(value: number, what: string): number {
  if (Number.isFinite(value)) return value;
  throw new Error(`${what} is not a real number, or too large.`);
}

function problem(token: Token, message: string): Error {
  return new Error(`${message} (at position ${token.position}).`);
}
