import 'fake-indexeddb/auto';
import { Unreachable } from '#contract/engine/call.ts';
import { currentQueueStatus } from '#src/device/queue-status.ts';
import { setLastPing } from '#src/device/last-ping.ts';
import { COPY_DELAY } from '#src/offline/server-or-local.ts';
import { setOfflineSession } from '#src/offline/session.ts';
import { invalidateAfterSync } from '#src/queries/client/invalidate-after-sync.ts';
import { writeOrQueue } from '#src/offline/write.ts';
import {
  findDuplicates,
  findServerDuplicates,
  patientListOptions,
  patientOptions,
  patientSearchOptions,
  type PatientListFilter,
} from '#src/queries/patients.ts';
import { dropCache } from '#store/session/cache.ts';
import { cardOf } from '#store/entities/search-pages.ts';
import { aPatient } from '#tests/support/forms/builders.ts';
import { soon } from '#tests/support/checks/soon.ts';
import { onlineManager, QueryClient, QueryObserver, type QueryKey, type QueryObserverOptions } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { demoPatient } from '../../store/demo-entities.ts';
import { untilSent, tabletForTests } from '#tests/src/offline/tablet.ts';

const { staff, tablet } = tabletForTests();
let client: QueryClient;

beforeEach(async () => {
  onlineManager.setOnline(true);
  await tablet.offline.store.db.ops.clear();
  await tablet.offline.store.db.patients.clear();
  tablet.hold();
  await tablet.offline.pull();
  client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
});

const details = (id: string) => client.fetchQuery(patientOptions(id));
const list = (filter: Partial<PatientListFilter> = {}) =>
  client.fetchQuery(patientListOptions({ page: 1, search: '', status: 'ALL', ...filter }));
const newId = () => tablet.offline.store.env.newId();

async function keptOffline(change: Parameters<typeof aPatient>[0] = {}): Promise<string> {
  tablet.sendNothing();
  tablet.goOffline();
  const id = newId();
  await writeOrQueue({ call: 'patientCreate', input: { ...aPatient(change), id } });
  await tablet.offline.local.patients.refreshCard(id);
  return id;
}

/** A patient of the server, with another last name on this tablet; the network is back. @returns the server's copy */
async function renamedOffline() {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const { id, lastName } = patient;
  await details(id);
  tablet.sendNothing();
  tablet.goOffline();
  await writeOrQueue({ call: 'patientUpdate', input: { id, lastName: 'Demo-Renamed' }, expected: { lastName } });
  tablet.wire.state = 'whole';
  return patient;
}

test('without a network the list is what this tablet was told, a page at a time, and says when it knew', async () => {
  const online = await list();
  for (let page = 2; page <= online.pages; page += 1) await list({ page });
  tablet.goOffline();
  const offline = await list();
  expect(online.servedFromCache).toBeNull();
  expect(offline.servedFromCache?.at).toEqual(expect.any(Number));
  expect(offline).toMatchObject({ page: 1, limit: 10, total: online.total, pages: online.pages });
  const last = await list({ page: online.pages });
  expect(last.records).toHaveLength(online.total - 10 * (online.pages - 1));
});

test('a patient made without a network is found by list and search, marked as waiting, and on top once it is back', async () => {
  const id = await keptOffline({ lastName: 'Zz-Demo-Onlyhere' });
  expect((await list({ search: 'onlyhere' })).records).toMatchObject([{ id, isUnsent: true, recordID: null }]);
  expect(await client.fetchQuery(patientSearchOptions('onlyhere'))).toMatchObject([{ id, isUnsent: true }]);
  tablet.wire.state = 'whole';
  const { records, servedFromCache } = await list();
  expect(servedFromCache).toBeNull();
  expect(records[0]).toMatchObject({ id, isUnsent: true });
  expect((await list({ status: 'DECEASED' })).records.map((each) => each.id)).not.toContain(id);
  tablet.goOnline();
  await untilSent(tablet);
  expect((await list({ search: 'onlyhere' })).records).toMatchObject([{ id, isUnsent: false, recordID: expect.any(String) }]);
  tablet.goOffline();
  expect((await list({ search: 'onlyhere' })).records).toMatchObject([{ id, isUnsent: false, recordID: expect.any(String) }]);
});

