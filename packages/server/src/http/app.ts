import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Route, RouteName, WorkspaceId } from '@retinue/protocol';
import { localWorkspaceId, pageKeyHeader, routes, workspaceIdSchema } from '@retinue/protocol';
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { Principal } from './auth/principal.ts';
import { denialOf } from './auth/principal.ts';
import { checkSource, ownOrigins, withSecurity } from './guards/check-source.ts';
import { clientAddressOf } from './guards/client-address.ts';
import { readRequest } from './guards/read-request.ts';
import { RequestRate } from './guards/request-rate.ts';
import { TurnAdmission } from './guards/turn-admission.ts';
import { handlers } from './handlers/handlers.ts';
import type { HttpContext, RequestContext } from './http-context.ts';
import { lostPage, mountPages } from './pages/pages.ts';
import { HttpProblem, notFound, problemResponse } from './problems.ts';
import { toHttpProblem } from './to-http-problem.ts';

/**
 * The way of every request: where it comes from, who asks, whether they may, how often, what exactly; then its handler. A
 * route that is not in the table does not exist.
 */
export function createApp(http: HttpContext): Hono {
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
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    app.on(route.method, route.path.replace(/\{(\w+)\}/g, ':$1'), async (context) => {
      const startedAt = performance.now();
      const incoming = {
        request: context.req.raw,
        params: context.req.param(),
        outgoing: (context.env as HttpBindings).outgoing,
      };
      const response = await answer(http, rates, name, route, incoming).catch((error) => respondTo(http, error));
      const ms = Math.round(performance.now() - startedAt);
      http.logger.info({ route: name, status: response.status, ms }, 'request');
      // What nobody will read would else be held open for ever.
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
  return problemResponse(notFound('no-such-route', `There is no ${req.method} ${req.path}. See /docs.`));
}

interface Rates {
  requests: RequestRate;
  starts: RequestRate;
  signIns: RequestRate;
}

interface Incoming {
  request: Request;
  params: Record<string, string>;
  outgoing: ServerResponse;
}

async function answer(
  http: HttpContext,
  rates: Rates,
  name: RouteName,
  route: Route,
  incoming: Incoming,
): Promise<Response> {
  const { request, params } = incoming;
  const principal = await principalFor(http, route, request);
  if (principal) http.sockets.admit(incoming.outgoing.req);
  if (route.policy !== 'public' && !principal) throw notSignedIn(http, request);
  const workspaceId = workspaceIn(route, params, request.url);
  deny(route, principal, workspaceId);
  if (workspaceId && !(await http.services.workspaces.find(workspaceId))) throw denials['no-such-workspace']();
  countIn(rates, name, route, principal);
  const parts = await readRequest(route, incoming, http.settings);
  const requestContext = requestContextOf(http, rates, incoming, principal ?? nobody, parts);
  const handle = handlers[name] as (
    http: HttpContext,
    parts: never,
    requestContext: RequestContext,
  ) => Promise<unknown>;
  const reply = await handle(http, parts as never, requestContext);
  // What was written to the connection itself is a constant of another class.
  if (reply instanceof Response || reply === RESPONSE_ALREADY_SENT) return reply as Response;
  return new Response(JSON.stringify(reply), { status: route.status, headers: jsonHeaders });
}

async function principalFor({ signIns }: HttpContext, { isDownload }: Route, { headers, url }: Request) {
  const principal = await signIns.principalOf(headers);
  const { pathname, search } = new URL(url);
  return principal || !isDownload ? principal : signIns.principalOfPath(pathname + search);
}

/** A cookie without its page key is what an earlier version left, or what another port of this host has got. */
function notSignedIn({ signIns }: HttpContext, { headers }: Request): HttpProblem {
  const isHalf = signIns.keyIn(headers) !== null && headers.get(pageKeyHeader) === null;
  if (!isHalf || headers.has('authorization')) return denials['not-signed-in']();
  const words = `This browser was signed in by an earlier version, or its site data was cleared. Sign in again: run "retinue link" where the server runs, and open the link.`;
  return new HttpProblem(401, 'not-signed-in', words);
}

/**
 * A route that concerns a workspace names it in its path or, as the AI SDK routes do, in its query; without
 * one it is the first workspace. What is no id at all is treated like a workspace that is not there.
 */
function workspaceIn({ policy }: Route, params: Record<string, string>, url: string): WorkspaceId | null {
  if (params.workspaceId === undefined && policy !== 'read' && policy !== 'write') return null;
  const named = params.workspaceId ?? new URL(url).searchParams.get('workspaceId') ?? localWorkspaceId;
  const parsed = workspaceIdSchema.safeParse(named);
  if (!parsed.success) throw denials['no-such-workspace']();
  return parsed.data;
}

function deny({ policy }: Route, principal: Principal | null, workspaceId: WorkspaceId | null): void {
  const denial = denialOf(policy, principal, workspaceId);
  if (denial) throw denials[denial]();
}

const denials = {
  'not-signed-in': () =>
    new HttpProblem(
      401,
      'not-signed-in',
      'Sign in first: open the link that the server printed, or ask for a new one with "retinue link".',
    ),
  'no-such-workspace': () => notFound('no-such-workspace', 'There is no such workspace.'),
  forbidden: () => new HttpProblem(403, 'forbidden', 'Your role does not allow this. Ask the owner of the workspace.'),
};

const nobody: Principal = { id: 'nobody', name: 'Nobody', role: 'viewer', workspaceIds: [] };

function countIn(rates: Rates, name: RouteName, { policy }: Route, principal: Principal | null): void {
  if (policy !== 'public') rates.requests.take(principal?.id ?? '');
  if (startsWork.has(name)) rates.starts.take(principal?.id ?? '');
}

const maxInTurn = 16;

const startsWork = new Set<RouteName>([
  'openChat',
  'sendMessage',
  'editMessage',
  'regenerate',
  'retryTask',
  'steerSubAgent',
  'sendUiMessage',
]);

function requestContextOf(
  { services, settings }: HttpContext,
  rates: Rates,
  { request, outgoing }: Incoming,
  principal: Principal,
  parts: object,
): RequestContext {
  const key = request.headers.get('idempotency-key');
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new HttpProblem(400, 'bad-input', 'An Idempotency-Key has 1 to 200 visible ASCII characters.');
  }
  const { pathname } = new URL(request.url);
  const print = () =>
    createHash('sha256')
      .update(JSON.stringify([request.method, pathname, parts]))
      .digest('base64url');
  const once = key === null || request.method === 'GET' ? null : { key: `${principal.id} ${key}`, request: print() };
  return {
    request,
    countFailedSignIn() {
      const forwardedFor = request.headers.get('x-forwarded-for');
      const { remoteAddress = '' } = outgoing.req.socket;
      rates.signIns.take(clientAddressOf(remoteAddress, forwardedFor, settings.trustedProxies));
    },
    principal,
    once,
    ifVersion: versionIn(request.headers.get('if-match')),
    outgoing,
    commandContext: (workspaceId) => ({
      workspaceId,
      actor: `person:${principal.id}`,
      role: principal.role,
      commandId: services.ids.command(),
      ...(once ? { once } : {}),
    }),
  };
}

function versionIn(ifMatch: string | null): number | null {
  if (ifMatch === null || ifMatch === '*') return null;
  const version = /^"(\d{1,15})"$/.exec(ifMatch)?.[1];
  if (version === undefined) throw new HttpProblem(400, 'bad-input', 'If-Match is a version in quotes, such as "3".');
  return Number(version);
}

/** An expected no goes out in words; what nobody expected is reported here and told without details. */
function respondTo(http: HttpContext, error: unknown): Response {
  const problem = error instanceof HttpProblem ? error : toHttpProblem(error);
  if (problem.status >= 500) http.logger.error({ error, status: problem.status }, 'A request failed.');
  return withSecurity(problemResponse(problem));
}

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' };
