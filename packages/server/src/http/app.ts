import { createHash } from 'node:crypto';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Route, RouteName, WorkspaceId } from '@retinue/protocol';
import {
  fieldError,
  isRefusal,
  localWorkspaceId,
  pageKeyHeader,
  refuse,
  routes,
  statusOf,
  workspaceIdSchema,
} from '@retinue/protocol';
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { RequestContext } from '../ports/operations/operation.ts';
import type { Principal } from './auth/principal.ts';
import { denialOf, isMember } from './auth/principal.ts';
import { jsonResponse } from './define-endpoint.ts';
import { checkSource, ownOrigins, withSecurity } from './guards/check-source.ts';
import { clientAddressOf } from './guards/client-address.ts';
import { readRequest, uploadOf } from './guards/read-request.ts';
import { RequestRate } from './guards/request-rate.ts';
import { TurnAdmission } from './guards/turn-admission.ts';
import type { HttpContext, Incoming, Outgoing } from './http-context.ts';
import type { LoadedOperation } from './load-operations.ts';
import { lostPage, mountPages } from './pages/pages.ts';
import { HttpProblem, problemResponse } from './problems.ts';
import { refusalOf } from './refusal-of.ts';

type Operations = ReadonlyMap<RouteName, LoadedOperation>;

/**
 * The path of every request: source, caller, permission, rate, input; then its command or query. A route that is not in
 * the table does not exist.
 */
export function createApp(http: HttpContext, operations: Operations): Hono {
  const app = new Hono();
  const { clock } = http.services;
  const { requestsPerMinute, startsPerMinute, signInsPerMinute } = http.settings;
  const rates = {
    requests: new RequestRate(clock, requestsPerMinute),
    starts: new RequestRate(clock, startsPerMinute),
    signIns: new RequestRate(clock, signInsPerMinute),
  };
  const turns = new TurnAdmission(maxInTurn);
  app.use(async (context, next) => {
    await turns.take();
    const isPage = !context.req.path.startsWith('/api');
    checkSource(context.req.raw.headers, ownOrigins(http.port(), http.settings.publicUrl), isPage);
    await next();
    if (context.res !== RESPONSE_ALREADY_SENT) withSecurity(context.res);
  });
  for (const operation of operations.values()) {
    const { name } = operation;
    const route: Route = routes[name];
    app.on(route.method, route.path.replace(/\{(\w+)\}/g, ':$1'), async (context) => {
      const startedAt = performance.now();
      const { outgoing } = context.env as { outgoing: Outgoing };
      const arrived = { request: context.req.raw, params: context.req.param(), outgoing };
      const response = await answer(http, rates, operation, route, arrived).catch((error) => respondTo(http, error));
      const ms = Math.round(performance.now() - startedAt);
      http.logger.info({ route: name, status: response.status, ms }, 'request');
      // A body that is never read would be held open forever.
      if (context.req.method === 'HEAD') await response.body?.cancel();
      return response;
    });
  }
  mountPages(app, http.settings.webFolder);
  app.notFound((context) => lostPage(context, () => noSuchRoute(context), http.settings.webFolder));
  app.onError((error) => respondTo(http, error));
  return app;
}

function noSuchRoute({ req }: Context): Response {
  return problemResponse(refuse('no-such-route', { method: req.method, path: req.path }));
}

interface Rates {
  requests: RequestRate;
  starts: RequestRate;
  signIns: RequestRate;
}

interface Arrived {
  request: Request;
  params: Record<string, string>;
  outgoing: Outgoing;
}

async function answer(
  http: HttpContext,
  rates: Rates,
  operation: LoadedOperation,
  route: Route,
  arrived: Arrived,
): Promise<Response> {
  const { services, settings } = http;
  const { request, params, outgoing } = arrived;
  const principal = await principalFor(http, route, request);
  if (principal) http.sockets.admit(outgoing.req);
  if (route.policy !== 'public' && !principal) throw notSignedIn(http, request);
  const workspaceId = workspaceIn(route, params, request.url);
  deny(route, principal, workspaceId);
  if (workspaceId && !(await services.workspaces.find(workspaceId))) throw noSuchWorkspace(workspaceId);
  countIn(rates, route, principal);
  const parts = await readRequest(route, arrived, settings);
  const incoming = { request, outgoing, principal: principal ?? nobody, ...failedSignIns(http, rates, arrived) };
  const context = requestContextOf(http, incoming, workspaceId ?? localWorkspaceId, parts);
  const reply = await operation.run({ ...parts, services, http, context, incoming });
  if (isRefusal(reply)) throw new HttpProblem(reply);
  // `RESPONSE_ALREADY_SENT` is a sentinel, not a `Response`.
  if (reply instanceof Response || reply === RESPONSE_ALREADY_SENT) return reply as Response;
  return jsonResponse(reply, route.status);
}

