/** A moment on both clocks. */
export interface Moment {
  wall: number;
  steady: number;
}

/** Reads both clocks: one may stop while the machine sleeps, the other may be set. */
export function momentOf(): Moment {
  return { wall: Date.now(), steady: performance.now() };
}

export function sinceMs({ wall, steady }: Moment): number {
  return Math.max(Date.now() - wall, performance.now() - steady);
}
