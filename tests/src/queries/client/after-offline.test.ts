import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { askAnewAfterOffline } from '#src/queries/client/after-offline.ts';
import { createQueryClient, PERSISTED } from '#src/queries/client/query-client.ts';

afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

const isInvalid = (client: ReturnType<typeof createQueryClient>, key: string) => client.getQueryState([key])?.isInvalidated;

test('what was answered while the server was not reached is stale once it is reached again, and nothing else', async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  const stop = askAnewAfterOffline(client);
  const answer = (key: string) => client.fetchQuery({ queryKey: [key], queryFn: () => key, networkMode: 'always' });
  await answer('of the server');
  vi.advanceTimersByTime(120_000);
  onlineManager.setOnline(false);
  await answer('of this tablet');
  await client.fetchQuery({ queryKey: ['reference'], queryFn: () => 'reference', ...PERSISTED });
  expect(isInvalid(client, 'of this tablet')).toBe(false);
  onlineManager.setOnline(true);
  expect(['of the server', 'of this tablet', 'reference'].map((key) => isInvalid(client, key))).toEqual([false, true, false]);
  stop();
  onlineManager.setOnline(false);
  await answer('later');
  onlineManager.setOnline(true);
  expect(isInvalid(client, 'later')).toBe(false);
});
