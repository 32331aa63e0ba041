import 'fake-indexeddb/auto';
import { DAY } from '#domain/base/limits.ts';
import { overlayCase } from '#store/views/case.ts';
import { readCase } from '#store/views/cases.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { readComingList } from '#store/views/listed.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { saveProfile } from '#store/session/profile.ts';
import { STARTER_CHOICES } from '#domain/consents/consent.ts';
import { EMPTY_PARENT } from '#domain/family/parent.ts';
import { shownPatientOf } from '#domain/patients/shown-patient.ts';
import { expect, test as base } from 'vitest';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { aChild } from '#tests/support/forms/form-2.ts';
import { demoConsent, demoPatient, demoProcedure, demoUser } from '#tests/store/demo-entities.ts';
import { everythingIn } from '#tests/store/world.ts';
import { listedCases, on, SIGNED, TODAY } from '#tests/store/listed-cases.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);
const HALF_A_YEAR = 183 * DAY;

const CHILD_DECLINED = {
  recipient_name: 'Amber Demo-Rowan',
  recipient_email: null,
  action_type: 'SIGN',
  signing_order: 2,
  role: 'CHILD',
  state: 'DECLINED',
  method: null,
  signedAt: null,
} as const;

test.beforeEach(({ store }) => saveProfile(store, demoUser));

test('the list is there without a network: the next one first, nothing of yesterday, and no word of it in clear', async ({
  store,
}) => {
  const { fetchCase, readRows, readDates } = listedCases(store);
  const later = await fetchCase({ listed: on('2026-08-20') });
  const second = await fetchCase({ listed: on(TODAY), lastName: 'Demo-Willow' });
  const first = await fetchCase({ listed: on(TODAY), lastName: 'Demo-Alder' });
  await fetchCase({ listed: on('2026-08-05') });
  await fetchCase({});
  expect(await readDates()).toEqual([
    [first.recordID, TODAY],
    [second.recordID, TODAY],
    [later.recordID, '2026-08-20'],
  ]);
  expect((await readRows())[0]).toMatchObject({
    theatre: '2',
    patient: { lastName: 'Demo-Alder' },
    isUnsent: false,
  });
  const onDisk = await everythingIn(store.db.name);
  for (const word of ['THEATRE', 'Demo-Alder']) expect(onDisk).not.toContain(word);
});

test.for([
  ['the server', { light: 'AMBER' as const, consent: SIGNED }, 'AMBER'],
  ['the tablet, whose form is withdrawn', { light: 'GREEN' as const, consent: { status: 'WITHDRAWN' as const } }, 'RED'],
  [
    'the tablet, whose form is not sealed',
    { light: 'GREEN' as const, consent: { ...SIGNED, sealState: 'SEALING' as const } },
    'AMBER',
  ],
  ['nobody', { light: 'GREEN' as const, consent: SIGNED }, 'GREEN'],
] as const)(
  'a light is the worse of what the server told and what the tablet sees: doubted by %s',
  async ([_, fields, light], { store }) => {
    const { fetchCase, readLights } = listedCases(store);
    await fetchCase({ listed: on(TODAY), ...fields });
    expect(await readLights()).toBe(light);
  },
);

test.for([
  ['PARENT', '2010-08-07', 0, 'GREEN', 'GREEN, as told'],
  ['PARENT', '2010-08-07', 1, 'AMBER', 'Now 16: the young person is asked'],
  ['PARENT', '2010-08-06', 0, 'AMBER', 'Now 16: the young person is asked'],
  ['PARENT', '2008-08-07', 0, 'GREEN', 'GREEN, as told'],
  ['PARENT', '2008-08-07', 1, 'RED', 'An adult now: a parent’s consent does not hold'],
  ['COURT', '2008-08-07', 1, 'AMBER', 'An adult now: does the order still hold?'],
  ['CHILD', '2010-08-07', 1, 'GREEN', 'GREEN, as told'],
] as const)(
  'a patient of a form by %s, born %s, grows older without a network: after %i days %s',
  async ([basis, dateOfBirth, days, light, reason], { store, world }) => {
    const { fetchCase, readRows } = listedCases(store);
    const form = { ...SIGNED, formType: 'FORM_2', basis, signedAt: '2026-07-30T09:00:00.000Z' } as const;
    await fetchCase({ listed: on(TODAY), light: 'GREEN', dateOfBirth, consent: form });
    world.clock.now += days * DAY;
    expect(await readRows()).toMatchObject([{ light, reason }]);
  },
);

