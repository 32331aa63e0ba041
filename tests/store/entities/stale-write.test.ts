import 'fake-indexeddb/auto';
import { readConsentView } from '#store/views/cases.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { StaleWrite } from '#store/entities/stale-write.ts';
import { saveProfile } from '#store/session/profile.ts';
import { expect, test as base } from 'vitest';
import { withoutLibraryText } from '#store/entities/consent-content.ts';
import { demoProcedure, demoUser } from '#tests/store/demo-entities.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { listedCases, on } from '#tests/store/listed-cases.ts';
import { fetchConsent } from '#tests/store/fetched-consent.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

const procedure = demoProcedure({ procedureID: '0190f3a0-0000-7000-8000-0000000000b1', libraryVersion: 2 });

test.beforeEach(({ store }) => saveProfile(store, demoUser));

test('a procedure that another tab has changed is not written over; the same one in the call’s own shape is no change', async ({
  store,
}) => {
  const { consentID } = await fetchConsent(store, { procedures: [procedure] });
  const known = withoutLibraryText(procedure);
  const save = (side: 'LEFT' | 'RIGHT') =>
    enqueue(store, {
      call: 'consentUpdate',
      input: { consentID, procedures: [{ ...known, anaesthetic: [], side }] },
      expected: { procedures: [known] },
    });
  await save('LEFT');
  await expect(save('RIGHT')).rejects.toBeInstanceOf(StaleWrite);
  expect((await readConsentView(store, consentID))?.procedures[0]?.side).toBe('LEFT');
});

test('a place that was changed since it was seen is not written over', async ({ store }) => {
  const { fetchCase, readDates } = listedCases(store);
  const ids = await fetchCase({ listed: on('2026-08-09') });
  const change = { call: 'recordUpdate', input: { recordID: ids.recordID, listed: on('2026-08-10') } } as const;
  await expect(enqueue(store, { ...change, expected: { listed: on('2026-08-08') } })).rejects.toBeInstanceOf(StaleWrite);
  expect(await outboxItems(store.db)).toEqual([]);
  await enqueue(store, { ...change, expected: { listed: on('2026-08-09') } });
  expect(await readDates()).toEqual([[ids.recordID, '2026-08-10']]);
});
