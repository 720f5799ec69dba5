import { z } from 'zod';
import { agentIdSchema, threadIdSchema } from '../ids.ts';
import { approvalRulesSchema, limitChangesSchema } from '../records/agents.ts';
import { damagedSettingSchema, removableSettings } from './damaged-settings.ts';
import {
  questionSchema,
  signedInSchema,
  toolSchema,
  usageRangeSchema,
  usageReportSchema,
  workspaceSchema,
} from './resources.ts';
import { route } from './route.ts';
import { done, pageOf, pageQuery, places, position } from './shapes.ts';

const workspace = '/api/workspaces/{workspaceId}';
const name = z.string().trim().min(1, 'Give it a name.').max(80);

export const signInRoutes = {
  proveServer: route('POST', '/api/server-proof', {
    policy: 'public',
    summary:
      'Shows a program of this machine that the server can read the token of its data directory, before the program signs in.',
    isRepeatable: true,
    body: z.strictObject({ nonce: z.string().regex(/^[\w-]{43}$/, 'Send 32 random bytes in base64url.') }),
    reply: z.strictObject({ runId: z.string(), proof: z.string() }),
  }),
  signIn: route('POST', '/api/sign-in', {
    policy: 'public',
    summary:
      'Exchanges the token of a set-up link, which works once, for a cookie and a page key. Both together sign this browser in.',
    isRepeatable: true,
    body: z.strictObject({ token: z.string().max(200) }),
    reply: signedInSchema.extend({
      /** To be sent as the header `retinue-page-key` with every request: other ports of this host get the cookie, too. */
      pageKey: z.string(),
    }),
    status: 201,
  }),
  getSignedIn: route('GET', '/api/sign-in', {
    policy: 'signed-in',
    summary: 'Who is signed in, and their workspaces.',
    reply: signedInSchema,
  }),
  signOut: route('DELETE', '/api/sign-in', {
    policy: 'signed-in',
    summary: 'Signs this browser out.',
    reply: done,
  }),
  makeSetUpLink: route('POST', '/api/set-up-links', {
    policy: 'owner',
    summary: 'A new set-up link, for another browser. It works once, within 15 minutes.',
    reply: z.strictObject({ url: z.string(), expiresAt: z.int() }),
    status: 201,
  }),
  makeDownloadLink: route('POST', '/api/download-links', {
    policy: 'signed-in',
    summary: 'Signs the path of a download, so that this browser can open it without a header, for one minute.',
    isRepeatable: true,
    body: z.strictObject({ path: z.string().startsWith('/api/').max(500) }),
    reply: z.strictObject({ path: z.string(), expiresAt: z.int() }),
  }),
} as const;

