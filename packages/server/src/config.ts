import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Limits, ModelChoice } from '@retinue/protocol';
import { defaultLimits } from '@retinue/protocol';
import { z } from 'zod';
import { appendLabels } from './ports/append-labels.ts';
import type { StorePlace } from './ports/event-log.ts';
import type { ServerLimits } from './ports/server-limits.ts';

export interface Config {
  /** Where this machine keeps the store, unless it is a database, and the secrets of its user. */
  directory: string;
  store: StorePlace;
  model: ModelChoice;
  openAiCompatible: { baseUrl: string; apiKey: string | null } | null;
  /** Where the key that opens all stored keys comes from. */
  secrets: { value: string | null; file: string };
  /** `host:port` of the owner's own servers, which may be anywhere. */
  allowedHosts: string[];
  limits: Limits;
  maxRunning: number;
  failpoint: string | null;
  /** Paths of the modules that bring tools, providers and hooks. */
  extensions: string[];
  isDemoLoaded: boolean;
  server: ServerConfig;
}

export interface ServerConfig extends ServerLimits {
  host: string;
  port: number;
  logLevel: string;
}

/** The environment as a typed configuration, or every problem in it in words. */
export function readConfig(environment: Record<string, string | undefined>): Config | { problems: string[] } {
  const set = Object.fromEntries(
    Object.entries(environment).filter(
      ([key, value]) => (key === 'DATABASE_URL' || key.startsWith('RETINUE_')) && value !== '',
    ),
  );
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) return { problems: parsed.error.issues.flatMap(describeIssue) };
  const values = parsed.data;
  const problems = [...providerProblems(values), ...exposureProblems(values)];
  if (problems.length > 0) return { problems };
  return {
    directory: resolve(values.RETINUE_DATA),
    store: values.DATABASE_URL
      ? { kind: 'postgres', url: values.DATABASE_URL }
      : { kind: 'sqlite', directory: resolve(values.RETINUE_DATA) },
    model: values.RETINUE_MODEL ?? { provider: 'demo', id: 'demo' },
    openAiCompatible: values.RETINUE_BASE_URL
      ? { baseUrl: values.RETINUE_BASE_URL, apiKey: values.RETINUE_API_KEY ?? null }
      : null,
    secrets: {
      value: values.RETINUE_SECRETS_KEY ?? null,
      file: join(resolve(values.RETINUE_DATA), 'secrets.key'),
    },
    allowedHosts: values.RETINUE_ALLOWED_HOSTS,
    limits: {
      ...defaultLimits,
      maxDepth: values.RETINUE_MAX_DEPTH,
      ...(values.RETINUE_COMPACT_AT_TOKENS ? { compactAtTokens: values.RETINUE_COMPACT_AT_TOKENS } : {}),
    },
    maxRunning: values.RETINUE_MAX_RUNNING,
    failpoint: values.RETINUE_FAILPOINT ?? null,
    extensions: [...(values.RETINUE_DEMO === 'on' ? [demoPath] : []), ...values.RETINUE_EXTENSIONS],
    isDemoLoaded: values.RETINUE_DEMO === 'on',
    server: serverConfig(values),
  };
}

function serverConfig(values: z.output<typeof environmentSchema>): ServerConfig {
  return {
    host: values.RETINUE_HOST,
    port: values.RETINUE_PORT,
    publicUrl: values.RETINUE_PUBLIC_URL ?? null,
    trustedProxies: values.RETINUE_TRUSTED_PROXIES,
    logLevel: values.RETINUE_LOG_LEVEL,
    requestsPerMinute: values.RETINUE_REQUESTS_PER_MINUTE,
    startsPerMinute: values.RETINUE_STARTS_PER_MINUTE,
    signInsPerMinute: values.RETINUE_SIGN_INS_PER_MINUTE,
    streamsPerPerson: values.RETINUE_STREAMS_PER_PERSON,
    streams: values.RETINUE_STREAMS,
    bodyBytes: values.RETINUE_BODY_KB * 1024,
    largeBodyBytes: values.RETINUE_IMPORT_MB * 1024 * 1024,
  };
}

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

const modelChoice = z
  .string()
  .regex(/^[a-z][a-z0-9-]*\/.+$/, 'must be <provider>/<model>, such as demo/demo or openai-compatible/llama3.3')
  .transform(
    (text): ModelChoice => ({ provider: text.slice(0, text.indexOf('/')), id: text.slice(text.indexOf('/') + 1) }),
  );

/** Where Ollama and LM Studio listen unless told otherwise. */
const localServers = ['127.0.0.1:11434', 'localhost:11434', '127.0.0.1:1234', 'localhost:1234'];
const hostList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((one) =>
        one
          .trim()
          .toLowerCase()
          .replace(/^\[(.*)\](?=:)/, '$1'),
      )
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(/^[^\s/@?#]+:\d{1,5}$/, 'must be <host>:<port>, with commas between several')));

const addressList = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim().toLowerCase()))
  .pipe(z.array(z.string().refine((one) => isIP(one) !== 0, 'must be IP addresses, with commas between several')));

