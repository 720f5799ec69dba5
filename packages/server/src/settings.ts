import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { defaultLimits, type ModelChoice } from '@retinue/protocol';
import { z } from 'zod';
import { appendLabels } from './ports/log/append-labels.ts';

/*
 * Every setting: a variable of the environment with its schema and its description. docs/settings.md is made from them. Each is
 * read in `config.ts`.
 */

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

const modelChoice = z
  .string()
  .regex(/^[a-z][a-z0-9-]*\/.+$/, 'must be <provider>/<model>, such as demo/demo or openai-compatible/llama3.3')
  .transform(
    (text): ModelChoice => ({ provider: text.slice(0, text.indexOf('/')), id: text.slice(text.indexOf('/') + 1) }),
  );

/** The default addresses of Ollama and LM Studio. */
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

const failpoints = new RegExp(`^(before|after):(${appendLabels.join('|')})(@[1-9]\\d*)?$`);

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const storage = {
  RETINUE_DATA: z.string().default('.retinue').meta({ description: 'Directory of the store, the token and the keys' }),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .meta({
      description:
        'PostgreSQL database (`postgres://…`) to use as the store instead of SQLite. A pooler that shares sessions between clients is refused',
    }),
  RETINUE_SECRETS_KEY: z
    .string()
    .regex(/^[\w+/-]{43}=?$/, 'must be 32 bytes in base64, such as from: openssl rand -base64 32')
    .optional()
    .meta({
      description: 'Master key that encrypts stored API keys and webhook secrets: 32 bytes in base64',
      shownDefault: 'created once, in `secrets.key` of `RETINUE_DATA`',
    }),
};

const outgoing = {
  RETINUE_MODEL: modelChoice.optional().meta({
    description:
      'Model of the built-in agents: `demo/demo`, `openai-compatible/<model>` or `<provider of an extension>/<model>`',
    shownDefault: '`demo/demo`',
  }),
  RETINUE_BASE_URL: webAddress
    .optional()
    .meta({ description: 'URL of the OpenAI-compatible server. Required with `openai-compatible/…`' }),
  RETINUE_API_KEY: z
    .string()
    .optional()
    .meta({ description: 'API key of that server, if it needs one. Kept in memory only' }),
  RETINUE_ALLOWED_HOSTS: hostList.default(localServers).meta({
    description:
      'Your own model servers and webhook receivers that are not on the public internet: `<host>:<port>`, separated by commas',
    shownDefault: 'Ollama and LM Studio on this machine',
  }),
};

const extensions = {
  RETINUE_EXTENSIONS: pathList.default([]).meta({
    description: 'Paths of [extensions](extensions.md), separated by commas: modules with tools, providers and hooks',
    shownDefault: '',
  }),
  RETINUE_DEMO: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .meta({ description: '`off` leaves out the demo model and its sample catalog' }),
};

const network = {
  RETINUE_HOST: z.string().default('127.0.0.1').meta({ description: 'Address that the server listens on' }),
  RETINUE_PORT: wholeNumber(0, 65_535).default(7420).meta({ description: 'Port. 0 takes a free one' }),
  RETINUE_PUBLIC_URL: webAddress.optional().meta({
    description: 'URL at which others reach the server. Required when `RETINUE_HOST` is not a loopback address',
  }),
  RETINUE_ALLOW_HTTP: z
    .literal('1', 'must be 1, or not be set')
    .optional()
    .meta({ description: '`1` accepts a public URL without TLS' }),
  RETINUE_TRUSTED_PROXIES: addressList.default([]).meta({
    description:
      'IP addresses of your proxies, separated by commas. Their `X-Forwarded-For` is trusted, and their connections are not limited',
    shownDefault: '',
  }),
  RETINUE_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').meta({
    description:
      '`debug`, `info`, `warn`, `error` or `silent`. The log is lines of JSON on stderr, without secrets or message text',
  }),
};

const bounds = {
  RETINUE_REQUESTS_PER_MINUTE: wholeNumber(1, 10_000_000)
    .default(600)
    .meta({ description: 'Requests per person and minute' }),
  RETINUE_STARTS_PER_MINUTE: wholeNumber(1, 10_000_000)
    .default(30)
    .meta({ description: 'Messages and retries per person and minute' }),
  RETINUE_SIGN_INS_PER_MINUTE: wholeNumber(1, 10_000_000)
    .default(20)
    .meta({ description: 'Failed sign-ins per address and minute' }),
  RETINUE_STREAMS_PER_PERSON: wholeNumber(1, 100_000).default(20).meta({ description: 'Open streams per person' }),
  RETINUE_STREAMS: wholeNumber(1, 100_000).default(2000).meta({ description: 'Open streams in total' }),
  RETINUE_BODY_KB: wholeNumber(1, 1_000_000).default(1024).meta({ description: 'Largest request body, in KB' }),
  RETINUE_IMPORT_MB: wholeNumber(1, 1024).default(64).meta({ description: 'Largest file to import, in MB' }),
};

const running = {
  RETINUE_MAX_DEPTH: wholeNumber(0, 10)
    .default(defaultLimits.maxDepth)
    .meta({ description: 'How deep agents may delegate, 0 to 10. A workspace can set its own' }),
  RETINUE_COMPACT_AT_TOKENS: wholeNumber(1000, 10_000_000).optional().meta({
    description:
      'Prompt length at which a thread is summarized first, at four characters per token. A workspace can set its own',
    shownDefault: '100000',
  }),
  RETINUE_MAX_RUNNING: wholeNumber(1, 1000).default(32).meta({ description: 'Threads that run at once' }),
  RETINUE_FAILPOINT: z
    .string()
    .regex(failpoints, 'must be before:<label> or after:<label>, with @<count> or without')
    .optional()
    .meta({
      description: 'For crash tests: `before:<label>` or `after:<label>` of a commit, with an optional `@<count>`',
    }),
};

/** By the headings of docs/settings.md. */
export const settingGroups: Record<string, Record<string, z.ZodType>> = {
  Storage: storage,
  'Models and outgoing requests': outgoing,
  Extensions: extensions,
  Network: network,
  'Rate and size limits': bounds,
  'Running agents': running,
};

export const environmentSchema = z.strictObject({
  ...{ ...storage, ...outgoing, ...extensions },
  ...{ ...network, ...bounds, ...running },
});
export type Settings = z.output<typeof environmentSchema>;

export const retiredSettings: Record<string, string> = {
  RETINUE_HOOKS:
    'RETINUE_HOOKS is no longer a setting. Export the hooks from an extension, and list it in RETINUE_EXTENSIONS. docs/extensions.md has an example.',
};
