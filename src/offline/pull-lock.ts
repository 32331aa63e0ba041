import { MINUTE } from '#domain/base/limits.ts';

/** Longest wait of a requested pull for the running one, ms [choice]: a frozen tab may hold the lock for ever. */
const PULL_WAIT = 8000;

/**
 * Time without a new page after which a pull counts as that of a frozen tab, ms [choice]: longer than the time limit of any call.
 */
const STUCK_AFTER = 2.5 * MINUTE;

type ExclusivePullOptions = {
  readonly locks: Pick<LockManager, 'request'>;
  /** name of the lock, the same in every tab of a person: two pulls would overwrite each other's rows */
  readonly name: string;
  /** True while a pull can be made. */
  readonly isPossible: () => boolean;
  /** Makes one pull. After another tab has taken over the lock, it must write nothing more. */
  readonly fetch: () => Promise<void>;
  /** Returns a mark that changes with each page that any tab pulls. */
  readonly pageMark: () => Promise<unknown>;
  /** epoch ms */
  readonly now: () => number;
};

/** Two ways to pull, one pull at a time in all tabs of a person. */
type ExclusivePull = {
  /** Pulls after a running pull has ended; once it resolves, all changes that the server had at the call are stored. */
  readonly pull: () => Promise<void>;
  /** Pulls now; resolves at once when a pull runs already. */
  readonly pullUnlessRunning: () => Promise<void>;
};

/**
 * Makes sure that only one tab of a person pulls the server's changes at a time. Both methods fail as `fetch` does, and both take
 * over from a tab that the browser has frozen in the middle of a pull.
 */
export function createExclusivePull({ locks, name, isPossible, fetch, pageMark, now }: ExclusivePullOptions): ExclusivePull {
  let waiting: Promise<void> | null = null;
  let seen: { readonly mark: unknown; readonly since: number } | null = null;

  /** Pulls under the lock. @returns false when the lock was not available */
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
      // Another tab has stolen the lock and pulls the same changes.
      if (isRunning) return true;
      throw failure;
    }
  };
  const isStuck = async () => {
    const mark = await pageMark();
    if (seen?.mark !== mark || seen === null) seen = { mark, since: now() };
    return now() - seen.since >= STUCK_AFTER;
  };
  const pullNext = async () => {
    const patience = AbortSignal.timeout(PULL_WAIT);
    let isBegun = false;
    const begin = () => {
      isBegun = true;
      // A caller from now on may know of newer changes, which this pull does not cover.
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
