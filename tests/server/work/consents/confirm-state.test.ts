import { expect, test } from 'vitest';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { DAY } from '#domain/base/limits.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { CONFIRM_AFTER_DAYS, LAPSE_AFTER_DAYS } from '#domain/cases/confirm-state.ts';
import { json } from '#server/data/json.ts';
import { callerOf, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { pull } from '#tests/support/tablet/tablet.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

/** The state of this case's consent in every place that shows it. */
async function toldOf(staff: Caller & { token: string }, { recordID, consentID }: { recordID: string; consentID: string }) {
  const { record, consents } = (await staff.call('recordDetails', { id: recordID })).data;
  const inCases = (await staff.call('recordGet', { limit: 100 })).data.records.find((each) => each.recordID === recordID);
  const inConsents = (await staff.call('consentGetAll', { limit: 100 })).data.records.find(
    (each) => each.consentID === consentID,
  );
  const { changes } = await pull(staff);
  const onTablet = changes.find(({ entity, id }) => entity === 'consent' && id === consentID)?.data;
  const listed = changes.find(({ entity, id }) => entity === 'listed' && id === recordID)?.data;
  const code = consents[0]?.verifyCode ?? '';
  return {
    states: [
      consents[0]?.confirmState,
      record.current?.confirmState,
      inCases?.current?.confirmState,
      inConsents?.confirmState,
      onTablet !== null && onTablet !== undefined && 'confirmState' in onTablet ? onTablet.confirmState : undefined,
      (await callerOf(app).call('verifyByCode', { code })).data.confirmState,
    ],
    light: listed !== null && listed !== undefined && 'light' in listed ? [listed.light, listed.reason] : undefined,
    due: (await staff.call('dashboardInfo', {})).data.caseAmounts.confirmDue,
  };
}

test('a signed consent grows old wherever it is told of, and no job need run for it', async () => {
  let staff = await signIn(app);
  const made = await signed(app, staff);
  await app.doJobs();
  const list = async () => {
    const { version } = (await staff.call('recordDetails', { id: made.recordID })).data.record;
    const date = localDate(app.clock.now(), app.deps.settings.timeZone);
    await staff.call('recordUpdate', { recordID: made.recordID, version, listed: { date, theatre: null, listType: 'THEATRE' } });
  };
  await list();
  const { due: before } = await toldOf(staff, made);
  expect(await toldOf(staff, made)).toEqual({
    states: Array.from({ length: 6 }, () => 'NOT_REQUIRED'),
    light: ['GREEN', 'Signed and sealed'],
    due: before,
  });
  for (const [days, state, light, due] of [
    [CONFIRM_AFTER_DAYS + 1, 'DUE', ['AMBER', `Signed ${CONFIRM_AFTER_DAYS + 1} days ago: confirm on the day`], 1],
    [LAPSE_AFTER_DAYS - CONFIRM_AFTER_DAYS, 'LAPSED', ['RED', 'The consent has lapsed'], 0],
  ] as const) {
    app.clock.advance(days * DAY);
    staff = await signIn(app);
    await list();
    const told = await toldOf(staff, made);
    expect(told.states).toEqual(Array.from({ length: 6 }, () => state));
    expect(told.light).toEqual(light);
    // All of the demo’s consents have grown old as well.
    expect(Math.sign(told.due)).toBe(due);
  }
});

test('the dashboard counts a child’s no and a change of operator, less what the operator’s patients confirmed', async () => {
  const staff = await signIn(app);
  const { recordID, consentID } = await signed(app, staff);
  const { db } = app.database;
  const counted = async () => (await staff.call('dashboardInfo', {})).data.caseAmounts.confirmDue;
  const { clinician_id: signer } = await db
    .selectFrom('consents')
    .select('clinician_id')
    .where('id', '=', consentID)
    .executeTakeFirstOrThrow();
  const { id: other } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'nurse@demo.nhs.uk')
    .executeTakeFirstOrThrow();
  const before = await counted();
  const [today, yesterday, earlier] = [0, 1, 2].map((days) => app.clock.now() - days * DAY);
  for (const [why, child_said_no, operator_id, confirmedAt, clinicianId, due] of [
    ['fresh', false, null, null, signer, 0],
    ['a child’s no', true, null, null, signer, 1],
    ['confirmed today', true, null, today, signer, 0],
    ['confirmed yesterday', true, null, yesterday, signer, 0],
    ['confirmed two days ago', true, null, earlier, signer, 1],
    ['confirmed for somebody else', true, null, today, other, 1],
    ['another operator', false, other, null, signer, 1],
    ['confirmed for the operator before', false, other, today, signer, 1],
    ['confirmed for the operator', false, other, today, other, 0],
  ] as const) {
    const confirmation =
      confirmedAt == null ? null : json({ at: new Date(confirmedAt).toISOString(), clinicianId, name: 'Demo' });
    await db.updateTable('cases').set({ operator_id }).where('id', '=', recordID).execute();
    await db.updateTable('consents').set({ child_said_no, confirmation }).where('id', '=', consentID).execute();
    expect([why, (await counted()) - before]).toEqual([why, due]);
    const { consents } = (await staff.call('recordDetails', { id: recordID })).data;
    expect([why, consents[0]?.confirmState === 'DUE']).toEqual([why, due === 1]);
  }
});

const RIGHT = { sideRight: true, somethingNew: false, questions: false, stillWanted: true };

