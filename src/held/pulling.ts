/** Longest that a fetch which somebody asks for waits for the one that runs, ms [choice]: a tab that is frozen may hold it for ever. */
const PATIENCE = 8000;

type Alone = {
  readonly locks: Pick<LockManager, 'request'>;
  /** the same in every tab of a person: two fetches would write the same rows against each other */
  readonly name: string;
  /** Whether anything can be fetched now. */
  readonly isPossible: () => boolean;
  readonly fetch: () => Promise<void>;
};

/** Two ways to fetch, one at a time in all tabs of a person. */
type Pulling = {
  /** After the fetch that runs, if one does: all that the server had when this was called is kept once it resolves. */
  readonly pull: () => Promise<void>;
  /** Resolves at once where a fetch runs already. */
  readonly pullUnlessRunning: () => Promise<void>;
};

/** What has changed on the server is fetched by one tab of a person at a time. Both ways fail as `fetch` does. */
export function pullingAlone({ locks, name, isPossible, fetch }: Alone): Pulling {
  let waiting: Promise<void> | null = null;
  const pullNext = async () => {
    const patience = AbortSignal.timeout(PATIENCE);
    let isBegun = false;
    try {
      await locks.request(name, { signal: patience }, async () => {
        isBegun = true;
        // Whoever asks from now on may know of something newer.
        waiting = null;
        if (isPossible()) await fetch();
      });
    } catch (failure) {
      if (isBegun || !patience.aborted) throw failure;
      waiting = null;
    }
  };
  return {
    pull: async () => {
      if (!isPossible()) return;
      waiting ??= pullNext();
      await waiting;
    },
    pullUnlessRunning: async () => {
      if (!isPossible()) return;
      await locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await fetch();
      });
    },
  };
}
