import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// The page's own state: each test has a page of its own.
let views: typeof import('#src/offline/first-views.ts');
beforeEach(async () => {
  vi.resetModules();
  views = await import('#src/offline/first-views.ts');
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('work waits for the last of the first reads, and runs once', () => {
  const work = vi.fn<() => void>();
  const [one, other] = [views.beginRead(), views.beginRead()];
  views.afterFirstViews(work);
  one();
  vi.advanceTimersByTime(500);
  expect(work).not.toHaveBeenCalled();
  other();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(1);
  views.beginRead()();
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('where the first views stand already, work runs soon; where nothing is read, or a read hangs, after two seconds', () => {
  const [unread, hanging, late] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  views.afterFirstViews(unread);
  vi.advanceTimersByTime(1900);
  expect(unread).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(unread).toHaveBeenCalledTimes(1);
  const end = views.beginRead();
  views.afterFirstViews(hanging);
  vi.advanceTimersByTime(2100);
  expect(hanging).toHaveBeenCalledTimes(1);
  end();
  vi.advanceTimersByTime(100);
  views.afterFirstViews(late);
  vi.advanceTimersByTime(100);
  expect(late).toHaveBeenCalledTimes(1);
});

test('work that is cancelled never runs', () => {
  const work = vi.fn<() => void>();
  const end = views.beginRead();
  views.afterFirstViews(work)();
  end();
  vi.advanceTimersByTime(5000);
  expect(work).not.toHaveBeenCalled();
});