test('a search without a way to the server shows at once what this tablet remembers, and asks first where there is one', async () => {
  const { data } = await staff.call('patientCreate', aPatient({ lastName: 'Demo-Remembered' }));
  const search = { page: 1, search: 'remembered', status: 'ALL' } as const;
  await tablet.offline.pull();
  tablet.goOffline();
  const shown = () => new QueryObserver(client, { ...patientListOptions(search), enabled: false }).getCurrentResult();
  expect(shown().data).toBeUndefined();
  onlineManager.setOnline(false);
  const found = { total: 1, servedFromCache: { at: null }, records: [{ id: data.patient.id, isUnsent: false }] };
  expect(shown()).toMatchObject({ isPlaceholderData: true, data: found });
});

test('while the server fails, this tablet shows its copies, says why, and never an empty list that nobody knows to be empty', async () => {
  const { id } = (await staff.call('patientCreate', aPatient({ lastName: 'Demo-Copied' }))).data.patient;
  await details(id);
  tablet.wire.state = 'failing';
  const copy = { servedFromCache: { at: expect.any(Number), isServerFailing: true } };
  expect(await details(id)).toMatchObject({ patient: { id }, ...copy });
  expect(await list({ search: 'Demo-Copied' })).toMatchObject({ records: [{ id }], ...copy });
  await expect(details(newId())).rejects.toMatchObject({ status: 503 });
  const { store, cards } = tablet.offline;
  for (const card of cards.search('', Number.POSITIVE_INFINITY)) cards.remove(card.id);
  await dropCache(store.db);
  await expect(list()).rejects.toMatchObject({ status: 503 });
});

/** A watched query; `at` waits for what it shows. */
function watch<T, K extends QueryKey>(options: QueryObserverOptions<T, Error, T, T, K>) {
  const observer = new QueryObserver(client, options);
  const stop = observer.subscribe(() => {});
  return { at: (what: object) => soon(() => expect(observer.getCurrentResult()).toMatchObject(what)), stop };
}

test('on a network that never answers the copy is shown while the answer is awaited, and the answer replaces it', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  await details(patient.id);
  await staff.call('patientUpdate', { id: patient.id, version: patient.version, lastName: 'Demo-Newer' });
  tablet.wire.state = 'stuck';
  client.clear();
  const shown = watch(patientOptions(patient.id));
  await shown.at({
    isFetching: true,
    data: { patient: { lastName: patient.lastName }, servedFromCache: { at: expect.any(Number) } },
  });
  tablet.wire.state = 'whole';
  await shown.at({ isFetching: false, data: { patient: { lastName: 'Demo-Newer' }, servedFromCache: null } });
  shown.stop();
});

test('while the server takes no call of this build, this tablet shows its copies', async () => {
  const { id } = (await staff.call('patientCreate', aPatient({ lastName: 'Demo-Tooold' }))).data.patient;
  await details(id);
  const reach = fetch;
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const { headers } = await reach(...given);
    return Response.json({ message: 'Too old', error: 'TOO_OLD' }, { status: 426, headers });
  });
  try {
    const copy = { servedFromCache: { at: expect.any(Number) } };
    expect(await details(id)).toMatchObject({ patient: { id }, ...copy });
    expect(await list({ search: 'Demo-Tooold' })).toMatchObject({ records: [{ id }], ...copy });
  } finally {
    vi.stubGlobal('fetch', reach);
  }
});

test('a record that needs a reason is taken off the screen again: no copy of this tablet stays without one', async () => {
  const { id } = (await staff.call('patientCreate', aPatient({ lastName: 'Demo-Reason' }))).data.patient;
  await details(id);
  client.clear();
  const reach = fetch;
  let refuse: (() => void) | undefined;
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const { headers } = await reach(...given);
    // Slower than the wait for a copy.
    await new Promise<void>((resolve) => void (refuse = resolve));
    return Response.json({ message: 'No', error: 'REASON_NEEDED', data: { patientID: id } }, { status: 403, headers });
  });
  const shown = watch(patientOptions(id));
  try {
    await shown.at({ isFetching: true, data: { patient: { id } } });
    refuse?.();
    await shown.at({ isFetching: false, isError: true, error: { code: 'REASON_NEEDED' }, data: undefined });
  } finally {
    shown.stop();
    vi.stubGlobal('fetch', reach);
  }
});

