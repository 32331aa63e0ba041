import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellQueue } from '#src/held/held.ts';
import { askAgainWhenSent } from '#src/queries/ask-again.ts';

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
  tellQueue({ unsent: 0 });
  stop = askAgainWhenSent(new Counted());
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const rounds = () => asked.mock.calls.filter(([subject]) => subject === 'records').length;

test('what was sent alone is asked for at once, and what is only added asks for nothing', () => {
  tellQueue({ unsent: 1 });
  expect(rounds()).toBe(0);
  tellQueue({ unsent: 0 });
  expect(rounds()).toBe(1);
});

test('a long queue asks now and then on its way, and once it is empty', () => {
  tellQueue({ unsent: 200 });
  for (let unsent = 199; unsent >= 0; unsent -= 1) {
    tellQueue({ unsent });
    vi.advanceTimersByTime(50);
  }
  // Ten seconds: the first, the last, and one in two seconds between them.
  expect(rounds()).toBe(6);
  vi.advanceTimersByTime(60_000);
  expect(rounds(), 'nothing is left to ask for').toBe(6);
});

test('what was sent just before the queue came to a stop is asked for as well', () => {
  tellQueue({ unsent: 3 });
  tellQueue({ unsent: 2 });
  tellQueue({ unsent: 1 });
  expect(rounds()).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(rounds()).toBe(2);
});

test('an item that comes to a stand, and one that goes on, is asked for: nothing stays at "Waiting to send"', () => {
  tellQueue({ unsent: 2, stopped: 0, isKnown: true });
  expect(rounds()).toBe(0);
  tellQueue({ stopped: 1 });
  expect(rounds()).toBe(1);
  tellQueue({ stopped: 0 });
  vi.advanceTimersByTime(2000);
  expect(rounds()).toBe(2);
});

test('what stood still before the page was opened asks for nothing', () => {
  tellQueue({ unsent: 0, stopped: 0, isKnown: false });
  tellQueue({ unsent: 2, stopped: 2, isKnown: true });
  expect(rounds()).toBe(0);
});
