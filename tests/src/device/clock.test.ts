import { clockOffset, learnServerTime, serverNow } from '#src/device/clock.ts';
import { createSteadyClock, type SteadyMark } from '#src/device/steady-clock.ts';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.useRealTimers());

test('a tablet that is an hour slow still knows when a session ends', () => {
  const server = new Date(Date.now() + HOUR);
  learnServerTime(server.toUTCString(), 0);
  // The header counts whole seconds.
  expect(Math.abs(clockOffset() - HOUR)).toBeLessThan(1100);
  expect(Math.abs(serverNow() - server.getTime())).toBeLessThan(1100);
});

test('a tablet whose clock jumps by three days knows the server’s time as before', () => {
  learnServerTime(new Date().toUTCString(), 0);
  const before = serverNow();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * DAY });
  expect(serverNow() - before).toBeLessThan(HOUR);
});

test('the offset is told in whole milliseconds, however long the answer took', () => {
  learnServerTime(new Date().toUTCString(), 17.123_456_789_012_3);
  expect(Number.isInteger(clockOffset())).toBe(true);
});

test('an answer without a readable date changes nothing', () => {
  const before = clockOffset();
  learnServerTime(null, 0);
  learnServerTime('soon', 0);
  expect(clockOffset()).toBe(before);
});

/** A page of a tablet: what its clocks say, and whether it is hidden. */
function tabletPage(before: SteadyMark | null = null) {
  const page = { wall: 1_000_000_000_000, monotonic: 0, hidden: false };
  const sources = { wall: () => page.wall, monotonic: () => page.monotonic, isHidden: () => page.hidden, before };
  const clock = createSteadyClock(sources);
  const start = clock.now();
  /** Time passes; `asleep` while the device sleeps, and its monotonic clock stands still. */
  const pass = (ms: number, asleep = false) => {
    page.wall += ms;
    if (!asleep) page.monotonic += ms;
    clock.now();
  };
  const hide = (hidden: boolean) => {
    clock.now();
    page.hidden = hidden;
    clock.now();
  };
  return { page, clock, pass, hide, elapsed: () => clock.now() - start };
}

test('a clock that jumps while somebody looks at the page lets no more time pass than has passed', () => {
  const { page, pass, elapsed } = tabletPage();
  pass(HOUR);
  page.wall += 3 * DAY;
  pass(HOUR);
  page.wall -= 5 * DAY;
  pass(HOUR);
  expect(elapsed()).toBe(3 * HOUR);
});

test('the time of a tablet that slept counts', () => {
  const { pass, hide, elapsed } = tabletPage();
  hide(true);
  pass(8 * HOUR, true);
  hide(false);
  pass(HOUR);
  expect(elapsed()).toBe(9 * HOUR);
});

test('a clock that is set back while the page is hidden makes no time undone', () => {
  const { page, pass, hide, elapsed } = tabletPage();
  pass(HOUR);
  hide(true);
  page.wall -= DAY;
  pass(HOUR);
  expect(elapsed()).toBe(2 * HOUR);
});

test('the next page of the tab goes on where the last one was, whatever the clock has done before', () => {
  const first = tabletPage();
  first.page.wall += 3 * DAY;
  first.pass(HOUR);
  const mark = first.clock.mark();
  const sources = { monotonic: () => 0, isHidden: () => false, before: mark };
  expect(createSteadyClock({ ...sources, wall: () => mark.wall + 1000 }).now()).toBe(mark.at + 1000);
  expect(createSteadyClock({ ...sources, wall: () => mark.wall - DAY }).now(), 'never behind it').toBe(mark.at);
});

test('a clock that was wrong and was put right counts from the sign-in on', () => {
  const { page, clock, pass } = tabletPage();
  page.wall -= 3 * DAY;
  pass(HOUR);
  expect(clock.now()).toBeGreaterThan(page.wall);
  clock.anchor();
  expect(clock.now()).toBe(page.wall);
  pass(HOUR);
  expect(clock.now()).toBe(page.wall);
});