test('once a ping found nothing, no screen waits anew: what runs ends, and the next copies are shown at once', async () => {
  const { id } = (await staff.call('patientCreate', aPatient({ lastName: 'Demo-Waited' }))).data.patient;
  await details(id);
  tablet.wire.state = 'stuck';
  client.clear();
  try {
    const first = watch(patientOptions(id));
    await first.at({ isFetching: true });
    setLastPing('silent');
    await first.at({ isFetching: false, data: { servedFromCache: { at: expect.any(Number) } } });
    const startedAt = Date.now();
    const next = watch(patientListOptions({ page: 1, search: 'waited', status: 'ALL' }));
    await next.at({ isFetching: true, data: { records: [{ id }] } });
    expect(Date.now() - startedAt).toBeLessThan(COPY_DELAY);
    first.stop();
    next.stop();
  } finally {
    setLastPing('here');
  }
});

test('an edit that was opened from a copy does not overwrite what the server has by then', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient({ phoneNumber: '01632 960001' }))).data;
  const { id, version } = patient;
  const { patient: copy } = await details(id);
  await staff.call('patientUpdate', { id, version, phoneNumber: '01632 960002' });
  tablet.wire.state = 'stuck';
  client.clear();
  const shown = watch(patientOptions(id));
  await shown.at({ isFetching: true, data: { patient: { phoneNumber: copy.phoneNumber } } });
  tablet.wire.state = 'whole';
  await shown.at({ isFetching: false });
  shown.stop();
  const edit = { phoneNumber: '01632 960003' };
  const expected = { phoneNumber: copy.phoneNumber };
  const saving = writeOrQueue({ call: 'patientUpdate', input: { id, ...edit }, version: copy.version, expected });
  await expect(saving).rejects.toMatchObject({ code: 'VERSION_CONFLICT', data: { current: { phoneNumber: '01632 960002' } } });
});

test('what is saved while the server asks to wait is stored at once, and goes when it said', async () => {
  tablet.wire.state = 'failing';
  const { kind } = await writeOrQueue({ call: 'patientCreate', input: { ...aPatient(), id: newId() } });
  expect(kind).toBe('queued');
  await soon(() => expect(currentQueueStatus().sync).toMatchObject({ kind: 'wait', until: expect.any(Number) }));
  await tablet.offline.store.db.kv.delete('pausedUntil');
  tablet.goOnline();
  await untilSent(tablet);
});

test('a patient that was opened once can be opened again without a network', async () => {
  const { data } = await staff.call('patientCreate', { ...aPatient(), phoneNumber: '01632 960003' });
  const { id } = data.patient;
  expect(await details(id)).toMatchObject({ isUnsent: false, servedFromCache: null });
  tablet.goOffline();
  const again = await details(id);
  expect(again).toMatchObject({ patient: data.patient, isUnsent: false });
  expect(again.servedFromCache).not.toBeNull();
});

test('a patient that the server does not have yet is shown from this tablet, and one that nobody has is not found', async () => {
  const id = await keptOffline();
  tablet.wire.state = 'whole';
  expect(await details(id)).toMatchObject({ patient: { id, recordID: null }, isUnsent: true });
  await expect(details(newId())).rejects.toMatchObject({ status: 404 });
  tablet.wire.state = 'cut';
  await expect(details(newId())).rejects.toMatchObject({ name: 'Unreachable' });
});

test('a patient that the server is given between its answer and the look on this tablet is found', async () => {
  const id = await keptOffline();
  tablet.wire.state = 'whole';
  const reach = fetch;
  let answers = 0;
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const answer = await reach(...given);
    answers += 1;
    if (answers > 1) return answer;
    expect(answer.status).toBe(404);
    tablet.goOnline();
    await untilSent(tablet);
    return answer;
  });
  await expect(details(id).finally(() => vi.stubGlobal('fetch', reach))).resolves.toMatchObject({
    patient: { id, recordID: expect.any(String) },
    isUnsent: false,
  });
});

