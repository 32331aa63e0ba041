import type { Timer } from '#store/sync/send-context.ts';

/** A clock that stands until it is moved. */
export type ManualTime = {
  readonly now: () => number;
  readonly timer: Timer;
  /** Runs what falls due, in its order, and what follows from it. */
  advance(ms: number): Promise<void>;
};

export function manualTime(): ManualTime {
  let now = 1_000_000;
  let due: { at: number; run: () => void }[] = [];
  const settle = () => new Promise<void>((resolve) => void setTimeout(resolve, 0));
  return {
    now: () => now,
    timer: (ms, run) => {
      const one = { at: now + ms, run };
      due.push(one);
      return () => (due = due.filter((each) => each !== one));
    },
    advance: async (ms) => {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = due.toSorted((one, other) => one.at - other.at)[0];
        if (next === undefined || next.at > end) break;
        now = Math.max(now, next.at);
        due = due.filter((each) => each !== next);
        next.run();
        await settle();
      }
      now = end;
    },
  };
}
