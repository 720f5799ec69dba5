export interface Leadership {
  /** Replaces a frozen leader. */
  takeOver(): void;
  /** Lets another tab lead while this one is frozen. */
  pause(): void;
  resume(): void;
}

/** The leader holds a lock, which the browser passes to the next tab when it closes. */
export function openLeadership(name: string, begin: () => void, end: () => void): Leadership {
  let [isLeading, isPaused, turn] = [false, false, 0];
  let letGo = () => {};
  /** A lock from before the last turn is released at once. */
  const ask = (options: LockOptions) => {
    turn += 1;
    const own = turn;
    const hold = () => {
      if (own !== turn) return undefined;
      isLeading = true;
      begin();
      return new Promise<void>((resolve) => {
        letGo = resolve;
      });
    };
    const lost = () => {
      if (own !== turn) return;
      stop();
      if (!isPaused) wait();
    };
    navigator.locks.request(name, options, hold).then(lost, lost);
  };
  const stop = () => {
    if (!isLeading) return;
    isLeading = false;
    end();
  };
  const wait = () => {
    const leaving = new AbortController();
    letGo = () => leaving.abort();
    ask({ signal: leaving.signal });
  };
  wait();
  return {
    takeOver: () => isLeading || isPaused || ask({ steal: true }),
    pause: () => {
      isPaused = true;
      turn += 1;
      stop();
      letGo();
    },
    resume: () => {
      if (!isPaused) return;
      isPaused = false;
      wait();
    },
  };
}
