import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultLimits, type Limits, type ModelChoice } from '@retinue/protocol';
import type { z } from 'zod';
import type { StorePlace } from './ports/log/event-log.ts';
import type { ServerLimits } from './ports/runtime/server-limits.ts';
import { environmentSchema, retiredSettings, type Settings } from './settings.ts';

export interface Config {
  /** The directory of the store, unless it is a database, and of the secrets. */
  directory: string;
  store: StorePlace;
  model: ModelChoice;
  openAiCompatible: { baseUrl: string; apiKey: string | null } | null;
  /** The source of the key that seals all stored keys. */
  secrets: { value: string | null; file: string };
  /** `host:port` of the owner's own servers, at any address. */
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

/** Parses the environment into a typed configuration, or returns all its problems as sentences. */
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

function serverConfig(values: Settings): ServerConfig {
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

const demoPath = fileURLToPath(new URL('../../demo/src/index.ts', import.meta.url));

/** The providers of extensions are known only after these are loaded. */
function providerProblems(values: Settings): string[] {
  const provider = values.RETINUE_MODEL?.provider;
  if (provider === 'demo' && values.RETINUE_DEMO === 'off')
    return ['RETINUE_MODEL names the demo model, and RETINUE_DEMO is off. Change one of them.'];
  const isKnown = provider === undefined || provider === 'demo' || provider === 'openai-compatible';
  if (!isKnown && values.RETINUE_EXTENSIONS.length === 0)
    return [
      `RETINUE_MODEL names the provider "${provider}". Choose demo or openai-compatible, or list the extension that provides it in RETINUE_EXTENSIONS.`,
    ];
  return provider === 'openai-compatible' && !values.RETINUE_BASE_URL
    ? ['RETINUE_MODEL needs an openai-compatible server: set RETINUE_BASE_URL to its address.']
    : [];
}

/** On a network, a server must know its own address, and that address must be safe to sign in at. */
function exposureProblems(values: Settings): string[] {
  const { RETINUE_HOST, RETINUE_PUBLIC_URL, RETINUE_ALLOW_HTTP } = values;
  if (['127.0.0.1', '::1', 'localhost'].includes(RETINUE_HOST) && !RETINUE_PUBLIC_URL) return [];
  if (!RETINUE_PUBLIC_URL) {
    return [
      `RETINUE_HOST is ${RETINUE_HOST}, which other machines can reach: set RETINUE_PUBLIC_URL to the address that they use.`,
    ];
  }
  if (RETINUE_PUBLIC_URL.startsWith('https:') || RETINUE_ALLOW_HTTP) return [];
  return [
    'RETINUE_PUBLIC_URL is not https, so passwords could be intercepted. Put a TLS proxy in front of the server, or accept the risk with RETINUE_ALLOW_HTTP=1.',
  ];
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(
      (key) => retiredSettings[key] ?? `${key} is not a setting. docs/settings.md lists all settings.`,
    );
  return [`${issue.path.join('.')} ${issue.message}.`];
}
