/** Limits and names of a server. */
export interface ServerLimits {
  /** Public address; null for this machine only. */
  publicUrl: string | null;
  /** Addresses of proxies in front of it, which name the client. */
  trustedProxies: string[];
  requestsPerMinute: number;
  startsPerMinute: number;
  signInsPerMinute: number;
  streamsPerPerson: number;
  streams: number;
  bodyBytes: number;
  largeBodyBytes: number;
  /** Absent for the defaults. */
  sockets?: SocketLimits;
  /** Directory of the built web app, with a slash at its end; absent for the one of this installation. */
  webFolder?: URL;
}

/** Limits of connections without a signed-in person. */
export interface SocketLimits {
  /** Connections whose first request, or whose body, has not arrived. */
  unfinished: number;
  /** All connections. */
  total: number;
  /** Time that a reply may make no progress. */
  stalledMs: number;
  /** Time limit of a request's headers; absent for 20 s. */
  headersTimeoutMs?: number;
}