const ADULT = { ...EMPTY_PARENT, id: '019af000-0000-7000-8000-0000000000c1', signs: false, answer: 'DISAGREES' } as const;
const OF_CHILD = { formType: 'FORM_2', basis: 'PARENT', signedAt: '2026-08-01T09:00:00.000Z' } as const;
const BLOOD = { id: 'blood', words: { ask: STARTER_CHOICES[0]!.title }, isSafety: true };

test.for([
  [{}, 'GREEN', 'GREEN, as told'],
  [{ interpreterNeeded: true, interpreterNoneReason: 'Nobody came' }, 'AMBER', 'Signed, but no interpreter is named'],
  [{ ...OF_CHILD, parents: [ADULT] }, 'RED', 'The adults do not agree with each other'],
  [{ ...OF_CHILD, child: aChild({ agreement: 'DISAGREES' }) }, 'AMBER', 'Signed, but the child said no'],
  [{ additionalChoices: [], safetyNotShown: [BLOOD] }, 'AMBER', 'Not asked: blood transfusion'],
] as const)(
  'each fact against a signed form is known without a network, whatever the server told: %j',
  async ([change, light, reason], { store }) => {
    const { fetchCase, readRows } = listedCases(store);
    const consent = { ...SIGNED, ...structuredClone(change) } as Partial<Consent>;
    await fetchCase({ listed: on(TODAY), light: 'GREEN', dateOfBirth: '2015-03-14', consent });
    expect(await readRows()).toMatchObject([{ light, reason }]);
  },
);

const HERNIA = '019af000-0000-7000-8000-0000000000b1';
const LEFT = [demoProcedure({ procedureID: HERNIA, side: 'LEFT' })];
const RIGHT = [demoProcedure({ procedureID: HERNIA, side: 'RIGHT' })];

test('two consents of one patient, operation and day are amber without a network, and each case says so', async ({ store }) => {
  const { fetchCase, listCase, readRows } = listedCases(store);
  const patientID = store.env.newId();
  const consent = { ...SIGNED, signedAt: '2026-08-01T09:00:00.000Z' };
  const left = await fetchCase({ listed: on(TODAY), light: 'GREEN', patientID, consent: { ...consent, procedures: LEFT } });
  const right = await fetchCase({
    listed: on('2026-08-09'),
    light: 'GREEN',
    patientID,
    consent: { ...consent, procedures: RIGHT },
  });
  const other = await fetchCase({
    listed: on(TODAY),
    light: 'GREEN',
    lastName: 'Demo-Else',
    consent: { ...consent, procedures: RIGHT },
  });
  const lightsOf = async () => new Map((await readRows()).map(({ recordID, light, reason }) => [recordID, `${light} ${reason}`]));
  expect([...(await lightsOf()).values()].every((each) => each.startsWith('GREEN'))).toBe(true);
  expect((await readCase(store, left.recordID))?.record.sameDay).toBeUndefined();
  // Listed on this tablet for the same day, which the server does not know yet.
  await listCase(right, on(TODAY));
  const words = 'Two consents today: LEFT and RIGHT. Check which is right';
  const lights = await lightsOf();
  expect(lights.get(left.recordID)).toBe(`AMBER ${words}`);
  expect(lights.get(right.recordID)).toMatch(new RegExp(`^AMBER ${words}`));
  expect(lights.get(other.recordID)).toMatch(/^GREEN/);
  for (const { recordID } of [left, right])
    expect((await readCase(store, recordID))?.record.sameDay?.map(({ consentID }) => consentID).toSorted()).toEqual(
      [left.consentID, right.consentID].toSorted(),
    );
});

