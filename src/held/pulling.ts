/** Longest that a fetch which somebody asks for waits for the one that runs, ms [choice]: a tab that is frozen may hold it for ever. */
const PATIENCE = 8000;

/** A fetch that has brought no page for so long is that of a frozen tab, ms [choice]: no answer is waited for that long. */
const STUCK = 150_000;

type Alone = {
  readonly locks: Pick<LockManager, 'request'>;
  /** the same in every tab of a person: two fetches would write the same rows against each other */
  readonly name: string;
  /** Whether anything can be fetched now. */
  readonly isPossible: () => boolean;
  /** One that another tab has taken over must write nothing more. */
  readonly fetch: () => Promise<void>;
  /** Another with each page that any tab fetches. */
  readonly pageMark: () => Promise<unknown>;
  /** epoch ms */
  readonly now: () => number;
};

/** Two ways to fetch, one at a time in all tabs of a person. */
type Pulling = {
  /** After the fetch that runs, if one does: all that the server had when this was called is kept once it resolves. */
  readonly pull: () => Promise<void>;
  /** Resolves at once where a fetch runs already. */
  readonly pullUnlessRunning: () => Promise<void>;
};

/**
 * What has changed on the server is fetched by one tab of a person at a time. Both ways fail as `fetch` does, and both take over from a
 * tab that the browser has frozen in the middle of a fetch.
 */
export function pullingAlone({ locks, name, isPossible, fetch, pageMark, now }: Alone): Pulling {
  let waiting: Promise<void> | null = null;
  let seen: { readonly mark: unknown; readonly since: number } | null = null;

  /** Fetches under the lock. @returns false where it was not to be had */
  const under = async (options: LockOptions, begin = () => {}): Promise<boolean> => {
    let isRunning = false;
    try {
      return await locks.request(name, options, async (lock) => {
        if (lock === null) return false;
        seen = null;
        begin();
        isRunning = true;
        try {
          if (isPossible()) await fetch();
        } finally {
          isRunning = false;
        }
        return true;
      });
    } catch (failure) {
      // Another tab has taken over what this one was doing.
      if (isRunning) return true;
      throw failure;
    }
  };
  const isStuck = async () => {
    const mark = await pageMark();
    if (seen?.mark !== mark || seen === null) seen = { mark, since: now() };
    return now() - seen.since >= STUCK;
  };
  const pullNext = async () => {
    const patience = AbortSignal.timeout(PATIENCE);
    let isBegun = false;
    const begin = () => {
      isBegun = true;
      // Whoever asks from now on may know of something newer.
      waiting = null;
    };
    try {
      await under({ signal: patience }, begin);
    } catch (failure) {
      if (isBegun || !patience.aborted) throw failure;
      waiting = null;
      if (await isStuck()) await under({ steal: true });
    }
  };
  return {
    pull: async () => {
      if (!isPossible()) return;
      waiting ??= pullNext();
      await waiting;
    },
    pullUnlessRunning: async () => {
      if (!isPossible() || (await under({ ifAvailable: true }))) return;
      if (await isStuck()) await under({ steal: true });
    },
  };
}
