/** Estimated time of the server. With a wrong local clock, approvals would seem lapsed and work hours old. */
export function serverNow(): number {
  return Date.now() + (offsetMs ?? 0);
}

/**
 * A heartbeat arrives late, never early, so the later time counts. One that is much too late was sent before the machine slept,
 * or the clock here was set forward: the next heartbeat shows which.
 */
export function takeServerTime(now: number): void {
  const heardMs = now - Date.now();
  const lateMs = (offsetMs ?? heardMs) - heardMs;
  if (lateMs > maxLateMs && !isConfirmed(heardMs)) return;
  offsetMs = lateMs > maxLateMs ? heardMs : Math.max(heardMs, offsetMs ?? heardMs);
  doubted = null;
}

/** Heartbeats that waited together are read at once; two that came in time are seconds apart and agree. */
function isConfirmed(heardMs: number): boolean {
  const at = performance.now();
  const isSame = doubted !== null && Math.abs(doubted.heardMs - heardMs) < maxLateMs;
  if (isSame && at - (doubted?.at ?? at) > minApartMs) return true;
  if (!isSame) doubted = { heardMs, at };
  return false;
}

let offsetMs: number | null = null;
let doubted: { heardMs: number; at: number } | null = null;
const maxLateMs = 2000;
const minApartMs = 3000;
