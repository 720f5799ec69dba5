import type { RequestInit } from 'undici';
import { OutboundRefusal } from './refusal.ts';

export interface OutgoingRequest {
  url: URL;
  init: RequestInit;
}

/** The request that a redirect asks for. What says who we are stays at the origin that it was meant for. */
export function nextRequest({ url, init }: OutgoingRequest, status: number, location: string): OutgoingRequest {
  const next = URL.parse(location, url);
  if (!next) throw new OutboundRefusal(`${url.host} redirects to something that is no address.`);
  const keepsMethod = status === 307 || status === 308 || init.method === undefined || isSafe(init.method);
  if (keepsMethod && init.body != null && typeof init.body !== 'string')
    throw new OutboundRefusal(
      `${url.host} redirects, and what was sent can't be sent again. Use the address it leads to.`,
    );
  const { method: _method, body: _body, ...rest } = init;
  const dropped = [...(next.origin === url.origin ? [] : identifying), ...(keepsMethod ? [] : describing)];
  const headers = [...(init.headers as [string, string][])].filter(([name]) => !dropped.includes(name));
  return { url: next, init: { ...(keepsMethod ? init : rest), headers } };
}

function isSafe(method: string): boolean {
  return /^(get|head)$/i.test(method);
}

const identifying = ['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'x-goog-api-key', 'api-key'];
const describing = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location'];