test('another case that is not on this tablet counts as the server told of it, with the word that both are meant', async ({
  store,
}) => {
  const { fetchCase, readRows } = listedCases(store);
  const consent = { ...SIGNED, procedures: LEFT, signedAt: '2026-08-01T09:00:00.000Z' };
  const ids = { consentID: store.env.newId(), recordID: store.env.newId() };
  const meant = { userID: 'u', name: 'Dr Demo', at: '2026-08-06T07:00:00.000Z', day: TODAY, reason: 'Two stages' };
  const elsewhere = { recordID: store.env.newId(), consentID: store.env.newId(), procedures: RIGHT, bothMeant: [] };
  const own = { ...ids, procedures: LEFT, bothMeant: [] };
  await fetchCase({ listed: on(TODAY), light: 'GREEN', consent, sameDay: [own, elsewhere] }, ids);
  expect(await readRows()).toMatchObject([
    { light: 'AMBER', reason: 'Two consents today: LEFT and RIGHT. Check which is right' },
  ]);
  const both = { ...own, bothMeant: [{ ...meant, consentIDs: [elsewhere.consentID] }] };
  await fetchCase({ listed: on(TODAY), light: 'GREEN', version: 2, consent, sameDay: [both, elsewhere] }, ids);
  expect(await readRows()).toMatchObject([{ light: 'GREEN' }]);
});

test('a birthday before the day of the operation is foretold, by the worse birth date of record and form', async ({ store }) => {
  const { fetchCase, readRows } = listedCases(store);
  const shownPatient = {
    firstName: 'Amber',
    lastName: 'Demo-Rowan',
    dateOfBirth: '2010-08-09',
    nhsNumber: null,
    hospitalNumber: null,
  };
  const record = { ...shownPatient, dateOfBirth: '2010-08-11' };
  // Two people have recorded that the form is of the person of this record.
  const identityChecks = ['019af000-0000-7000-8000-0000000000a1', '019af000-0000-7000-8000-0000000000a2'].map((userID) => ({
    userID,
    name: 'Demo Checker',
    at: '2026-07-31T09:00:00.000Z',
    day: '2026-07-31',
    reason: 'Typed wrong at first',
    record,
  }));
  const signed = { ...SIGNED, formType: 'FORM_2', basis: 'PARENT', signedAt: '2026-07-30T09:00:00.000Z' } as const;
  const form = { ...signed, shownPatient, identityChecks };
  await fetchCase({ listed: on('2026-08-10'), light: 'GREEN', dateOfBirth: record.dateOfBirth, consent: form });
  expect(await readRows()).toMatchObject([{ light: 'AMBER', reason: 'On 10 Aug: now 16. The young person is asked' }]);
});

test.for([
  ['DISCUSS', [], 'AMBER', 'Wants to talk about: Blood'],
  [null, [], 'AMBER', 'Not answered: Blood'],
  [null, ['blood'], 'GREEN', 'GREEN, as told'],
  ['DISCUSS', ['blood'], 'GREEN', 'GREEN, as told'],
  ['REFUSE', [], 'GREEN', 'GREEN, as told'],
] as const)(
  'an answer %s, talked about %j, on the tablet’s own: %s, whatever the server told of a build before',
  async ([answer, choiceIDs, light, reason], { store }) => {
    const { fetchCase, readRows } = listedCases(store);
    const additionalChoices = [{ id: 'blood', title: 'Blood', answer }];
    const talk = { userID: demoUser._id, name: 'Demo Clinician', at: '', day: TODAY, choiceIDs: [...choiceIDs], outcome: 'Yes' };
    const consent = { ...SIGNED, additionalChoices, talks: choiceIDs.length === 0 ? [] : [talk] };
    await fetchCase({ listed: on(TODAY), light: 'GREEN', consent });
    expect(await readRows()).toMatchObject([{ light, reason }]);
  },
);

