import 'fake-indexeddb/auto';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { DAY } from '#domain/base/limits.ts';
import { localCaseWords } from '#domain/cases/state-words.ts';
import { LAPSE_AFTER_DAYS } from '#domain/cases/confirm-state.ts';
import { writeOrQueue } from '#src/offline/write.ts';
import { recordDetailsOptions } from '#src/queries/records.ts';
import { waitingRoles } from '#src/screens/cases/waiting-signers.ts';
import { adviceWords } from '#src/screens/outbox/refusal-words.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { saveProfile } from '#store/session/profile.ts';
import type { ConsentView } from '#store/views/consent.ts';
import { readComingList } from '#store/views/listed.ts';
import { signAll, signed } from '#tests/support/forms/builders.ts';
import { soon } from '#tests/support/checks/soon.ts';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { tabletForTests, untilSent } from './tablet.ts';
import { confirmationOf } from '#tests/support/forms/confirmation.ts';

// The real client and the real server in one process.
const { staff, tablet, app } = tabletForTests();
beforeEach(async () => {
  onlineManager.setOnline(true);
  tablet.hold();
  await tablet.offline.store.db.ops.clear();
  await saveProfile(tablet.offline.store, (await staff.call('userMe', {})).user);
});

const TODAY = '2026-08-06';
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
const caseOf = (recordID: string) => client().fetchQuery(recordDetailsOptions(recordID));
const newestOf = async (recordID: string) => (await caseOf(recordID)).consents[0]!;
const onServer = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data;
const wordsOf = (consent: ConsentView) =>
  localCaseWords({ ...consent, waitingFor: waitingRoles(consent) }, consent.local, 'Europe/London').words;
async function lightOf(recordID: string) {
  const { rows } = await readComingList(tablet.offline.store, TODAY);
  const row = rows.find((each) => each.recordID === recordID);
  return row === undefined ? undefined : [row.light, row.reason];
}

const confirmation = (consent: Consent) => confirmationOf(consent, { at: app.clock.now(), clockOffset: 0 });

async function colleague(): Promise<string> {
  const { records } = (await staff.call('userGetClinicians', {})).data;
  const { user } = await staff.call('userMe', {});
  return records.find(({ _id }) => _id !== user._id)!._id;
}

async function update(recordID: string, change: object): Promise<void> {
  const { version } = (await onServer(recordID)).record;
  await staff.call('recordUpdate', { recordID, version, ...change }, randomUUID());
}

/** A sealed form on today's list that is on the tablet, whose network is then cut. */
async function onTablet({ isDue = true } = {}): Promise<{ recordID: string; consentID: string }> {
  const { recordID, consentID } = await signed(app, staff);
  await app.doJobs();
  await update(recordID, { listed: { date: TODAY, theatre: null, listType: 'THEATRE' } });
  if (isDue) await update(recordID, { clinicianID: await colleague() });
  await tablet.offline.pull();
  tablet.goOffline();
  return { recordID, consentID };
}

async function confirmHere(recordID: string): Promise<void> {
  const { kind } = await writeOrQueue({ call: 'recordConfirm', input: confirmation(await newestOf(recordID)) });
  expect(kind).toBe('queued');
}

test('confirmed without a network it is amber and waits, and is confirmed once the server has it', async () => {
  const { recordID } = await onTablet();
  expect(await lightOf(recordID)).toEqual(['AMBER', 'The clinician has changed since it was signed: confirm on the day']);
  await confirmHere(recordID);
  const here = await caseOf(recordID);
  expect(here.consents[0]).toMatchObject({ status: 'SIGNED', confirmState: 'DUE', local: { isUnsent: true } });
  expect(wordsOf(here.consents[0]!)).toMatch(/^Confirmed \d\d:\d\d, waiting to send$/);
  expect(here.timeline.at(-1)).toMatchObject({ type: 'CONFIRMED', hash: '', actor: { name: 'Demo Clinician' } });
  expect(await lightOf(recordID)).toEqual(['AMBER', 'Confirmed here, waiting to send']);
  expect((await onServer(recordID)).consents[0]!.confirmation).toBeNull();
  tablet.goOnline();
  await untilSent(tablet);
  expect((await onServer(recordID)).consents[0]).toMatchObject({
    confirmState: 'CONFIRMED',
    confirmation: { name: 'Demo Clinician' },
  });
  await tablet.offline.pull();
  expect(wordsOf(await newestOf(recordID))).toBe('Signed and sealed');
  expect(await lightOf(recordID)).toEqual(['GREEN', expect.stringMatching(/^Signed, sealed, confirmed today \d\d:\d\d$/)]);
});

