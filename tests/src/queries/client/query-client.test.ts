import { Unreachable } from '#contract/engine/call.ts';
import { createQueryClient, PERSISTED, persistOptions } from '#src/queries/client/query-client.ts';
import { patientOptions } from '#src/queries/patients.ts';
import { configOptions } from '#src/queries/reference.ts';
import { dehydrate, hydrate } from '@tanstack/react-query';
import { openStorage } from '#tests/src/storage.ts';
import { expect, test } from 'vitest';

test('of all that was asked, only the configuration outlives a reload', async () => {
  const client = createQueryClient();
  const queries = [configOptions(), patientOptions('0198abcd-ef01-7fff-bfff-ffffffffffff')];
  for (const { queryKey, meta } of queries)
    await client.fetchQuery({ queryKey, queryFn: () => 'DEMO-ROWAN', ...(meta === undefined ? {} : { meta }) });
  const kept = dehydrate(client, persistOptions(openStorage(), 'test').dehydrateOptions);
  expect(kept.queries.map(({ queryKey }) => queryKey)).toEqual([['config']]);
});

test('what is kept stays kept when a later look finds no server, and comes back at the next start', async () => {
  const storage = openStorage();
  const { persister, dehydrateOptions } = persistOptions(storage, 'test');
  const client = createQueryClient();
  const queryKey = ['config'];
  const kept = { queryKey, ...PERSISTED, retry: false, staleTime: 0 };
  await client.fetchQuery({ ...kept, queryFn: () => 'DEMO' });
  await expect(client.fetchQuery({ ...kept, queryFn: () => Promise.reject(new Unreachable()) })).rejects.toThrow(Unreachable);
  await persister.persistClient({ timestamp: Date.now(), buster: 'test', clientState: dehydrate(client, dehydrateOptions) });
  // The persister writes a moment later.
  await expect.poll(() => storage.getItem('assent.reference')).not.toBeNull();
  const restored = await persister.restoreClient();
  const next = createQueryClient();
  hydrate(next, restored?.clientState ?? {});
  expect(next.getQueryData(queryKey)).toBe('DEMO');
});

test('what somebody was about to save is never written to plain storage', () => {
  const client = createQueryClient();
  client.getMutationCache().build(client, { mutationKey: ['patient'] }, { ...PAUSED, variables: { lastName: 'DEMO-ROWAN' } });
  expect(dehydrate(client, persistOptions(openStorage(), 'test').dehydrateOptions).mutations).toEqual([]);
});

const PAUSED = {
  context: undefined,
  data: undefined,
  error: null,
  failureCount: 0,
  failureReason: null,
  isPaused: true,
  status: 'pending',
  submittedAt: 0,
} as const;