test('a patient who was not found before the work kept here was open is shown once it is', async () => {
  const id = await keptOffline();
  tablet.wire.state = 'whole';
  setOfflineSession(null);
  const stop = invalidateAfterSync(client);
  const observer = new QueryObserver(client, { ...patientOptions(id), retry: false });
  const unsubscribe = observer.subscribe(() => {});
  await soon(() => expect(observer.getCurrentResult().error).toMatchObject({ status: 404 }));
  setOfflineSession(tablet.offline);
  await soon(() => expect(observer.getCurrentResult().data).toMatchObject({ patient: { id }, isUnsent: true }));
  unsubscribe();
  stop();
});

test('what the server alone has told before the work kept here was open gets that work on top once it is', async () => {
  const { id } = await renamedOffline();
  setOfflineSession(null);
  const stop = invalidateAfterSync(client);
  const observer = new QueryObserver(client, { ...patientOptions(id), staleTime: 0 });
  const unsubscribe = observer.subscribe(() => {});
  await soon(() => expect(observer.getCurrentResult().data).toMatchObject({ isUnsent: false }));
  setOfflineSession(tablet.offline);
  await soon(() =>
    expect(observer.getCurrentResult().data).toMatchObject({ patient: { lastName: 'Demo-Renamed' }, isUnsent: true }),
  );
  unsubscribe();
  stop();
});

test('what waits to be sent lies on top of what the server tells', async () => {
  const { id, lastName } = await renamedOffline();
  expect(await details(id)).toMatchObject({ patient: { lastName: 'Demo-Renamed' }, isUnsent: true, servedFromCache: null });
  expect(await details(id)).toMatchObject({ isBlocked: false });
  await tablet.offline.store.db.ops.toCollection().modify({ state: 'review' });
  expect(await details(id)).toMatchObject({ isUnsent: true, isBlocked: true });
  const row = (await list({ search: lastName })).records.find((each) => each.id === id);
  expect(row).toMatchObject({ lastName: 'Demo-Renamed', isUnsent: true });
});

test('doubles that need the server are never those of this tablet alone, and with it those that are not sent are among them', async () => {
  const id = await keptOffline({ lastName: 'Zz-Demo-Unsent', dateOfBirth: '1931-07-08' });
  const entered = { id: newId(), lastName: 'Zz-Demo-Unsent', dateOfBirth: '1931-07-08', nhsNumber: null, hospitalNumber: null };
  const idsOf = (found: Awaited<ReturnType<typeof findServerDuplicates>>) => found.map(({ patient }) => patient.id);
  expect(idsOf(await findDuplicates(entered, new AbortController().signal))).toEqual([id]);
  await expect(findServerDuplicates(entered)).rejects.toThrow(Unreachable);
  tablet.wire.state = 'whole';
  expect(idsOf(await findServerDuplicates(entered))).toEqual([id]);
});

test('likely doubles are found on this tablet by the server’s own rule', async () => {
  const { cards } = tablet.offline;
  const put = (change: Partial<Parameters<typeof demoPatient>[0]>) => {
    const card = cardOf(demoPatient({ id: newId(), dateOfBirth: '1931-07-09', lastName: 'Demo-Other', ...change }));
    cards.put(card);
    return card;
  };
  const born = { lastName: 'Démo-Twin', dateOfBirth: '1931-07-08' };
  const nhs = put({ nhsNumber: '9990009999' });
  const hospital = put({ hospitalNumber: 'H 77' });
  const namesake = put(born);
  put({ ...born, lastName: 'Demo-Sister' });
  put({ ...born, status: 'MERGED' });
  const patient = put({ lastName: 'demo-twin', dateOfBirth: born.dateOfBirth, nhsNumber: '9990009999', hospitalNumber: 'H 77' });
  const found = (await tablet.offline.local.patients.duplicatesOf(patient)).map(
    ({ patient: { id }, reason }) => `${id} ${reason}`,
  );
  expect(found.toSorted()).toEqual(
    [`${nhs.id} NHS_NUMBER`, `${hospital.id} HOSPITAL_NUMBER`, `${namesake.id} NAME_AND_BIRTH`].toSorted(),
  );
});
