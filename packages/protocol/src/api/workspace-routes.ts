import { z } from 'zod';
import { agentIdSchema, threadIdSchema } from '../ids.ts';
import { approvalRulesSchema, limitChangesSchema } from '../records/agents.ts';
import { nameText } from '../schemas/texts.ts';
import { damagedSettingSchema, removableSettings } from './damaged-settings.ts';
import { jobProgressSchema } from './jobs.ts';
import {
  questionSchema,
  signedInSchema,
  toolSchema,
  usageRangeSchema,
  usageReportSchema,
  workspaceSchema,
} from './resources.ts';
import { route } from './route.ts';
import { done, pageQuery, pageSchema, position } from './shapes.ts';

const workspace = '/api/workspaces/{workspaceId}';
const name = nameText(80);

export const signInRoutes = {
  proveServer: route('POST', '/api/server-proof', 'public', {
    summary:
      'Proves to a program of this machine that the server can read the token of its data directory, before the program signs in.',
    isRepeatable: true,
    body: z.strictObject({ nonce: z.string().regex(/^[\w-]{43}$/, 'nonce') }),
    reply: z.strictObject({ runId: z.string(), proof: z.string() }),
  }),
  signIn: route('POST', '/api/sign-in', 'public', {
    summary:
      'Exchanges the token of a sign-in link, which works once, for a cookie and a page key. Both together sign this browser in.',
    isRepeatable: true,
    body: z.strictObject({ token: z.string().max(200) }),
    reply: signedInSchema.extend({
      /**
       * Must be sent as the header `retinue-page-key` with every request, since other ports of this host get the
       * cookie, too.
       */
      pageKey: z.string(),
    }),
    status: 201,
  }),
  getSignedIn: route('GET', '/api/sign-in', 'signed-in', {
    summary: 'Returns the signed-in person with their workspaces.',
    reply: signedInSchema,
  }),
  signOut: route('DELETE', '/api/sign-in', 'signed-in', {
    summary: 'Signs this browser out.',
    reply: done,
  }),
  makeSetUpLink: route('POST', '/api/set-up-links', 'owner', {
    summary: 'Creates a sign-in link for another browser. It works once, within 15 minutes.',
    reply: z.strictObject({ url: z.string(), expiresAt: z.int() }),
    status: 201,
  }),
  makeDownloadLink: route('POST', '/api/download-links', 'signed-in', {
    summary: 'Signs the path of a download, so that this browser can open it without a header, for one minute.',
    isRepeatable: true,
    body: z.strictObject({ path: z.string().startsWith('/api/').max(500) }),
    reply: z.strictObject({ path: z.string(), expiresAt: z.int() }),
  }),
} as const;

