import 'fake-indexeddb/auto';
import { enqueue } from '#store/outbox/enqueue.ts';
import { saveProfile } from '#store/session/profile.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { NEEDS } from '#domain/cases/needs.ts';
import { readComingList } from '#store/views/listed.ts';
import { readNeeds } from '#store/views/needs.ts';
import { expect, test as base } from 'vitest';
import { demoProcedure, demoUser } from '#tests/store/demo-entities.ts';
import { listedCases, on, SIGNED, TODAY } from '#tests/store/listed-cases.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);
const mine = { _id: demoUser._id, name: 'Demo Clinician' };
const NOW = Date.parse('2026-08-06T12:00:00.000Z');
const recent = { clinician: mine, updatedAt: '2026-08-06T11:00:00.000Z' };

test.beforeEach(({ store }) => saveProfile(store, demoUser));

test('what waits for this person is there without a network, worst first, and colleagues’ cases are not', async ({ store }) => {
  const { fetchCase } = listedCases(store);
  await fetchCase({ consent: { ...recent, status: 'EXPIRED' }, lastName: 'Demo-Late' });
  await fetchCase({ consent: { ...recent, status: 'WITHDRAWN' }, lastName: 'Demo-No', listed: on(TODAY) });
  await fetchCase({ consent: { ...recent, status: 'DRAFT' }, lastName: 'Demo-Draft' });
  await fetchCase({
    consent: { ...recent, status: 'DECLINED', clinician: { _id: store.env.newId(), name: 'Somebody else' } },
    lastName: 'Demo-Theirs',
  });
  const { rows } = await readNeeds(store, NOW);
  expect(rows.map(({ need, patient, listedOn }) => [need, patient.lastName, listedOn])).toEqual([
    ['WITHDRAWN', 'Demo-No', TODAY],
    ['EXPIRED', 'Demo-Late', null],
  ]);
});

test('adults who disagree wait for this person, also once the one who said no has signed', async ({ store }) => {
  const { fetchCase } = listedCases(store);
  const disagreement = {
    outcome: 'NOT_SETTLED',
    note: '',
    courtOrder: null,
    recordedBy: 'Ben Demo',
    at: recent.updatedAt,
  } as const;
  await fetchCase({ consent: { ...recent, formType: 'FORM_2', status: 'PARTIALLY_SIGNED', disagreement } });
  await fetchCase({ consent: { ...recent, formType: 'FORM_2', status: 'PARTIALLY_SIGNED', disagreement: null } });
  expect((await readNeeds(store, NOW)).rows.map(({ need }) => need)).toEqual(['DISAGREEMENT']);
});

test('a link that wrong answers have locked waits for this person', async ({ store }) => {
  const { fetchCase } = listedCases(store);
  const link = {
    signing_order: 1,
    channel: 'EMAIL',
    mail: 'SENT',
    sentAt: recent.updatedAt,
    openedAt: recent.updatedAt,
    triesLeft: 0,
    endsAt: '2026-08-20T11:00:00.000Z',
    code: null,
  } as const;
  await fetchCase({ consent: { ...recent, status: 'SENT', links: [{ ...link, state: 'LOCKED' }] } });
  await fetchCase({ consent: { ...recent, status: 'SENT', links: [{ ...link, state: 'OPENED' }] } });
  expect((await readNeeds(store, NOW)).rows.map(({ need }) => need)).toEqual(['LINK_LOCKED']);
});

