import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

// An unexpected error on the console is a fault that no assertion noticed: it fails the test.
let spy: MockInstance<typeof console.error>;

beforeEach(() => {
  spy = vi.spyOn(console, 'error');
});

afterEach(() => {
  const stray = spy.mock.calls.map((call) => call.map(String).join(' '));
  // Files of one worker share their globals: a spy that outlived its test would reach the next file's set-up.
  vi.restoreAllMocks();
  expect(stray, 'console.error was called').toEqual([]);
});