export const workspaceRoutes = {
  listWorkspaces: route('GET', '/api/workspaces', 'signed-in', {
    summary: 'Lists the workspaces of the signed-in person.',
    reply: z.strictObject({ results: z.array(workspaceSchema) }),
  }),
  createWorkspace: route('POST', '/api/workspaces', 'owner', {
    summary: 'Creates a workspace with the built-in agents.',
    body: z.strictObject({ name }),
    reply: workspaceSchema,
    status: 201,
  }),
  getWorkspace: route('GET', workspace, 'read', {
    summary: 'Returns a workspace with its settings.',
    reply: workspaceSchema,
  }),
  changeWorkspace: route('PATCH', workspace, 'owner', {
    summary:
      'Changes the name, the depth of delegation (0 to 10), the default agent, the approval rules of new chats, the denied tools, or the limits of new chats. A limit of null resets it to that of the server.',
    isVersioned: true,
    body: z
      .strictObject({
        name: name.optional(),
        maxDepth: z.int().min(0).max(10).optional(),
        defaultAgentId: agentIdSchema.optional(),
        approvals: approvalRulesSchema.optional(),
        deniedTools: z.array(z.string().max(200)).max(1000).optional(),
        limits: limitChangesSchema.optional(),
      })
      .refine((body) => Object.keys(body).length > 0, 'no-change'),
    reply: workspaceSchema,
  }),
  listTools: route('GET', `${workspace}/tools`, 'read', {
    summary: 'Lists the tools that agents can use.',
    reply: z.strictObject({ results: z.array(toolSchema) }),
  }),
  listOpenQuestions: route('GET', `${workspace}/questions`, 'read', {
    summary: 'Lists every open question of the workspace, from any depth of any chat.',
    query: pageQuery,
    reply: pageSchema(questionSchema).extend({
      /** Position of the log: a stream with this as `rowsAfter` misses none. */
      position: z.int(),
    }),
  }),
  findById: route('GET', `${workspace}/ids`, 'read', {
    summary:
      'Finds the chats of a thread, task or question. A thread can be named by the beginning of its id: returns at most 5.',
    query: z.strictObject({ id: z.string().min(1).max(100) }),
    reply: z.strictObject({ results: z.array(z.strictObject({ id: z.string(), chatId: threadIdSchema })) }),
  }),
  getUsage: route('GET', `${workspace}/usage`, 'read', {
    summary:
      'Returns tokens, cost, time and outcomes by agent, by day and by chat; optionally for certain days, one agent or one chat.',
    query: usageRangeSchema,
    reply: usageReportSchema,
  }),
  listDamagedSettings: route('GET', `${workspace}/damaged-settings`, 'read', {
    summary: 'Lists settings of the workspace that cannot be read from the store. Defaults are used instead.',
    reply: z.strictObject({ results: z.array(damagedSettingSchema) }),
  }),
  removeDamagedSetting: route('POST', `${workspace}/damaged-settings/remove`, 'owner', {
    summary:
      'Removes a damaged setting, so that it can be created again. Damaged workspace settings are saved again instead.',
    isRepeatable: true,
    body: z.strictObject({ kind: z.enum(removableSettings), id: z.string().min(1).max(500) }),
    reply: z.strictObject({ isRemoved: z.boolean() }),
  }),
  openStream: route('GET', `${workspace}/stream`, 'read', {
    summary:
      "Streams server-sent events for any number of chats: `event` (with its position as id), `delta`, `chat` (a changed row), `question` (an open question, a closed one, or the ids of all open ones of a chat), `stop` (whether all work is stopped: first, and at every change), `resync` (load everything again, or only the lists of chats and questions), and `beat` (first, after rows, and every 10 s: the positions up to which you have all events and all rows and questions, and the server's time).",
    query: z.strictObject({
      /** Ids of the requested chats' trees, separated by commas. */
      chats: z
        .string()
        .max(10_000)
        .optional()
        .transform((list) => (list ? list.split(',') : []))
        .pipe(z.array(threadIdSchema).max(100)),
      after: position.optional(),
      /** The `rowsPosition` of the last `beat`: rows and questions that changed since then are sent. */
      rowsAfter: position.optional(),
    }),
    reply: { stream: 'events of the chosen trees, and changes of chats and questions' },
  }),
} as const;

export const operationRoutes = {
  isAlive: route('GET', '/healthz', 'public', {
    summary: 'Returns 200 with the delay of the event loop while the process is alive.',
    reply: z.strictObject({ status: z.literal('ok'), loopDelayMs: z.number() }),
  }),
  isReady: route('GET', '/readyz', 'public', {
    summary:
      'Returns 200 if the server can take work, or 503 while the store does not answer, its disk is full or the process is stopping.',
    reply: z.strictObject({ status: z.enum(['ready', 'stopping', 'store-unreachable', 'store-not-writable']) }),
  }),
  getOpenApi: route('GET', '/api/openapi.json', 'public', {
    summary: 'Returns this API as OpenAPI 3.1.',
    reply: z.json(),
  }),
  verify: route('POST', '/api/verify', 'owner', {
    summary: 'Checks the store for inconsistencies.',
    isRepeatable: true,
    reply: z.strictObject({
      findings: z.array(z.strictObject({ rule: z.string(), about: z.string(), message: z.string() })),
    }),
  }),
  listJobs: route('GET', '/api/jobs', 'owner', {
    summary: 'Lists running backups and checks of the store with their progress: rows of a backup, chats of a check.',
    reply: z.strictObject({ results: z.array(jobProgressSchema) }),
  }),
  backUp: route('GET', '/api/backup', 'owner', {
    summary: 'Returns a backup of the whole store as one portable file.',
    isDownload: true,
    reply: { text: 'lines of JSON' },
  }),
} as const;
