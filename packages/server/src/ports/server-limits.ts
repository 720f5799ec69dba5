/** How much of everything a server takes, and what it is called. */
export interface ServerLimits {
  /** Where people reach it from elsewhere; null for this machine only. */
  publicUrl: string | null;
  requestsPerMinute: number;
  startsPerMinute: number;
  signInsPerMinute: number;
  streamsPerPerson: number;
  streams: number;
  bodyBytes: number;
  largeBodyBytes: number;
}
