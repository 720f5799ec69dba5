import type { Refusal, RouteName } from '@retinue/protocol';
import type { ReplyOf, RequestOf } from '../ports/operations/operation.ts';
import type { HttpContext, Incoming } from './http-context.ts';

/** A command or a query that needs HTTP itself: cookies, the connection, streams. */
export interface Endpoint<Name extends RouteName> {
  name: Name;
  run(request: EndpointRequest<Name>): Promise<ReplyOf<Name> | Response | Refusal>;
}

export type EndpointRequest<Name extends RouteName> = RequestOf<Name> & { http: HttpContext; incoming: Incoming };

export function defineEndpoint<Name extends RouteName>(endpoint: Endpoint<Name>): Endpoint<Name> {
  return endpoint;
}

export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), { status, headers: { ...jsonHeaders, ...headers } });
}

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' };
