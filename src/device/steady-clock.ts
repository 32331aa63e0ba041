type ClockSources = {
  /** this device's clock, epoch ms: somebody may set it, or the network */
  readonly wall: () => number;
  /** ms of a clock that nobody sets; it may stand still while the device sleeps */
  readonly monotonic: () => number;
  /** whether the page is hidden: a device that sleeps hides it first */
  readonly isHidden: () => boolean;
  /** the clock of the page before, in this tab */
  readonly before: SteadyMark | null;
};

/** A reading of the steady clock beside the device's, both epoch ms. */
export type SteadyMark = { readonly at: number; readonly wall: number };

/** Time that goes on evenly, epoch ms. */
export type SteadyClock = {
  readonly now: () => number;
  readonly mark: () => SteadyMark;
  /** Begins anew with the device's clock, which may have been put right since. */
  readonly anchor: () => void;
};

/**
 * A clock that goes on evenly whatever happens to the device's: while the page is visible it counts by the monotonic clock, so that a device's
 * clock that jumps ends no session. While the page is hidden the device may sleep, and the longer of both times counts. It never
 * goes back. Call `now` at each change of visibility, so that no time is counted by the wrong rule.
 */
export function createSteadyClock({ wall, monotonic, isHidden, before }: ClockSources): SteadyClock {
  let last = { wall: wall(), monotonic: monotonic(), isHidden: isHidden() };
  // The next page of the tab goes on with the difference that the page before had, and never behind its last reading.
  let at = before === null ? last.wall : Math.max(before.at, last.wall + before.at - before.wall);
  const now = () => {
    const read = { wall: wall(), monotonic: monotonic(), isHidden: isHidden() };
    const awake = Math.max(read.monotonic - last.monotonic, 0);
    at += last.isHidden ? Math.max(awake, read.wall - last.wall) : awake;
    last = read;
    return at;
  };
  const anchor = () => {
    now();
    at = last.wall;
  };
  return { now, mark: () => ({ at: now(), wall: last.wall }), anchor };
}