test('what is new on the day is recorded without a network: it waits, confirms nothing, and is told once the server has it', async () => {
  const { recordID, consentID } = await onTablet();
  await confirmHere(recordID);
  const answers = { sideRight: true, somethingNew: true, questions: false, stillWanted: true };
  const capturedAt = new Date(app.clock.now() + 1000).toISOString();
  const input = { consentID, answers, note: 'A new tablet', capturedAt, clockOffset: 0 };
  const { kind } = await writeOrQueue({ call: 'recordNotConfirmed', input });
  expect(kind).toBe('queued');
  const here = await caseOf(recordID);
  expect(here.timeline.at(-1)).toMatchObject({ type: 'NOT_CONFIRMED', hash: '', detail: { reason: 'Something is new.' } });
  expect(here.consents[0]?.local?.confirmedAt).toBeUndefined();
  expect((await lightOf(recordID))?.[0]).toBe('AMBER');
  expect(await app.database.db.selectFrom('notifications').select('id').where('kind', '=', 'NOT_CONFIRMED').execute()).toEqual(
    [],
  );
  app.clock.advance(2000);
  tablet.goOnline();
  await untilSent(tablet);
  const { consents, timeline } = await onServer(recordID);
  expect([consents[0]?.confirmState, consents[0]?.confirmation]).toEqual(['DUE', null]);
  expect(timeline.some(({ type, detail }) => type === 'NOT_CONFIRMED' && detail['note'] === 'A new tablet')).toBe(true);
  const rows = await app.database.db.selectFrom('notifications').select('id').where('kind', '=', 'NOT_CONFIRMED').execute();
  expect(rows.length).toBeGreaterThan(0);
});

test('a consent that need not be confirmed is no better for a confirmation that waits', async () => {
  const { recordID } = await onTablet({ isDue: false });
  expect(await lightOf(recordID)).toEqual(['GREEN', 'Signed and sealed']);
  await confirmHere(recordID);
  expect(await lightOf(recordID)).toEqual(['AMBER', 'Confirmed here, waiting to send']);
});

test('another clinician named without a network makes the consent due at once, also on this tablet', async () => {
  const { recordID } = await onTablet({ isDue: false });
  const clinicianID = await colleague();
  await writeOrQueue({ call: 'recordUpdate', input: { recordID, clinicianID } });
  const { record, consents } = await caseOf(recordID);
  expect([record.operator?._id, record.isListingUnsent, consents[0]?.confirmState]).toEqual([clinicianID, true, 'DUE']);
  expect((await lightOf(recordID))?.[0]).toBe('AMBER');
  expect(record.listed?.date).toBe(TODAY);
  tablet.goOnline();
  await untilSent(tablet);
  const { record: told, consents: versions } = await onServer(recordID);
  expect([told.operator?._id, told.listed?.date, versions[0]?.confirmState]).toEqual([clinicianID, TODAY, 'DUE']);
});

const ENDS: Readonly<Record<string, (ids: { recordID: string; consentID: string }) => Promise<unknown>>> = {
  WITHDRAWN: ({ consentID }) => staff.call('recordWithdraw', { consentID, reason: 'They say no' }, randomUUID()),
  VOIDED: ({ consentID }) => staff.call('recordVoid', { consentID, reason: 'Another side' }, randomUUID()),
  SUPERSEDED: async ({ recordID }) => {
    const { data } = await staff.call('recordReopen', { id: recordID, reason: 'Another wording' }, randomUUID());
    const clinicianStatement = { discussed: true, capacity: true };
    const content = { consentID: data.consentID, version: data.version, clinicianStatement };
    const { version } = await staff.call('consentUpdate', content, randomUUID());
    const sent = await staff.call('consentSend', { consentID: data.consentID, version, channel: 'DEVICE' }, randomUUID());
    await signAll(app, staff, sent.data);
  },
  LAPSED: ({ consentID }) =>
    app.database.db
      .updateTable('consents')
      .set({ signed_at: new Date(app.clock.now() - (LAPSE_AFTER_DAYS + 1) * DAY).toISOString() })
      .where('id', '=', consentID)
      .execute(),
};

for (const [end, bringAbout] of Object.entries(ENDS))
  test(`a confirmation of a consent that is ${end} meanwhile is refused and waits for a person, in words`, async () => {
    const ids = await onTablet();
    await confirmHere(ids.recordID);
    await bringAbout(ids);
    tablet.goOnline();
    const { opId, error } = await soon(async () => {
      const found = (await outboxItems(tablet.offline.store.db)).find(({ state }) => state === 'review');
      if (found === undefined) throw new Error('Nothing is in review');
      return found;
    });
    expect(error?.code).toBe('MOVE_REFUSED');
    const op = (await tablet.offline.store.db.ops.where('opId').equals(opId).first())!;
    expect(adviceWords({ op, refusal: null, signedBehind: [], input: {} })).toContain('This consent is not confirmed.');
    const version = (await caseOf(ids.recordID)).consents.find(({ consentID }) => consentID === ids.consentID)!;
    expect([wordsOf(version), version.local?.confirmedAt]).toEqual(['Needs you', undefined]);
    expect((await onServer(ids.recordID)).timeline.some(({ type }) => type === 'CONFIRMED')).toBe(false);
    expect((await lightOf(ids.recordID))?.[0]).not.toBe('GREEN');
  });