test('a tick that may stand on the scan is not called missing, without a network either', async ({ store }) => {
  const { fetchCase, readRows } = listedCases(store);
  const additionalChoices = [{ id: 'blood', title: 'Blood', answer: null }];
  const signer = { ...CHILD_DECLINED, role: 'PATIENT', state: 'SIGNED', method: 'PAPER_SCAN' } as const;
  await fetchCase({ listed: on(TODAY), light: 'GREEN', consent: { ...SIGNED, additionalChoices, recipients: [signer] } });
  expect(await readRows()).toMatchObject([{ light: 'AMBER', reason: 'Not entered from the paper: Blood' }]);
});

test('a copy grows old without a network, and a clock that was set back makes nothing younger', async ({ store, world }) => {
  const { fetchCase, readRows } = listedCases(store);
  const signedAt = new Date(world.clock.now - 80 * DAY).toISOString();
  const ids = await fetchCase({ listed: on('2026-12-01'), light: 'GREEN', consent: { ...SIGNED, signedAt } });
  const stateOf = async () => (await readCase(store, ids.recordID))?.consents[0]?.confirmState;
  for (const [days, light, state] of [
    [0, 'GREEN', 'NOT_REQUIRED'],
    [5, 'AMBER', 'DUE'],
    [98, 'RED', 'LAPSED'],
  ] as const) {
    world.clock.now += days * DAY;
    expect(await readRows()).toMatchObject([{ light }]);
    expect(await stateOf()).toBe(state);
  }
  const old = { ...SIGNED, signedAt, confirmState: 'DUE' as const };
  await fetchCase({ listed: on('2026-12-01'), light: 'GREEN', version: 2, consent: old }, ids);
  world.clock.now -= 103 * DAY;
  expect(await readRows()).toMatchObject([{ light: 'AMBER' }]);
  expect(await stateOf()).toBe('DUE');
});

test.for([
  ['before it was sent', { child: aChild({ agreement: 'DISAGREES', note: 'Afraid of needles' }) }],
  ['when asked to sign', { recipients: [{ ...CHILD_DECLINED }] }],
] as const)(
  'a confirmation of a child’s no %s does not last on a tablet that hears nothing',
  async ([, said], { store, world }) => {
    const { fetchCase } = listedCases(store);
    const [id, at] = [store.env.newId(), new Date(world.clock.now).toISOString()];
    const { clinician } = demoConsent({ consentID: id, recordID: id, patientID: id });
    const confirmed = { confirmation: { at, clinicianId: clinician._id, name: 'Demo' }, confirmState: 'CONFIRMED' as const };
    const form = { formType: 'FORM_2' as const, signedAt: at, ...confirmed, recipients: [], ...said };
    const ids = await fetchCase({ light: 'GREEN', consent: { ...SIGNED, ...form } as Partial<Consent> });
    const stateOf = async () => (await readCase(store, ids.recordID))?.consents[0]?.confirmState;
    expect(await stateOf()).toBe('CONFIRMED');
    world.clock.now += 3 * DAY;
    expect(await stateOf()).toBe('DUE');
  },
);

test('no light is green where the form is not on this tablet, or something of it waits', async ({ store }) => {
  const { fetchCase, readRows, readLights } = listedCases(store);
  const ids = await fetchCase({ listed: on(TODAY), light: 'GREEN', consent: SIGNED });
  expect(await readLights()).toBe('GREEN');
  await enqueue(store, { call: 'recordWithdraw', input: { consentID: ids.consentID, reason: 'They say no' } });
  expect(await readRows()).toMatchObject([{ light: 'RED', reason: 'The consent is withdrawn', isUnsent: true }]);
  await store.db.consents.clear();
  expect(await readRows()).toMatchObject([{ light: 'AMBER', patient: { lastName: 'Demo-Rowan' } }]);
});