async function principalFor({ signIns }: HttpContext, { isDownload }: Route, { headers, url }: Request) {
  const principal = await signIns.principalOf(headers);
  const { pathname, search } = new URL(url);
  return principal || !isDownload ? principal : signIns.principalOfPath(pathname + search);
}

/** A cookie without its page key is from an earlier version, or from another port of this host. */
function notSignedIn({ signIns }: HttpContext, { headers }: Request): HttpProblem {
  const isHalf = signIns.keyIn(headers) !== null && headers.get(pageKeyHeader) === null;
  return new HttpProblem(refuse('not-signed-in', { hasOldSession: isHalf && !headers.has('authorization') }));
}

/**
 * A route that concerns a workspace names it in its path or, as the AI SDK routes do, in its query; without one it is
 * the first workspace. An invalid id is treated like a missing workspace.
 */
function workspaceIn({ policy }: Route, params: Record<string, string>, url: string): WorkspaceId | null {
  if (params.workspaceId === undefined && policy !== 'read' && policy !== 'write') return null;
  const named = params.workspaceId ?? new URL(url).searchParams.get('workspaceId') ?? localWorkspaceId;
  const parsed = workspaceIdSchema.safeParse(named);
  if (!parsed.success) throw noSuchWorkspace(named);
  return parsed.data;
}

function deny({ policy }: Route, principal: Principal | null, workspaceId: WorkspaceId | null): void {
  const denial = denialOf(policy, principal, workspaceId);
  if (denial === 'no-such-workspace') throw noSuchWorkspace(workspaceId ?? '');
  if (denial) throw new HttpProblem(denial === 'forbidden' ? refuse(denial) : refuse(denial, { hasOldSession: false }));
}

/** The same for a workspace of others and for one that does not exist. */
function noSuchWorkspace(workspaceId: string): HttpProblem {
  return new HttpProblem(refuse('no-such-workspace', { workspaceId }));
}

const nobody: Principal = { id: 'nobody', name: 'Nobody', role: 'viewer', workspaceIds: [] };

function countIn(rates: Rates, { policy, startsWork }: Route, principal: Principal | null): void {
  if (policy !== 'public') rates.requests.take(principal?.id ?? '');
  if (startsWork) rates.starts.take(principal?.id ?? '');
}

const maxInTurn = 16;

function failedSignIns(
  { settings }: HttpContext,
  { signIns }: Rates,
  { request, outgoing }: Arrived,
): Pick<Incoming, 'countFailedSignIn'> {
  return {
    countFailedSignIn() {
      const forwardedFor = request.headers.get('x-forwarded-for');
      const { remoteAddress = '' } = outgoing.req.socket;
      signIns.take(clientAddressOf(remoteAddress, forwardedFor, settings.trustedProxies));
    },
  };
}

function requestContextOf(
  { services, settings, tail }: HttpContext,
  { request, principal }: Incoming,
  workspaceId: WorkspaceId,
  parts: object,
): RequestContext {
  const idempotency = idempotencyOf(request, principal, parts);
  const ifVersion = versionIn(request.headers.get('if-match'));
  return {
    workspaceId,
    actor: `person:${principal.id}`,
    role: principal.role,
    commandId: services.ids.command(),
    ...(idempotency && { idempotency }),
    ...(ifVersion !== null && { ifVersion }),
    position: tail.head,
    isMember: (named) => isMember(principal, named),
    touchChat: (chatId) => tail.touch(workspaceId, chatId),
    upload: uploadOf(request, settings),
  };
}

/** The key of a request, and the hash that tells it from another request with the same key. */
function idempotencyOf(request: Request, principal: Principal, parts: object): RequestContext['idempotency'] | null {
  const key = request.headers.get('idempotency-key');
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw badHeader('Idempotency-Key', 'idempotency-key');
  }
  if (request.method === 'GET') return null;
  const described = JSON.stringify([request.method, new URL(request.url).pathname, parts]);
  return { key: `${principal.id} ${key}`, request: createHash('sha256').update(described).digest('base64url') };
}

function versionIn(ifMatch: string | null): number | null {
  if (ifMatch === null || ifMatch === '*') return null;
  const version = /^"(\d{1,15})"$/.exec(ifMatch)?.[1];
  if (version === undefined) throw badHeader('If-Match', 'version');
  return Number(version);
}

function badHeader(name: string, code: string): HttpProblem {
  return new HttpProblem(refuse('bad-input', { part: 'headers', errors: [fieldError(name, code)] }));
}

/** A failure of the server is logged, and reported without details. */
function respondTo(http: HttpContext, error: unknown): Response {
  const refusal = refusalOf(error);
  const status = statusOf(refusal);
  if (status >= 500 && !(error instanceof HttpProblem)) http.logger.error({ error, status }, 'A request failed.');
  return withSecurity(problemResponse(refusal));
}
