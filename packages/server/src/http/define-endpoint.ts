import type { Refusal, RouteName } from '@retinue/protocol';
import { isLargeJson, jsonPieces } from '../json/json-pieces.ts';
import type { ReplyOf, RequestOf } from '../ports/operations/operation.ts';
import { routesIn } from '../ports/operations/operation.ts';
import type { HttpContext, Incoming } from './http-context.ts';
import { streamedText } from './streamed-text.ts';

/** A command or a query that needs HTTP itself: cookies, the connection, streams. */
export interface Endpoint<Name extends RouteName> {
  name: Name;
  run(request: EndpointRequest<Name>): Promise<ReplyOf<Name> | Response | Refusal>;
}

export type EndpointRequest<Name extends RouteName> = RequestOf<Name> & { http: HttpContext; incoming: Incoming };

export function defineEndpoint<Name extends RouteName>(endpoint: Endpoint<Name>): Endpoint<Name> {
  return endpoint;
}

/** Small endpoints, each by its name. */
export function endpoints<Name extends RouteName>(
  table: {
    [One in Name]: Endpoint<One>['run'];
  },
): Endpoint<Name>[] {
  return routesIn(table).map((name) => ({ name, run: (request) => table[name](request) }));
}

/** A large value is serialized while it is sent, so that other requests are answered in between. */
export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const body = isLargeJson(value) ? streamedText(jsonPieces(value)) : JSON.stringify(value);
  return new Response(body, { status, headers: { ...jsonHeaders, ...headers } });
}

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' };