test('a change of the patient that waits makes the light of a form that names another amber at once, and red where two differ', async ({
  store,
}) => {
  const { fetchCase, readRows } = listedCases(store);
  const shownPatient = shownPatientOf(demoPatient({ id: store.env.newId(), lastName: 'Demo-Rowan' }));
  const ids = await fetchCase({ listed: on(TODAY), light: 'GREEN', consent: { ...SIGNED, shownPatient } });
  const id = ids.recordID.replace(/^..../, '0000');
  expect(await readRows()).toMatchObject([{ light: 'GREEN', isUnsent: false }]);
  await enqueue(store, { call: 'patientUpdate', input: { id, lastName: 'DEMO ROWAN' } });
  expect(await readRows()).toMatchObject([{ light: 'GREEN', isUnsent: false }]);
  await enqueue(store, { call: 'patientUpdate', input: { id, lastName: 'Demo-Elm' } });
  const reason = 'The signed form names another name or birth date';
  expect(await readRows()).toMatchObject([{ light: 'AMBER', reason, isUnsent: true }]);
  await enqueue(store, { call: 'patientUpdate', input: { id, dateOfBirth: '1951-04-15' } });
  expect(await readRows()).toMatchObject([{ light: 'RED', reason: 'The signed form may be another person’s', isUnsent: true }]);
});

test('no light is green while the place on the list itself waits, whatever stands in the forms', async ({ store }) => {
  const { fetchCase, listCase, readRows } = listedCases(store);
  const ids = await fetchCase({ listed: on(TODAY), light: 'GREEN', consent: SIGNED });
  await listCase(ids, on(TODAY, '3'));
  expect(await readRows()).toMatchObject([
    { light: 'AMBER', reason: 'Something of it waits to be sent', isUnsent: true, isBlocked: false },
  ]);
  await store.db.ops.toCollection().modify({ state: 'conflict' });
  expect(await readRows()).toMatchObject([{ light: 'AMBER', isBlocked: true }]);
  expect((await readCase(store, ids.recordID))?.record).toMatchObject({ isListingUnsent: true, isListingBlocked: true });
});

test('where the version in force is another than those on this tablet, neither its side nor its light is guessed', async ({
  store,
}) => {
  const { pull, fetchCase, readRows } = listedCases(store);
  const ids = await fetchCase({ listed: on(TODAY), consent: { status: 'SUPERSEDED' } });
  const patientID = ids.recordID.replace(/^..../, '0000');
  const [currentConsentID, inForceConsentID] = [store.env.newId(), store.env.newId()];
  const listing = { currentConsentID, inForceConsentID, listed: on(TODAY), listedBy: null, listedAt: null, version: 4 };
  const data = { recordID: ids.recordID, patientID, ...listing, light: 'GREEN' as const, reason: 'Signed and sealed' };
  await pull([{ entity: 'listed', id: ids.recordID, version: 4, data }]);
  expect(await readRows()).toMatchObject([{ light: 'AMBER', reason: 'The consent is not on this tablet', procedures: null }]);
});

test('a listed case without its patient is counted', async ({ store }) => {
  const { fetchCase } = listedCases(store);
  await fetchCase({ listed: on(TODAY) });
  await store.db.patients.clear();
  expect(await readComingList(store, TODAY)).toEqual({ rows: [], hidden: 1 });
});

test('what is listed here stands on the list and in the case at once, says that it waits, and leaves the form alone', async ({
  store,
}) => {
  const { fetchCase, listCase, readRows } = listedCases(store);
  const ids = await fetchCase({});
  expect((await readCase(store, ids.recordID))?.record).toMatchObject({ listed: null, isListingUnsent: false });
  await listCase(ids, on('2026-08-07', null));
  expect(await readRows()).toMatchObject([{ recordID: ids.recordID, light: 'RED', isUnsent: true }]);
  const local = await readCase(store, ids.recordID);
  expect(local).toMatchObject({
    record: { listed: on('2026-08-07', null), isListingUnsent: true },
    consents: [{ local: { isUnsent: false } }],
  });
  expect((await store.db.ops.toArray()).map(({ lane, entityId }) => [lane, entityId])).toEqual([
    [`case:${ids.recordID}`, ids.recordID],
  ]);
  const fromServer = { ...local!, record: { ...local!.record, listed: null, isListingUnsent: false } };
  expect(overlayCase(fromServer, local).record).toMatchObject({ listed: on('2026-08-07', null), isListingUnsent: true });
  expect(overlayCase(fromServer, { ...local!, record: { ...local!.record, isListingUnsent: false } }).record.listed).toBeNull();
});

