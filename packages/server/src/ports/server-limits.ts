/** How much of everything a server takes, and what it is called. */
export interface ServerLimits {
  /** Where people reach it from elsewhere; null for this machine only. */
  publicUrl: string | null;
  /** Addresses of proxies that stand before it, which say for whom they ask. */
  trustedProxies: string[];
  requestsPerMinute: number;
  startsPerMinute: number;
  signInsPerMinute: number;
  streamsPerPerson: number;
  streams: number;
  bodyBytes: number;
  largeBodyBytes: number;
  /** Absent for the usual ones. */
  sockets?: SocketLimits;
  /** Where the built web app is, with a slash at its end; absent for the one of this installation. */
  webFolder?: URL;
}

/** What connections without a signed-in person may hold. */
export interface SocketLimits {
  /** Connections whose first request, or whose body, has not arrived. */
  unfinished: number;
  /** All connections. */
  total: number;
  /** How long a reply may make no progress. */
  stalledMs: number;
  /** How long the headers of a request may take; absent for 20 s. */
  headersTimeoutMs?: number;
}
