import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshChanged } from '#src/queries/client/refresh-changed.ts';

const CASE = '018f0000-0000-7000-8000-000000000001';
const OTHER = '018f0000-0000-7000-8000-000000000002';
const OWNER = '018f0000-0000-7000-8000-000000000004';
const OF_OWNER = { record: { patient: { id: OWNER } } };

let client: QueryClient;
const counts = new Map<string, number>();
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  client.mount();
  counts.clear();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  focusManager.setFocused(undefined);
  client.unmount();
  client.clear();
  vi.useRealTimers();
});

/** A query of an open screen, whose answer takes so many ms. */
async function show(queryKey: readonly string[], ms = 0, answer: unknown = null): Promise<() => number> {
  const name = queryKey.join(' ');
  const queryFn = async () => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    await new Promise<void>((resolve) => void setTimeout(resolve, ms));
    return answer;
  };
  stops.push(new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(ms);
  return () => (counts.get(name) ?? 0) - 1;
}

const showCase = async (id: string, patientId: string) =>
  show(['records', 'details', id], 0, { record: { patient: { id: patientId } } });

test('the case that is named is fetched at once, another not at all, and lists within two seconds', async () => {
  const [shown, other, list, people] = [
    await showCase(CASE, OWNER),
    await showCase(OTHER, OWNER),
    await show(['records', 'list']),
    await show(['people', 'list']),
  ];
  refreshChanged(client)([CASE]);
  await vi.advanceTimersByTimeAsync(0);
  expect([shown(), other(), list()]).toEqual([1, 0, 0]);
  await vi.advanceTimersByTimeAsync(2000);
  expect([shown(), other(), list(), people()]).toEqual([1, 0, 1, 0]);
});

test('a change of the patient alone refetches the open case of that patient', async () => {
  const PATIENT = '018f0000-0000-7000-8000-000000000003';
  const [shown, other] = [await showCase(CASE, PATIENT), await showCase(OTHER, CASE)];
  refreshChanged(client)([PATIENT]);
  await vi.advanceTimersByTimeAsync(0);
  expect([shown(), other()]).toEqual([1, 0]);
});

test('a ward full of changes refetches a list every ten seconds, and the last change is not lost', async () => {
  const list = await show(['records', 'list']);
  const refresh = refreshChanged(client, { random: () => 0 });
  for (let second = 0; second < 60; second += 1) {
    refresh([OTHER]);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(list()).toBeLessThanOrEqual(7);
  const before = list();
  refresh([OTHER]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(list()).toBeGreaterThan(before);
});

test('on a slow network refetches of a case do not cut each other short, and the last one follows the last change', async () => {
  const shown = await show(['records', 'details', CASE], 3000, OF_OWNER);
  const refresh = refreshChanged(client, { random: () => 0 });
  for (let nth = 0; nth < 5; nth += 1) {
    refresh([CASE]);
    await vi.advanceTimersByTimeAsync(500);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown()).toBe(2);
});

test('when anything may have changed, all that is shown is fetched once, at a random moment', async () => {
  const [shown, list] = [await show(['referrals', 'one', CASE]), await show(['patients', 'list'])];
  const refresh = refreshChanged(client, { random: () => 1 });
  refresh(null);
  await vi.advanceTimersByTimeAsync(9000);
  expect([shown(), list()]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([shown(), list()]).toEqual([1, 1]);
});

test('a hidden page fetches nothing, and what has changed meanwhile once it is shown', async () => {
  const [shown, other] = [await show(['records', 'details', CASE]), await show(['records', 'details', OTHER])];
  const refresh = refreshChanged(client, { random: () => 0 });
  focusManager.setFocused(false);
  for (let nth = 0; nth < 5; nth += 1) {
    refresh([CASE]);
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(shown()).toBe(0);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([shown(), other()]).toEqual([1, 0]);
});