test('a wish to talk waits for this person, signed or not, and is named; one that waits for others as well is not counted twice', async ({
  store,
}) => {
  const { fetchCase } = listedCases(store);
  const wish = [{ id: 'a', title: 'Students', answer: 'DISCUSS' } as const];
  const missing = [{ id: 'blood', title: 'Blood', answer: null }];
  const patient = {
    recipient_name: 'Amber Demo-Rowan',
    recipient_email: null,
    action_type: 'SIGN',
    signing_order: 1,
    role: 'PATIENT',
    state: 'WAITING',
    method: null,
    signedAt: null,
  } as const;
  await fetchCase({ consent: { ...recent, ...SIGNED, additionalChoices: missing } });
  await fetchCase({ consent: { ...recent, status: 'SENT', recipients: [patient], additionalChoices: [...wish, ...missing] } });
  await fetchCase({ consent: { ...recent, status: 'SENT', recipients: [patient], additionalChoices: missing } });
  const talk = { userID: demoUser._id, name: 'Demo Clinician', at: '', day: TODAY, choiceIDs: ['blood'], outcome: 'Yes' };
  await fetchCase({ consent: { ...recent, ...SIGNED, additionalChoices: missing, talks: [talk] } });
  const marked = {
    additionalChoices: [{ id: 'pork', title: 'Pork?', answer: null }],
    choiceDetails: [{ id: 'pork', words: { ask: 'Pork?', NONE: 'PORK: NOT ASKED' }, isSafety: true }],
  };
  await fetchCase({ consent: { ...recent, ...SIGNED, ...marked } });
  const { rows, othersCount } = await readNeeds(store, NOW);
  expect(rows.map(({ need, points }) => [need, points]).toSorted()).toEqual([
    ['TALK', 'Not answered: Blood'],
    ['TALK', 'PORK: NOT ASKED'],
    ['TALK', 'Wants to talk about: Students'],
  ]);
  expect(othersCount).toBe(1);
});

test('a change that the server did not take leaves the list to the outbox, which shows it', async ({ store }) => {
  const { fetchCase } = listedCases(store);
  const { consentID } = await fetchCase({ consent: { ...recent, status: 'SIGNED', sealState: 'SEALED' } });
  await enqueue(store, { call: 'recordWithdraw', input: { consentID, reason: 'They say no' } });
  const inSight = (await readNeeds(store, NOW)).rows.map(({ need }) => need);
  await store.db.ops.toCollection().modify({ state: 'review' });
  expect([inSight, (await readNeeds(store, NOW)).rows]).toEqual([['WITHDRAWN'], []]);
});

test('a need stands exactly where the light of a case that is listed within a week is not green, once for each case', async ({
  store,
}) => {
  const { fetchCase } = listedCases(store);
  const dates = ['2026-08-05', TODAY, '2026-08-08', '2026-08-09', '2026-08-13', '2026-08-14', null];
  const states: readonly Partial<Consent>[] = [
    { ...SIGNED },
    { ...SIGNED, confirmState: 'DUE' },
    { ...SIGNED, confirmState: 'LAPSED' },
    { ...SIGNED, additionalChoices: [{ id: 'blood', title: 'Blood', answer: null }] },
    { status: 'DRAFT' },
    { status: 'SENT' },
    { status: 'WITHDRAWN' },
    { status: 'DECLINED' },
  ];
  const all = dates.flatMap((date) =>
    states.flatMap((state) => (['RED', 'AMBER', 'GREEN'] as const).map((light) => ({ date, state, light }))),
  );
  for (const { date, state, light } of all)
    await fetchCase({ consent: { ...recent, ...state }, light, listed: date === null ? null : on(date) });
  const coming = await readComingList(store, TODAY);
  expect(coming.hidden).toBe(0);
  const { rows, ready, hidden } = await readNeeds(store, NOW);
  const listed = rows.filter(({ reason }) => reason !== null);
  const needing = new Set(rows.map(({ recordID }) => recordID));
  expect(needing.size).toBe(rows.length);
  for (const { recordID, light, date } of coming.rows)
    if (light !== 'GREEN' && date <= '2026-08-13') expect(needing).toContain(recordID);
  const below = new Map(coming.rows.map((row) => [row.recordID, row]));
  for (const { recordID, need, reason } of listed) {
    const row = below.get(recordID)!;
    expect([row.reason, row.date <= '2026-08-13']).toEqual([reason, true]);
    expect(need).toBe(row.light === 'RED' ? 'STOP_LISTED' : row.date <= '2026-08-08' ? 'NOT_READY_SOON' : 'NOT_READY_LISTED');
  }
  expect(listed.length).toBeGreaterThan(30);
  expect({ ready, hidden }).toEqual({
    ready: {
      count: coming.rows.filter(({ light, date }) => light === 'GREEN' && date <= '2026-08-13').length,
      until: '2026-08-13',
    },
    hidden: 0,
  });
  expect(ready.count).toBeGreaterThan(0);
  expect(rows.map(({ need }) => NEEDS.indexOf(need))).toEqual(
    rows.map(({ need }) => NEEDS.indexOf(need)).toSorted((one, other) => one - other),
  );
});