export const workspaceRoutes = {
  listWorkspaces: route('GET', '/api/workspaces', {
    policy: 'signed-in',
    summary: 'The workspaces that one is a member of.',
    reply: z.strictObject({ results: z.array(workspaceSchema) }),
  }),
  createWorkspace: route('POST', '/api/workspaces', {
    policy: 'owner',
    summary: 'A new workspace, with the built-in agents in it.',
    body: z.strictObject({ name }),
    reply: workspaceSchema,
    status: 201,
  }),
  getWorkspace: route('GET', workspace, {
    policy: 'read',
    summary: 'One workspace with its settings.',
    params: places.workspace,
    reply: workspaceSchema,
  }),
  changeWorkspace: route('PATCH', workspace, {
    policy: 'owner',
    summary:
      'Changes the name, the depth of delegation (0 to 10), the agent that new chats begin with, what needs approval in new chats, what no agent may use from now on, or the limits of new chats. A limit that is null is left to the server.',
    isVersioned: true,
    params: places.workspace,
    body: z
      .strictObject({
        name: name.optional(),
        maxDepth: z.int().min(0).max(10).optional(),
        defaultAgentId: agentIdSchema.optional(),
        approvals: approvalRulesSchema.optional(),
        deniedTools: z.array(z.string().max(200)).max(1000).optional(),
        limits: limitChangesSchema.optional(),
      })
      .refine((body) => Object.keys(body).length > 0, 'Give at least one setting.'),
    reply: workspaceSchema,
  }),
  listTools: route('GET', `${workspace}/tools`, {
    policy: 'read',
    summary: 'The tools that an agent can be given.',
    params: places.workspace,
    reply: z.strictObject({ results: z.array(toolSchema) }),
  }),
  listOpenQuestions: route('GET', `${workspace}/questions`, {
    policy: 'read',
    summary: 'Every open question of the workspace, from any depth of any chat.',
    params: places.workspace,
    query: pageQuery,
    reply: pageOf(questionSchema),
  }),
  getUsage: route('GET', `${workspace}/usage`, {
    policy: 'read',
    summary:
      'Tokens, money, time and outcomes by agent, by day and by chat; of certain days, one agent or one chat if asked.',
    params: places.workspace,
    query: usageRangeSchema,
    reply: usageReportSchema,
  }),
  listDamagedSettings: route('GET', `${workspace}/damaged-settings`, {
    policy: 'read',
    summary: 'Settings of the workspace that cannot be read from the store. Defaults are used instead.',
    params: places.workspace,
    reply: z.strictObject({ results: z.array(damagedSettingSchema) }),
  }),
  removeDamagedSetting: route('POST', `${workspace}/damaged-settings/remove`, {
    policy: 'owner',
    summary: 'Removes a damaged setting, so that it can be created again. Workspace settings are saved again instead.',
    isRepeatable: true,
    params: places.workspace,
    body: z.strictObject({ kind: z.enum(removableSettings), id: z.string().min(1).max(500) }),
    reply: z.strictObject({ isRemoved: z.boolean() }),
  }),
  openStream: route('GET', `${workspace}/stream`, {
    policy: 'read',
    summary:
      'One stream of server-sent events for any number of chats: `event` (with its position as id), `delta`, `chat` (a row that changed), `stop` (whether all work is stopped: first, and whenever that changes), `resync` (load everything again, or the list of chats alone), and `beat` (first, after rows, and every 10 s: how far you have all events and the rows of all chats, and the time here).',
    params: places.workspace,
    query: z.strictObject({
      /** Ids of chats whose trees are wanted, with commas between. */
      chats: z
        .string()
        .max(10_000)
        .optional()
        .transform((list) => (list ? list.split(',') : []))
        .pipe(z.array(threadIdSchema).max(100)),
      after: position.optional(),
      /** The `rowsPosition` of the last `beat`: rows that changed since are sent. */
      rowsAfter: position.optional(),
    }),
    reply: { stream: 'events of the chosen trees and changes of chats' },
  }),
} as const;

export const operationRoutes = {
  isAlive: route('GET', '/healthz', {
    policy: 'public',
    summary: 'Whether the process lives: 200 with the delay of its event loop.',
    reply: z.strictObject({ status: z.literal('ok'), loopDelayMs: z.number() }),
  }),
  isReady: route('GET', '/readyz', {
    policy: 'public',
    summary:
      'Whether it can take work: 200, or 503 while the store does not answer, its disk is full or the process is stopping.',
    reply: z.strictObject({ status: z.enum(['ready', 'stopping', 'store-unreachable', 'store-not-writable']) }),
  }),
  getOpenApi: route('GET', '/api/openapi.json', {
    policy: 'public',
    summary: 'This API, as OpenAPI 3.1.',
    reply: z.json(),
  }),
  verify: route('POST', '/api/verify', {
    policy: 'owner',
    summary: 'Walks every link of the store both ways and tells what does not hold.',
    isRepeatable: true,
    reply: z.strictObject({
      findings: z.array(z.strictObject({ rule: z.string(), about: z.string(), words: z.string() })),
    }),
  }),
  backUp: route('GET', '/api/backup', {
    policy: 'owner',
    summary: 'The whole store as one portable file.',
    isDownload: true,
    reply: { text: 'lines of JSON' },
  }),
} as const;
