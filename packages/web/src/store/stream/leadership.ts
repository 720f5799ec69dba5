export interface Leadership {
  /** Takes the place of a leader that stands still. */
  takeOver(): void;
  /** Lets another tab lead while this one is frozen or kept for later. */
  pause(): void;
  resume(): void;
}

/** One tab of a browser leads: it holds a lock, which the browser gives to the next when it goes. */
export function openLeadership(name: string, begin: () => void, end: () => void): Leadership {
  let [isLeading, isPaused, turn] = [false, false, 0];
  let letGo = () => {};
  /** A lock that was asked for before the last turn began is given back at once. */
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
