import { seededRandom } from '../random/seeded-random.ts';

type Json = Record<string, unknown>;

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Json }[];
  body: Json | null;
}

/** Every request that an OpenAPI document describes. */
export function operationsOf(document: Json): Operation[] {
  return Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operationId: String(operation.operationId),
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters as Operation['parameters'],
      body: bodyOf(operation),
    })),
  );
}

function bodyOf({ requestBody }: Json): Json | null {
  const content = (requestBody as { content?: Record<string, { schema: Json }> } | undefined)?.content;
  return content?.['application/json']?.schema ?? null;
}

export interface Fuzzed {
  operationId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Requests that are nearly valid, and requests that are not. The same seed makes the same ones. */
export class Fuzz {
  readonly random: () => number;
  /** Existing ids, by the name of the parameter that takes them. */
  readonly known: Record<string, string[]>;

  constructor(seed: number, known: Record<string, string[]>) {
    this.random = seededRandom(seed);
    this.known = known;
  }

  request({ operationId, method, path, parameters, body }: Operation): Fuzzed {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(this.#param(name), this.random() < 0.95));
    const isMutated = this.random() < 0.7;
    const value = body ? this.#value(body, body, '', 0) : null;
    const sent = body && isMutated ? this.#mutate(value) : value;
    const content = body || this.random() < 0.05 ? this.#bytes(sent, isMutated) : null;
    return {
      operationId,
      method: this.random() < 0.03 ? this.#pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) : method,
      path: `${filled}${this.#query(parameters)}`,
      headers: { ...this.#headers(isMutated), ...(content ? { 'content-type': this.#type(isMutated) } : {}) },
      body: content,
    };
  }

  #param(name: string): string {
    const ids = this.known[name];
    if (ids?.length && this.random() < 0.85) return this.#pick(ids);
    return this.random() < 0.5 ? `${this.#pick(['ws', 'thr', 'task', 'agt', 'x'])}_${this.#pick(nasty)}` : this.#text();
  }

  #query(parameters: Operation['parameters']): string {
    const pairs = parameters
      .filter((parameter) => parameter.in === 'query' && (parameter.required || this.random() < 0.4))
      .map(({ name, schema }) => [
        name,
        this.random() < 0.6 ? String(this.#value(schema, schema, name, 0)) : this.#text(),
      ]);
    if (pairs[0] && this.random() < 0.05) pairs.push(pairs[0]);
    if (this.random() < 0.05) pairs.push([this.#pick(['__proto__', 'constructor', 'x', '', 'toString']), this.#text()]);
    if (pairs.length === 0) return '';
    return `?${pairs.map(([name = '', value = '']) => `${encoded(name, true)}=${encoded(value, this.random() < 0.97)}`).join('&')}`;
  }

  #headers(isMutated: boolean): Record<string, string> {
    const headers: Record<string, string> = {};
    if (this.random() < 0.2) headers['idempotency-key'] = this.#pick(['k1', 'k2', 'k3', String(this.random())]);
    if (this.random() < 0.05) headers['last-event-id'] = this.#pick(['0', '-1', 'x', '9'.repeat(30), '5']);
    if (!isMutated) return headers;
    if (this.random() < 0.03) headers['idempotency-key'] = this.#pick(['', ' ', 'x'.repeat(300), 'é', 'a b']);
    if (this.random() < 0.02) headers['x-large'] = 'x'.repeat(this.#pick([8000, 15_000, 17_000, 70_000]));
    if (this.random() < 0.02)
      headers.cookie = this.#pick(['retinue=', '=;;=', `retinue=${'x'.repeat(5000)}`, 'a=b; retinue=%00']);
    if (this.random() < 0.02) headers.accept = this.#pick(['', '*/*;q=x', 'text/html', 'x'.repeat(500)]);
    if (this.random() < 0.02) headers['content-encoding'] = this.#pick(['gzip', 'br', 'x']);
    if (this.random() < 0.02) headers['x-http-method-override'] = 'DELETE';
    return headers;
  }

  #type(isMutated: boolean): string {
    if (!isMutated || this.random() < 0.9) return this.#pick(['application/json', 'application/json; charset=utf-8']);
    return this.#pick([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json+x',
      ';',
      'a/b/c',
    ]);
  }

