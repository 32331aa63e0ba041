import { watchIdle } from '#src/session/idle-lock.ts';
import { openStorage } from '#tests/src/storage.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const page = new EventTarget();
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', openStorage());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A touch on the page. @returns whether the touch got through */
function touch(): boolean {
  return page.dispatchEvent(new Event('pointerdown', { cancelable: true }));
}

test('the screen is locked once nobody has touched it for the whole time', () => {
  const lock = vi.fn<() => void>();
  const stop = watchIdle(2 * MINUTE, lock);
  vi.advanceTimersByTime(1.9 * MINUTE);
  expect(touch()).toBe(true);
  vi.advanceTimersByTime(1.9 * MINUTE);
  expect(lock).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0.2 * MINUTE);
  expect(lock).toHaveBeenCalled();
  stop();
});

test('after a sleep in which no timer ran, the first touch locks and does nothing else', () => {
  const lock = vi.fn<() => void>();
  const stop = watchIdle(2 * MINUTE, lock);
  vi.setSystemTime(Date.now() + 10 * MINUTE);
  expect(touch()).toBe(false);
  expect(lock).toHaveBeenCalledOnce();
  stop();
});

test('the time of the lock is kept for a reload, and moves with every few seconds of work', () => {
  const stop = watchIdle(2 * MINUTE, () => undefined);
  const kept = () => Number(sessionStorage.getItem('assent.lock'));
  const first = kept();
  expect(first).toBe(Date.now() + 2 * MINUTE);
  vi.advanceTimersByTime(MINUTE);
  touch();
  expect(kept()).toBe(first + MINUTE);
  stop();
});

test('once it is stopped, nothing locks any more', () => {
  const lock = vi.fn<() => void>();
  watchIdle(2 * MINUTE, lock)();
  vi.advanceTimersByTime(10 * MINUTE);
  touch();
  expect(lock).not.toHaveBeenCalled();
});