test('what is taken off here is on the list no more, whatever the server tells meanwhile', async ({ store }) => {
  const { fetchCase, listCase, readDates } = listedCases(store);
  const ids = await fetchCase({ listed: on(TODAY) });
  await listCase(ids, null);
  await fetchCase({ listed: on(TODAY), version: 2 }, ids);
  expect(await readDates()).toEqual([]);
  expect((await readCase(store, ids.recordID))?.record.listed).toBeNull();
});

test('saying it twice before anybody has sent it travels as one', async ({ store }) => {
  const { fetchCase, listCase, readDates } = listedCases(store);
  const ids = await fetchCase({});
  await listCase(ids, on('2026-08-07'));
  await listCase(ids, on('2026-08-08'));
  expect((await outboxItems(store.db)).map(({ call }) => call)).toEqual(['recordUpdate']);
  expect(await readDates()).toEqual([[ids.recordID, '2026-08-08']]);
});

test('a case that this tablet has not been told of is not said to be on no list', async ({ store }) => {
  const { fetchCase } = listedCases(store);
  const ids = await fetchCase({});
  await store.db.listings.clear();
  expect((await readCase(store, ids.recordID))?.record.listed).toBeUndefined();
});

const DONE = { kind: 'DONE', on: TODAY, source: 'LIST', by: 'Ada Demo', at: `${TODAY}T09:00:00.000Z` } as const;
const OLD = { ...SIGNED, confirmState: 'NOT_REQUIRED', signedAt: '2026-07-30T09:00:00.000Z' } as const;

test('an operation that was done grows old on no tablet, and no other rests on it', async ({ store, world }) => {
  const { fetchCase, readRows } = listedCases(store);
  await fetchCase({ listed: on(TODAY), light: 'GREEN', consent: { ...OLD, ended: DONE } });
  await fetchCase({ listed: on('2026-08-20'), light: 'GREEN', consent: { ...OLD, ended: DONE } });
  world.clock.now += HALF_A_YEAR;
  expect((await readRows()).map(({ light, reason }) => [light, reason])).toEqual([
    ['GREEN', 'GREEN, as told'],
    ['RED', 'Recorded as done on 6 August 2026: a new consent is needed'],
  ]);
});

test('a case that is recorded as done here waits to be sent, and is amber until the server has it', async ({ store }) => {
  const { fetchCase, readRows } = listedCases(store);
  const ids = await fetchCase({ listed: on(TODAY), light: 'GREEN', consent: OLD });
  await enqueue(store, { call: 'recordDone', input: { id: ids.recordID, on: TODAY, source: 'LIST' } });
  expect(await readRows()).toMatchObject([
    { light: 'AMBER', reason: 'Recorded as done here, waiting to send', isUnsent: true, ended: { kind: 'DONE', on: TODAY } },
  ]);
  expect((await readCase(store, ids.recordID))?.record).toMatchObject({
    ended: { kind: 'DONE', on: TODAY },
    isListingUnsent: true,
  });
});

test('a case that is closed here has nothing in force, and stops', async ({ store }) => {
  const { fetchCase, readRows } = listedCases(store);
  const ids = await fetchCase({ listed: on(TODAY), light: 'GREEN', consent: OLD });
  await enqueue(store, { call: 'recordClose', input: { id: ids.recordID, reason: 'HOSPITAL' } });
  expect(await readRows()).toMatchObject([{ light: 'RED', reason: 'Not going ahead' }]);
  expect((await readCase(store, ids.recordID))?.record.inForceConsentID).toBeNull();
});

test('a consent that is taken back here after its operation stops each row at once, and stays signed', async ({ store }) => {
  const { fetchCase, readRows } = listedCases(store);
  const ids = await fetchCase({ listed: on('2026-08-20'), light: 'GREEN', consent: { ...OLD, ended: DONE } });
  await enqueue(store, { call: 'recordWithdraw', input: { consentID: ids.consentID, reason: 'I changed my mind' } });
  expect(await readRows()).toMatchObject([{ light: 'RED', reason: 'Taken back after it was recorded as done: was it done?' }]);
  expect((await readCase(store, ids.recordID))?.record.status).toBe('SIGNED');
});