/** A signed form that has to be confirmed, and how it is. */
async function dueForm() {
  const made = await signed(app, await signIn(app));
  await app.doJobs();
  app.clock.advance((CONFIRM_AFTER_DAYS + 1) * DAY);
  const staff = await signIn(app);
  const { consents } = (await staff.call('recordDetails', { id: made.recordID })).data;
  const [{ formType, procedures, shownPatient, interpreter, interpreterNeeded, interpreterNoneReason }] = consents as [Consent];
  const interpreting = { interpreter, interpreterNeeded, interpreterNoneReason };
  const statement = statementFor('CONFIRMER', { formType, procedures, patientName: spokenName(shownPatient!), interpreting });
  const said = (change: object = {}) => ({
    consentID: made.consentID,
    statement,
    typedName: 'Demo Nurse',
    answers: RIGHT,
    capturedAt: new Date(app.clock.now()).toISOString(),
    ...change,
  });
  return { made, staff, said };
}

test.each([
  [true, 'Yes'],
  [undefined, 'Nobody asked'],
])('another name than the account’s is taken, and the timeline says whether anybody asked (%o)', async (asked, words) => {
  const { made, said } = await dueForm();
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  await nurse.call('recordConfirm', said({ typedName: 'x', ...(asked === undefined ? {} : { nameConfirmed: asked }) }));
  const { timeline } = (await nurse.call('recordDetails', { id: made.recordID })).data;
  expect(timeline.at(-1)?.detail).toMatchObject({ typedName: 'x', nameExpected: 'Demo Nurse', nameConfirmed: words });
});

test('a nurse confirms on the day: it counts until the end of the next day, and its evidence is in the timeline', async () => {
  const { made, said } = await dueForm();
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  const { data } = await nurse.call('recordConfirm', said({ note: 'Asked in the ward' }));
  expect(data).toMatchObject({ status: 'SIGNED', confirmState: 'CONFIRMED', confirmation: { name: 'Demo Nurse' } });
  const { timeline } = (await nurse.call('recordDetails', { id: made.recordID })).data;
  expect(timeline.at(-1)).toMatchObject({
    type: 'CONFIRMED',
    actor: { name: 'Demo Nurse' },
    detail: { ...RIGHT, typedName: 'Demo Nurse', note: 'Asked in the ward' },
  });
  const faults = async () => faultsOfCase(app, made.recordID);
  expect(await faults()).toEqual([]);
  const states: string[] = [];
  for (const days of [0, 1, 1]) {
    app.clock.advance(days * DAY);
    const reader = await signIn(app);
    states.push((await reader.call('recordDetails', { id: made.recordID })).data.consents[0]!.confirmState);
  }
  expect(states).toEqual(['CONFIRMED', 'CONFIRMED', 'DUE']);
  // A confirmation written directly into the table is detected.
  const forged = { at: new Date(app.clock.now()).toISOString(), clinicianId: data.clinician._id, name: 'Nobody' };
  await app.database.db
    .updateTable('consents')
    .set({ confirmation: json(forged) })
    .where('id', '=', made.consentID)
    .execute();
  expect(await faults()).toEqual(['TIME_CHANGED']);
});

test('an answer that needs a new talk, another sentence, a lapsed or withdrawn form are not confirmed', async () => {
  const { made, staff, said } = await dueForm();
  const refused = async (change: object) => (await staff.refused('recordConfirm', said(change))).code;
  for (const wrong of [
    { sideRight: false },
    { somethingNew: true },
    { questions: true },
    { stillWanted: false },
    { viewsChanged: true },
  ])
    expect(await refused({ answers: { ...RIGHT, ...wrong } })).toBe('MOVE_REFUSED');
  expect(await refused({ statement: 'All is well.' })).toBe('SIGNED_CONTENT_MISMATCH');
  const { consents } = (await staff.call('recordDetails', { id: made.recordID })).data;
  expect([consents[0]?.confirmState, consents[0]?.confirmation]).toEqual(['DUE', null]);
  app.clock.advance((LAPSE_AFTER_DAYS - CONFIRM_AFTER_DAYS) * DAY);
  const later = await signIn(app);
  expect((await later.refused('recordConfirm', said())).code).toBe('MOVE_REFUSED');
  await later.call('recordWithdraw', { consentID: made.consentID });
  expect((await later.refused('recordConfirm', said())).code).toBe('MOVE_REFUSED');
});

test('a form that had lapsed when it was asked, or has when it arrives, is confirmed by nobody: a person looks at it', async () => {
  const { staff, said } = await dueForm();
  const capturedAt = new Date(app.clock.now()).toISOString();
  const days = (LAPSE_AFTER_DAYS - CONFIRM_AFTER_DAYS) * DAY;
  expect((await staff.call('recordConfirm', said({ capturedAt }))).data.confirmState).toBe('CONFIRMED');
  app.clock.advance(days);
  const later = await signIn(app);
  for (const clockOffset of [0, days])
    expect((await later.refused('recordConfirm', said({ capturedAt, clockOffset }))).code).toBe('MOVE_REFUSED');
});

test('a device clock that runs ahead confirms nothing for tomorrow', async () => {
  const { staff, said } = await dueForm();
  const ahead = new Date(app.clock.now() + 3 * DAY).toISOString();
  const { data } = await staff.call('recordConfirm', said({ capturedAt: ahead }));
  expect(Date.parse(data.confirmation?.at ?? '')).toBeLessThanOrEqual(app.clock.now());
});
