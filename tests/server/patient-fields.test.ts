import 'fake-indexeddb/auto';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import type { Fields } from '#domain/values/field.ts';
import { formFieldsOf } from '#domain/values/field-form.ts';
import { PATIENT_FIELDS, type PatientField } from '#domain/patients/patient-fields.ts';
import { plainDateOf } from '#domain/values/plain-date.ts';
import { PATIENT_FORM_FIELDS } from '#domain/patients/patient-words.ts';
import { Patient, type PatientDraft } from '#domain/patients/patient.ts';
import { patientChanges } from '#src/screens/patients/patient-changes.ts';
import { EMPTY_FORM, patientFormOf, readPatientForm, type PatientForm } from '#src/screens/patients/patient-form.ts';
import { pullChanges } from '#store/sync/pull.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { readPatient } from '#store/views/patients.ts';
import type { Store } from '#store/session/store.ts';
import { TEST_NOW } from '#tests/support/server/app.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { sampleText } from '#tests/support/people/field-samples.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { senderOf, type Sender } from '#tests/store/sender-setup.ts';
import { demoPerson, openDemoStore, openWorld, type World } from '#tests/store/world.ts';
import { sql } from 'kysely';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';

// Both real ends in one process: the tablets' fetch is the server's own handler.
let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

type Tablet = { readonly world: World; readonly store: Store; readonly sender: Sender };

async function openTablet(): Promise<Tablet> {
  const world = openWorld();
  world.clock.now = TEST_NOW;
  const onTablet = await signIn(app);
  const { user } = await onTablet.call('userMe', {});
  const deviceId = world.env.newId();
  const { share } = await onTablet.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
  const person = demoPerson({ userId: user._id, email: user.email, organisationId: user.organisation[0]!._id, share });
  const store = { ...(await openDemoStore(world, person)), deviceId };
  const sender = await senderOf(store, { network: () => app.wire().fetch });
  sender.session = onTablet.token;
  return { world, store, sender };
}

let tablet: Tablet;
let other: Tablet;
beforeAll(async () => {
  tablet = await openTablet();
  other = await openTablet();
});

const FIELDS: Fields = PATIENT_FIELDS;
const BASE: PatientForm = { ...EMPTY_FORM, lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14', interpreterNeeded: 'NO' };

/** The boxes of one field as somebody fills them in. */
function filled(field: PatientField, nth: number): Partial<PatientForm> {
  const boxes = Object.entries(formFieldsOf({ [field]: PATIENT_FIELDS[field] }));
  return Object.fromEntries(boxes.map(([box, { control }]) => [box, sampleText(control, nth)]));
}

function draftOf(form: PatientForm): PatientDraft {
  const { draft, problems } = readPatientForm(form, plainDateOf(TEST_NOW));
  expect(problems).toEqual([]);
  return draft!;
}

const send = ({ sender, world }: Tablet) => sender.drain(world.clock);
const ask = (since: string | undefined) => call(calls.syncChanges, since === undefined ? {} : { since }, app.wire(staff.token));

/** The patient as a form shows it: on the tablet that wrote it, on the server, and on a tablet that fetches what changed. */
async function onTablet({ store }: Tablet, id: string): Promise<PatientForm> {
  return patientFormOf((await readPatient(store, id))!.patient);
}
async function onServer(id: string): Promise<PatientForm> {
  return patientFormOf((await staff.call('patientGetDetails', { id })).data.patient);
}
async function fetched(id: string): Promise<PatientForm> {
  await pullChanges(other.store, ask);
  return onTablet(other, id);
}

// Object.keys forgets the names of the table.
test.each(Object.keys(PATIENT_FIELDS) as PatientField[])(
  '%s is kept from the form over the queue to the server and to another tablet, when it is made, changed and emptied',
  async (field) => {
    const made = { ...BASE, ...filled(field, 1) };
    const changed = { ...BASE, ...filled(field, 2) };
    expect(made).not.toEqual(changed);
    const id = tablet.store.env.newId();
    await enqueue(tablet.store, { call: 'patientCreate', input: { ...draftOf(made), id } });
    expect(await onTablet(tablet, id)).toEqual(made);
    await send(tablet);
    expect([await onServer(id), await onTablet(tablet, id), await fetched(id)]).toEqual([made, made, made]);

    const edit = patientChanges(draftOf(made), draftOf(changed));
    expect(Object.keys(edit)).toEqual([field]);
    const reason = field === 'restricted' ? { reason: 'Demo reason' } : {};
    await enqueue(tablet.store, { call: 'patientUpdate', input: { ...edit, ...reason, id } });
    expect(await onTablet(tablet, id)).toEqual(changed);
    await send(tablet);
    expect([await onServer(id), await onTablet(tablet, id), await fetched(id)]).toEqual([changed, changed, changed]);

    if (FIELDS[field]?.empty !== null) return;
    await enqueue(tablet.store, {
      call: 'patientUpdate',
      input: { ...patientChanges(draftOf(changed), draftOf(BASE)), id },
    });
    await send(tablet);
    expect([await onServer(id), await onTablet(tablet, id), await fetched(id)]).toEqual([BASE, BASE, BASE]);
  },
);

test('a patient of whom everything is known is told whole by every call that tells a patient', async () => {
  const boxes = Object.entries(PATIENT_FORM_FIELDS).map(([box, { control }]) => [box, sampleText(control, 3)]);
  const whole: PatientForm = { ...BASE, ...Object.fromEntries(boxes) };
  const { patient: made } = (await staff.call('patientCreate', draftOf(whole))).data;
  const { patient: twin, possibleDuplicates } = (await staff.call('patientCreate', draftOf(whole))).data;
  const search = twin.recordID!;
  const edited = (await staff.call('patientUpdate', { id: twin.id, version: 1, ...draftOf(whole) })).data;
  const refused = await staff.refused('patientUpdate', { id: twin.id, version: 1, lastName: 'Demo-Late' });
  const found = (await staff.call('patientSearch', { search })).data;
  const { records } = (await staff.call('patientGet', { search })).data;
  const moved = (await staff.call('patientUpdateStatus', { id: twin.id, version: 2, status: 'INACTIVE' })).data;
  const { current } = v.parse(v.object({ current: Patient }), refused.data);
  const doubles = possibleDuplicates.map(({ patient }) => patient).filter(({ id }) => id === made.id);
  const told = [made, twin, edited, current, ...found, ...records, moved, ...doubles];
  expect(told.map(patientFormOf)).toEqual(Array.from({ length: 8 }, () => whole));
});

/** The columns that a table of fields names and the database lacks. */
async function missingColumns(fields: Fields): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'patients'`.execute(app.database.db);
  const there = new Set(rows.map(({ name }) => name));
  return Object.values(fields).flatMap(({ column }) => (there.has(column) ? [] : [column]));
}

test('every field of a patient has its column, and a field without a migration is found', async () => {
  expect(await missingColumns(PATIENT_FIELDS)).toEqual([]);
  const { firstName } = PATIENT_FIELDS;
  expect(await missingColumns({ ...PATIENT_FIELDS, nickname: { ...firstName, column: 'nickname' } })).toEqual(['nickname']);
});
