import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

// An unexpected error on the console is a fault that no assertion noticed: it fails the test.
let spy: MockInstance<typeof console.error>;

beforeEach(() => {
  spy = vi.spyOn(console, 'error');
});

afterEach(() => {
  const stray = spy.mock.calls.map((call) => call.map(String).join(' '));
  spy.mockRestore();
  expect(stray, 'console.error was called').toEqual([]);
});