  #bytes(value: unknown, isMutated: boolean): Buffer {
    const text = this.random() < 0.01 ? '['.repeat(100_000) : (JSON.stringify(value) ?? '');
    if (!isMutated || this.random() < 0.85) return Buffer.from(text);
    const cut = Math.floor(this.random() * text.length);
    return this.#pick([
      () => Buffer.from(text.slice(0, cut)),
      () => Buffer.from(text, 'utf16le'),
      () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
      () =>
        Buffer.concat([Buffer.from(text.slice(0, cut)), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from(text.slice(cut))]),
      () => Buffer.from(`${text}${text}`),
      () => Buffer.from(text.replace(/"(\w+)":/, '"$1":1,"$1":')),
      () => Buffer.alloc(0),
      () => Buffer.from('null'),
      () => Buffer.alloc(1_100_000, 0x20),
    ])();
  }

  /** A value that a schema accepts, or nearly. */
  #value(schema: Json, root: Json, name: string, depth: number): unknown {
    const ids = this.known[name];
    if (ids?.length && schema.type === 'string') return this.random() < 0.9 ? this.#pick(ids) : this.#text();
    if (typeof schema.$ref === 'string')
      return depth > 4 ? null : this.#value(resolved(schema.$ref, root), root, name, depth + 1);
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return this.#pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (Array.isArray(choices)) return this.#value(this.#pick(choices as Json[]), root, name, depth + 1);
    switch (schema.type) {
      case 'string':
        return schema.format === 'uri' || name === 'baseUrl' ? 'https://retinue.invalid/v1' : this.#likely(schema);
      case 'integer':
      case 'number':
        return this.#pick([0, 1, 2, 5, 0.5, Number(schema.minimum ?? 1), Number(schema.maximum ?? 100)]);
      case 'boolean':
        return this.random() < 0.5;
      case 'null':
        return null;
      case 'array':
        return Array.from({ length: Math.floor(this.random() * 3) + (depth === 1 ? 1 : 0) }, () =>
          this.#value((schema.items as Json) ?? {}, root, name, depth + 1),
        );
      case 'object':
        return this.#object(schema, root, depth);
      default:
        return this.#pick<unknown>([null, 1, 'x', [], {}, { a: [1, { b: null }] }]);
    }
  }

  #object({ properties = {}, required = [] }: Json, root: Json, depth: number): Json {
    const wanted = Object.entries(properties as Record<string, Json>).filter(
      ([name]) => (required as string[]).includes(name) || this.random() < 0.5,
    );
    return Object.fromEntries(wanted.map(([name, schema]) => [name, this.#value(schema, root, name, depth + 1)]));
  }

  #likely({ pattern }: Json): string {
    const examples: Record<string, string> = { color: '#123456', icon: 'book-open' };
    if (typeof pattern === 'string')
      return pattern.includes('#') ? (examples.color ?? '') : this.#pick(['book-open', '5', '12', this.#text()]);
    return this.random() < 0.6
      ? this.#pick(['Hello', 'What is it?', 'user', 'text', 'scripted', 'Zoë 🚀'])
      : this.#text();
  }

  /** One place in it gets another value. */
  #mutate(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || this.random() < 0.15) return this.#pick(values)();
    const entries = Object.entries(value);
    const [key] = this.#pick(entries.length > 0 ? entries : [['x', null] as [string, unknown]]);
    const extra = this.random() < 0.2;
    const name = extra
      ? this.#pick(['__proto__', 'constructor', 'id', 'role', 'workspaceId', 'ownerId', 'createdAt', ''])
      : key;
    const inner = extra ? this.#pick(values)() : this.#mutate((value as Json)[key]);
    if (Array.isArray(value))
      return extra ? { ...value } : value.map((one, index) => (String(index) === key ? inner : one));
    if (!extra && this.random() < 0.2) return Object.fromEntries(entries.filter(([own]) => own !== key));
    return Object.fromEntries([...entries.filter(([own]) => own !== name), [name, inner]]);
  }

  #text(): string {
    return this.#pick(nasty);
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.random() * values.length)] as Value;
  }
}

function resolved(reference: string, root: Json): Json {
  const path = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  return path.reduce<Json>((at, name) => (at[name] as Json) ?? {}, root);
}

/** Lone surrogates can't be written in a URL; some values are sent as they are. */
function encoded(text: string, isProper: boolean): string {
  const whole = text.toWellFormed();
  return isProper ? encodeURIComponent(whole) : whole.replace(/[^\x21-\x7e]|[#?]/g, '%zz');
}

const nasty = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202Eevil',
  '\uFEFF',
  '%',
  '%00',
  '%2e%2e%2f',
  '../../etc/passwd',
  "'; DROP TABLE events; --",
  '_%_',
  '\\',
  '"',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '-1',
  '1e309',
  '99999999999999999999',
  '0x10',
  'true',
  '[]',
  '{}',
  '\r\nX: y',
  '\n',
  '🚀'.repeat(50),
  'x'.repeat(5000),
  'p5',
  'p999999999',
  '1.thr_x',
  'Ω'.repeat(200),
  'thr_',
  'ws_local',
  'all',
  'a,b,c',
  ',',
];

const values: (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 1,
  () => -0.5,
  () => '',
  () => [],
  () => ({}),
  () => '\ud800',
  () => 'a\u0000b',
  () => 'x'.repeat(300_000),
  () => ({ ['__proto__']: { isAdmin: true } }),
  () => [[[[[[]]]]]],
  () => deep(100),
  () => Array.from({ length: 2000 }, (_, index) => index),
  () => ({ length: 3 }),
  () => 'Hello',
];

function deep(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}
