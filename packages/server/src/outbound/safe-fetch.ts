import { lookup as lookUp } from 'node:dns/promises';
import { Agent, fetch as fetchThrough, type RequestInit as Outgoing, type Response as Reply } from 'undici';
import {
  type Allow,
  connectTo,
  createConnector,
  type Gate,
  hostIn,
  type Lookup,
  OutboundRefusal,
  portIn,
  refusalIn,
  refusePort,
  resolve,
} from './connector.ts';

export interface SafeFetchOptions extends Partial<Gate> {
  allow: Allow;
  /** `refuse` makes a redirect an error, so that a key does not go to another host. */
  redirects?: 'follow' | 'refuse';
  /** For the whole exchange. Null for streamed answers, whose readers have their own limits. */
  timeoutMs?: number | null;
  /** After decompression. */
  maxBytes?: number | null;
}

/**
 * A `fetch` that reaches only the open internet and the allowed hosts and ports, whatever the spelling of the address, its
 * name's addresses or its redirects. It uses no proxy.
 */
export function createSafeFetch(options: SafeFetchOptions): typeof globalThis.fetch {
  const { redirects = 'follow', timeoutMs = 20_000, maxBytes = 10 * 1024 * 1024 } = options;
  const gate: Gate = { lookup: everyAddress, ports: [80, 443], connectTo, ...options };
  const dispatcher = new Agent({ connect: createConnector(gate) });
  const send = async (url: URL, init: Outgoing): Promise<Reply> => {
    checkAddress(url, gate);
    try {
      return await fetchThrough(url, { ...init, redirect: 'manual', dispatcher });
    } catch (error) {
      throw refusalIn(error) ?? error;
    }
  };
  const safeFetch = async (input: string | URL | Request, given?: RequestInit): Promise<Response> => {
    let { url, init } = toOutgoing(input, given, timeoutMs);
    for (let hops = 0; ; hops += 1) {
      const reply = await send(url, init);
      const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null;
      if (location === null) return bounded(reply, maxBytes);
      await reply.body?.cancel();
      if (redirects === 'refuse') throw movedAway(url);
      if (hops === maxRedirects) throw new OutboundRefusal(`${url.host} redirects too often. Check the address.`);
      ({ url, init } = nextRequest({ url, init }, reply.status, location));
    }
  };
  return safeFetch;
}

/**
 * The reason not to send to an address, with the setting that allows it; null if allowed. A name that can't be resolved now
 * is allowed, since it may resolve later.
 */
export function createAddressCheck(options: Pick<SafeFetchOptions, 'allow' | 'lookup' | 'ports'>) {
  const gate = { lookup: everyAddress, ports: [80, 443], connectTo, ...options };
  return async (address: string): Promise<string | null> => {
    try {
      const url = new URL(address);
      checkAddress(url, gate);
      await resolve(url, gate);
      return null;
    } catch (error) {
      return error instanceof OutboundRefusal ? error.message : null;
    }
  };
}

const maxRedirects = 5;

function everyAddress(host: string): ReturnType<Lookup> {
  return lookUp(host, { all: true, verbatim: true });
}

function checkAddress(url: URL, gate: Gate): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundRefusal(`Addresses begin with http:// or https://, not ${url.protocol}//. Check the address.`);
  if (url.username !== '' || url.password !== '')
    throw new OutboundRefusal('The address has a user name or a password. Remove it.');
  refusePort(hostIn(url.hostname), portIn(url), gate);
}

function toOutgoing(input: string | URL | Request, given: RequestInit | undefined, timeoutMs: number | null) {
  const isRequest = typeof input === 'object' && 'url' in input;
  const url = URL.parse(isRequest ? input.url : String(input));
  if (!url) throw new OutboundRefusal('This is not an address. Check the spelling.');
  const { method, headers, body, signal } = isRequest ? fieldsOf(input, given) : (given ?? {});
  const signals = [signal, timeoutMs === null ? null : AbortSignal.timeout(timeoutMs)].filter((one) => one != null);
  const init: Outgoing = {
    headers: [...new Headers(headers)],
    signal: AbortSignal.any(signals),
    ...(method === undefined ? {} : { method }),
    ...(body == null ? {} : { body: body as NonNullable<Outgoing['body']>, duplex: 'half' }),
  };
  return { url, init };
}

function fieldsOf({ method, headers, body, signal }: Request, given: RequestInit = {}): RequestInit {
  return { method, headers, body, signal, ...given };
}

/** Fails the body at the first byte beyond the bound. */
function bounded(reply: Reply, maxBytes: number | null): Response {
  const whole = reply as Response;
  if (maxBytes === null || !whole.body) return whole;
  let left = maxBytes;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      left -= bytes.byteLength;
      if (left < 0) controller.error(new OutboundRefusal(`The answer has more than ${maxBytes} bytes.`));
      else controller.enqueue(bytes);
    },
  });
  const { status, statusText, headers } = whole;
  return new Response(whole.body.pipeThrough(counting), { status, statusText, headers: [...headers] });
}

function movedAway(url: URL): OutboundRefusal {
  return new OutboundRefusal(`${url.host} redirects to another address, which is not followed. Enter that address.`);
}

interface OutgoingRequest {
  url: URL;
  init: Outgoing;
}

/** The request after a redirect. Credentials stay with their origin. */
function nextRequest({ url, init }: OutgoingRequest, status: number, location: string): OutgoingRequest {
  const next = URL.parse(location, url);
  if (!next) throw new OutboundRefusal(`${url.host} redirects to an invalid address.`);
  const keepsMethod = status === 307 || status === 308 || init.method === undefined || isSafe(init.method);
  if (keepsMethod && init.body != null && typeof init.body !== 'string')
    throw new OutboundRefusal(`${url.host} redirects, and the request can't be repeated. Enter that address.`);
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
