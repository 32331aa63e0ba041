import 'fake-indexeddb/auto';
import type { ListedCase } from '#contract/sync.ts';
import { overlayCase } from '#store/case-view.ts';
import { readCase } from '#store/cases.ts';
import { fetchChanges } from '#store/changes.ts';
import { commit } from '#store/commit.ts';
import { comingList } from '#store/listed.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { keepProfile } from '#store/profile.ts';
import { settle } from '#store/replay/settle.ts';
import { openEntity } from '#store/kept.ts';
import type { Store } from '#store/store.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoConsent, demoPatient, demoUser } from './demo-entities.ts';
import { everythingIn, openDemoStore, openWorld } from './world.ts';

const TODAY = '2026-08-06';
let store: Store;
let cursor = 0;
beforeEach(async () => {
  store = await openDemoStore(openWorld());
  await keepProfile(store, demoUser);
});
afterEach(() => store.db.close());

const on = (date: string, theatre: string | null = '2') => ({ date, theatre, listType: 'THEATRE' as const });

/** One case of this person as the server tells it; without `listed` it is on no list. */
async function fetched(listed: Partial<ListedCase> | null = null, version = 1, known?: { consentID: string; recordID: string }) {
  const ids = known ?? { consentID: store.means.newId(), recordID: store.means.newId() };
  const patientID = ids.recordID.replace(/^..../, '0000');
  const patient = demoPatient({ id: patientID });
  const data = demoConsent({ ...ids, patientID, version });
  const whole: ListedCase | null =
    listed === null
      ? null
      : {
          recordID: ids.recordID,
          patientID,
          consentID: ids.consentID,
          procedure: 'Demo procedure, RIGHT eye',
          side: 'RIGHT',
          ...on(TODAY),
          light: 'RED',
          reason: 'No consent yet',
          ...listed,
        };
  const changes = [
    { entity: 'patient', id: patientID, version: 1, data: patient },
    { entity: 'consent', id: ids.consentID, version, data },
    { entity: 'listed', id: ids.recordID, version, data: whole },
  ] as const;
  cursor += 1;
  const answer = { message: '', changes: [...changes], cursor: String(cursor), more: false, dataEpoch: 'one' };
  await fetchChanges(store, async () => answer);
  return ids;
}
const list = (ids: { consentID: string; recordID: string }, listed: ReturnType<typeof on> | null) =>
  commit(store, { call: 'recordUpdate', input: { ...ids, listed } });
const rows = async () => (await comingList(store, TODAY)).map(({ recordID, date }) => [recordID, date]);

test('the list is there without a network: the next one first, nothing of yesterday, and no word of it in clear', async () => {
  const later = await fetched({ ...on('2026-08-20') });
  const today = await fetched({ light: 'GREEN', reason: 'Signed and sealed' });
  await fetched({ ...on('2026-08-05') });
  expect(await rows()).toEqual([
    [today.recordID, TODAY],
    [later.recordID, '2026-08-20'],
  ]);
  expect((await comingList(store, TODAY))[0]).toMatchObject({
    light: 'GREEN',
    theatre: '2',
    patient: { lastName: 'Demo-Rowan' },
    isUnsent: false,
  });
  expect(await everythingIn(store.db.name)).not.toContain('THEATRE');
});

test('what is listed here stands on the list and in the case at once, and says that it waits', async () => {
  const ids = await fetched();
  expect((await readCase(store, ids.recordID))?.record.listed).toBeNull();
  await list(ids, on('2026-08-07', null));
  expect(await comingList(store, TODAY)).toMatchObject([{ recordID: ids.recordID, light: 'RED', isUnsent: true }]);
  const here = await readCase(store, ids.recordID);
  expect(here).toMatchObject({ record: { listed: on('2026-08-07', null) }, consents: [{ here: { isUnsent: true } }] });
  expect(here?.timeline.map(({ type }) => type)).toEqual(['LISTED']);
  const told = { ...here!, record: { ...here!.record, listed: null } };
  expect(overlayCase(told, here).record.listed).toEqual(on('2026-08-07', null));
});

test('what is taken off here is on the list no more, whatever the server last told', async () => {
  const ids = await fetched({});
  await list(ids, null);
  expect(await rows()).toEqual([]);
  expect((await readCase(store, ids.recordID))?.record.listed).toBeNull();
});

test('saying it twice before anybody has sent it travels as one', async () => {
  const ids = await fetched();
  await list(ids, on('2026-08-07'));
  await list(ids, on('2026-08-08'));
  expect((await outboxItems(store.db)).map(({ call }) => call)).toEqual(['recordUpdate']);
  expect(await rows()).toEqual([[ids.recordID, '2026-08-08']]);
});

test('after the server’s answer it stays until the server tells the case anew, and then the server’s word holds', async () => {
  const ids = await fetched();
  const row = (await store.db.consents.get(ids.consentID))!;
  const before = await openEntity(store.vault, 'consents', row);
  const input = { ...ids, listed: on('2026-08-07') };
  const answer = { message: 'Listed for surgery', version: 2, data: {} };
  expect(settle('recordUpdate', { answer, input, before })).toEqual({
    version: 2,
    copy: { ...before, server: { ...before.server, version: 2 }, listed: on('2026-08-07') },
  });
  await fetched({ ...on('2026-08-09') }, 3, ids);
  expect(await rows()).toEqual([[ids.recordID, '2026-08-09']]);
  await fetched(null, 4, ids);
  expect(await rows()).toEqual([]);
});

test('of a colleague’s case it is not known here whether it is listed', async () => {
  await keepProfile(store, { ...demoUser, _id: store.means.newId() });
  const { recordID } = await fetched();
  expect((await readCase(store, recordID))?.record.listed).toBeUndefined();
});