test('a colleague’s case on this person’s list that is not ready waits for them too; one with a worse need stands once, and says so', async ({
  store,
}) => {
  const { fetchCase } = listedCases(store);
  const theirs = { clinician: { _id: store.env.newId(), name: 'Somebody else' } };
  await fetchCase({ consent: { ...recent, ...theirs, status: 'DRAFT' }, listed: on(TODAY), lastName: 'Demo-Theirs' });
  await fetchCase({ consent: { ...recent, status: 'WITHDRAWN' }, listed: on(TODAY), lastName: 'Demo-No' });
  const { rows } = await readNeeds(store, NOW);
  expect(rows.map(({ need, patient, more }) => [need, patient.lastName, more])).toEqual([
    ['WITHDRAWN', 'Demo-No', 1],
    ['STOP_LISTED', 'Demo-Theirs', 0],
  ]);
});

test('an organisation that looks further ahead is followed without a network, as the profile last said', async ({ store }) => {
  const { fetchCase } = listedCases(store);
  await fetchCase({ consent: { ...recent, status: 'SENT' }, listed: on('2026-08-16') });
  expect((await readNeeds(store, NOW)).rows).toEqual([]);
  await saveProfile(store, { ...demoUser, ahead: { urgentHours: 48, aheadDays: 10 } });
  const { rows, ready } = await readNeeds(store, NOW);
  expect([rows.map(({ listedOn }) => listedOn), ready.until]).toEqual([['2026-08-16'], '2026-08-16']);
});

test('a withdrawal, a question and a note of an earlier version wait, whatever newer version was begun', async ({ store }) => {
  const { fetchCase } = listedCases(store);
  const [begun, before] = ['2026-08-05T09:00:00.000Z', '2026-08-04T09:00:00.000Z'];
  const question = {
    id: store.env.newId(),
    askedBy: 'Amber Demo-Rowan',
    text: 'Does it hurt?',
    askedAt: begun,
    answer: null,
    answeredBy: null,
  };
  const side = [demoProcedure({ procedureID: store.env.newId(), procedureName: 'Cataract surgery', side: 'LEFT' })];
  const needsOf = async (earlier: Partial<Consent>, newer: Partial<Consent>) => {
    const ids = await fetchCase({ consent: { ...recent, versionNumber: 1, procedures: side, ...earlier } });
    const consent = { ...recent, versionNumber: 2, createdAt: begun, sentAt: null, ...newer };
    await fetchCase({ consent }, { ...ids, consentID: store.env.newId() });
    const [row] = (await readNeeds(store, NOW)).rows.filter(({ recordID }) => recordID === ids.recordID);
    return row && [row.need, row.more, row.procedures.map((each) => each.side).join()];
  };
  const withdrawn = { status: 'WITHDRAWN' } as const;
  expect(await needsOf(withdrawn, { status: 'DRAFT' })).toEqual(['WITHDRAWN', 0, 'LEFT']);
  expect(await needsOf({ ...withdrawn, updatedAt: before }, { status: 'DRAFT' })).toBeUndefined();
  // It was out before the withdrawal, and was made ready anew after it.
  expect(await needsOf(withdrawn, { status: 'SENT', sentAt: begun })).toEqual(['WITHDRAWN', 0, 'LEFT']);
  expect(await needsOf(withdrawn, { status: 'SENT', sentAt: '2026-08-06T11:30:00.000Z' })).toBeUndefined();
  expect(await needsOf({ ...SIGNED, questions: [question] }, { status: 'DRAFT' })).toEqual(['QUESTION', 0, 'LEFT']);
  expect(await needsOf({ status: 'SUPERSEDED', questions: [question] }, SIGNED)).toEqual(['QUESTION', 0, 'LEFT']);
});
