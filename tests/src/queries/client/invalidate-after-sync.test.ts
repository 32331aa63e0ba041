import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateQueueStatus } from '#src/device/queue-status.ts';
import { invalidateAfterSync } from '#src/queries/client/invalidate-after-sync.ts';

const asked = vi.fn<(subject: unknown) => void>();

class Counted extends QueryClient {
  override async invalidateQueries(filters?: { queryKey?: readonly unknown[] }): Promise<void> {
    asked(filters?.queryKey?.[0]);
  }
}

let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockClear();
  updateQueueStatus({ unsent: 0 });
  stop = invalidateAfterSync(new Counted());
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const rounds = () => asked.mock.calls.filter(([subject]) => subject === 'records').length;

test('what was sent alone is asked for at once, and what is only added asks for nothing', () => {
  updateQueueStatus({ unsent: 1 });
  expect(rounds()).toBe(0);
  updateQueueStatus({ unsent: 0 });
  expect(rounds()).toBe(1);
});

test('a long queue asks now and then on its way, and once it is empty', () => {
  updateQueueStatus({ unsent: 200 });
  for (let unsent = 199; unsent >= 0; unsent -= 1) {
    updateQueueStatus({ unsent });
    vi.advanceTimersByTime(50);
  }
  // Ten seconds: the first, the last, and one in two seconds between them.
  expect(rounds()).toBe(6);
  vi.advanceTimersByTime(60_000);
  expect(rounds(), 'nothing is left to ask for').toBe(6);
});

test('what was sent just before the queue came to a stop is asked for as well', () => {
  updateQueueStatus({ unsent: 3 });
  updateQueueStatus({ unsent: 2 });
  updateQueueStatus({ unsent: 1 });
  expect(rounds()).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(rounds()).toBe(2);
});

test('an item that comes to a stand, and one that goes on, is asked for: nothing stays at "Waiting to send"', () => {
  updateQueueStatus({ unsent: 2, blocked: 0, isKnown: true });
  expect(rounds()).toBe(0);
  updateQueueStatus({ blocked: 1 });
  expect(rounds()).toBe(1);
  updateQueueStatus({ blocked: 0 });
  vi.advanceTimersByTime(2000);
  expect(rounds()).toBe(2);
});

test('what stood still before the page was opened asks for nothing', () => {
  updateQueueStatus({ unsent: 0, blocked: 0, isKnown: false });
  updateQueueStatus({ unsent: 2, blocked: 2, isKnown: true });
  expect(rounds()).toBe(0);
});