const pathList = z.string().transform((text) =>
  text
    .split(',')
    .map((path) => path.trim())
    .filter(Boolean)
    .map((path) => resolve(path)),
);

const demoPath = fileURLToPath(new URL('../../demo/src/index.ts', import.meta.url));

const failpoints = new RegExp(`^(before|after):(${appendLabels.join('|')})(@[1-9]\\d*)?$`);

const environmentSchema = z.strictObject({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  RETINUE_DATA: z.string().default('.retinue'),
  RETINUE_MODEL: modelChoice.optional(),
  RETINUE_BASE_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  RETINUE_API_KEY: z.string().optional(),
  RETINUE_SECRETS_KEY: z
    .string()
    .regex(/^[\w+/-]{43}=?$/, 'must be 32 bytes in base64, such as from: openssl rand -base64 32')
    .optional(),
  RETINUE_ALLOWED_HOSTS: hostList.default(localServers),
  RETINUE_MAX_DEPTH: wholeNumber(0, 10).default(defaultLimits.maxDepth),
  RETINUE_COMPACT_AT_TOKENS: wholeNumber(1000, 10_000_000).optional(),
  RETINUE_MAX_RUNNING: wholeNumber(1, 1000).default(32),
  RETINUE_EXTENSIONS: pathList.default([]),
  RETINUE_DEMO: z.enum(['on', 'off'], 'must be on or off').default('on'),
  RETINUE_HOST: z.string().default('127.0.0.1'),
  RETINUE_PORT: wholeNumber(0, 65_535).default(7420),
  RETINUE_PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  RETINUE_TRUSTED_PROXIES: addressList.default([]),
  RETINUE_ALLOW_HTTP: z.literal('1', 'must be 1, or not be set').optional(),
  RETINUE_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RETINUE_REQUESTS_PER_MINUTE: wholeNumber(1, 10_000_000).default(600),
  RETINUE_STARTS_PER_MINUTE: wholeNumber(1, 10_000_000).default(30),
  RETINUE_SIGN_INS_PER_MINUTE: wholeNumber(1, 10_000_000).default(20),
  RETINUE_STREAMS_PER_PERSON: wholeNumber(1, 100_000).default(20),
  RETINUE_STREAMS: wholeNumber(1, 100_000).default(2000),
  RETINUE_BODY_KB: wholeNumber(1, 1_000_000).default(1024),
  RETINUE_IMPORT_MB: wholeNumber(1, 1024).default(64),
  RETINUE_FAILPOINT: z
    .string()
    .regex(failpoints, 'must be before:<label> or after:<label>, with @<count> or without')
    .optional(),
});

/** The providers of extensions are known only after these are loaded. */
function providerProblems(values: z.output<typeof environmentSchema>): string[] {
  const provider = values.RETINUE_MODEL?.provider;
  if (provider === 'demo' && values.RETINUE_DEMO === 'off')
    return ['RETINUE_MODEL names the demo model, and RETINUE_DEMO is off. Change one of them.'];
  const isKnown = provider === undefined || provider === 'demo' || provider === 'openai-compatible';
  if (!isKnown && values.RETINUE_EXTENSIONS.length === 0)
    return [
      `RETINUE_MODEL names the provider "${provider}". Choose demo or openai-compatible, or list the extension that brings it in RETINUE_EXTENSIONS.`,
    ];
  return provider === 'openai-compatible' && !values.RETINUE_BASE_URL
    ? ['RETINUE_MODEL asks for an openai-compatible server: set RETINUE_BASE_URL to its address.']
    : [];
}

/** On a network, a server must know its own address, and that address must be safe to sign in at. */
function exposureProblems(values: z.output<typeof environmentSchema>): string[] {
  const { RETINUE_HOST, RETINUE_PUBLIC_URL, RETINUE_ALLOW_HTTP } = values;
  if (['127.0.0.1', '::1', 'localhost'].includes(RETINUE_HOST) && !RETINUE_PUBLIC_URL) return [];
  if (!RETINUE_PUBLIC_URL) {
    return [
      `RETINUE_HOST is ${RETINUE_HOST}, which others can reach: set RETINUE_PUBLIC_URL to the address that they use.`,
    ];
  }
  if (RETINUE_PUBLIC_URL.startsWith('https:') || RETINUE_ALLOW_HTTP) return [];
  return [
    'RETINUE_PUBLIC_URL is not https, so passwords could be read on the way. Put a proxy with TLS before it, or accept it with RETINUE_ALLOW_HTTP=1.',
  ];
}

const retiredSettings: Record<string, string> = {
  RETINUE_HOOKS:
    'RETINUE_HOOKS is no longer a setting. Export the hooks as a part of an extension, and list it in RETINUE_EXTENSIONS. docs/extensions.md has an example.',
};

function describeIssue(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => retiredSettings[key] ?? `${key} is not a setting. docs/settings.md lists them all.`);
  return [`${issue.path.join('.')} ${issue.message}.`];
}
