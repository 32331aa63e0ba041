import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { aPatient, draft, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { bundleReader } from '#tests/support/fhir/read-bundle.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let auditor: Caller;
let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  auditor = await signIn(opened, 'auditor@demo.nhs.uk');
  staff = await signIn(opened);
});

const trail = async (filter: Input<'auditGet'>, by = auditor) => (await by.call('auditGet', { limit: 100, ...filter })).data;
const told = async (patient: string, by = auditor) =>
  (await trail({ patient }, by)).lines.map(({ source, type, detail, patient: of }) => [source, type, detail, of]);

async function newPatient(change: Partial<Input<'patientCreate'>> = {}) {
  const { patient } = (await staff.call('patientCreate', aPatient(change))).data;
  return { id: patient.id, number: patient.recordID ?? '' };
}

const merge = async ({ id }: { id: string }, into: { id: string }) =>
  staff.call('patientUpdateStatus', { id, version: 1, status: 'MERGED', mergedInto: into.id });

/** Somebody who audits and refers, and reviews no referral. */
async function referringAuditor() {
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const permissions = ['audit.read', 'referrals.write'] as const;
  const role = (await admin.call('roleCreate', { name: `Role ${randomUUID().slice(0, 8)}`, permissions: [...permissions] })).data;
  const { id, email } = await addPerson(app);
  await admin.call('userAuthorise', { email, roleID: role._id, expiryDate: '2027-01-01' });
  return { ...(await signIn(app, email)), id };
}

test('whoever refers and reviews nothing reads the acts on their own referrals alone, and of these until they end', async () => {
  const caller = await referringAuditor();
  const [other, own] = [await newPatient(), await newPatient()];
  await draft(staff, { patientID: other.id });
  const { recordID } = await draft(staff, { patientID: own.id });
  const refer = (status: 'UNDER_REVIEW' | 'CLOSED') =>
    app.database.db
      .updateTable('cases')
      .set({ referred_by: caller.id, referral_status: status })
      .where('id', '=', recordID)
      .execute();
  await refer('UNDER_REVIEW');
  const { lines } = await trail({}, caller);
  expect(new Set(lines.flatMap(({ source, patient }) => (source === 'SECURITY' ? [] : [patient])))).toEqual(
    new Set([own.number]),
  );
  expect(await told(other.number, caller)).toEqual([]);
  expect((await told(own.number, caller)).map(([source]) => source)).toEqual(expect.arrayContaining(['CASE', 'PATIENT']));
  await refer('CLOSED');
  expect(await told(own.number, caller)).toEqual([]);
  expect((await told(own.number)).map(([source]) => source)).toEqual(expect.arrayContaining(['CASE', 'PATIENT']));
});

test('a change of a patient’s details is on the trail of the patient and of the day, by its fields and without a value', async () => {
  const { id, number } = await newPatient({ firstName: 'Amber' });
  await staff.call('patientUpdate', { id, version: 1, firstName: 'Zacharias', phoneNumber: '01632 960777' });
  const { lines } = await trail({ patient: number });
  expect(lines.map(({ source, type }) => [source, type])).toEqual([
    ['PATIENT', 'UPDATED'],
    ['PATIENT', 'CREATED'],
  ]);
  expect(lines[0]).toMatchObject({
    detail: 'firstName, phoneNumber',
    actor: { kind: 'STAFF', name: 'Demo Clinician' },
    patient: number,
  });
  expect(JSON.stringify(lines)).not.toMatch(/Zacharias|Amber|960777/);
  expect((await trail({})).lines.filter(({ patient, source }) => patient === number && source === 'PATIENT')).toHaveLength(2);
  expect((await trail({ person: 'Demo Clin', patient: number })).lines).toHaveLength(2);
  expect((await trail({ person: 'Nobody', patient: number })).lines).toEqual([]);
});

test('an import is one line of its day, and stands with each patient who is asked for', async () => {
  const bch = await signIn(app, 'bch@demo.nhs.uk');
  const patients = [aPatient({ lastName: 'Demo-File' }), aPatient({ lastName: 'Demo-Sheet' })];
  const { results } = (await bch.call('patientBulkAdd', { patients })).data;
  const { recordID } = (await staff.call('patientGetDetails', { id: results[0]!.id })).data.patient;
  expect((await told(recordID!)).map(([, type]) => type)).toEqual(['OPENED', 'IMPORTED']);
  const { lines } = await trail({});
  expect(lines.filter(({ type }) => type === 'IMPORTED')).toEqual([]);
  expect(lines.filter(({ type }) => type === 'PATIENTS_IMPORTED')).toHaveLength(1);
});

test('the number of a record finds what was done with the records merged into it; theirs finds theirs alone', async () => {
  const [gone, stays] = [await newPatient(), await newPatient()];
  await merge(gone, stays);
  expect(await told(gone.number)).toEqual([
    ['PATIENT', 'MERGED', 'status, mergedInto', gone.number],
    ['PATIENT', 'CREATED', expect.any(String), gone.number],
  ]);
  expect(new Set((await told(stays.number)).map(([, type, , of]) => `${type} ${of}`))).toEqual(
    new Set([`MERGED_IN ${stays.number}`, `CREATED ${stays.number}`, `MERGED ${gone.number}`, `CREATED ${gone.number}`]),
  );
  const [treated, used] = [await newPatient(), await newPatient()];
  await draft(staff, { patientID: treated.id });
  await merge(treated, used);
  expect(await told(used.number)).toContainEqual(['CASE', 'CASE_CREATED', '', treated.number]);
});

test('an export of a record is found by its number, and by that of the record in use', async () => {
  const [gone, stays] = [await newPatient(), await newPatient()];
  await bundleReader(app, staff.token)(gone.id);
  await merge(gone, stays);
  for (const number of [gone.number, stays.number]) {
    const exports = (await trail({ patient: number })).lines.filter(({ type }) => type === 'RECORD_EXPORTED');
    expect(exports).toMatchObject([{ source: 'SECURITY', patient: gone.number, subject: `patient ${gone.number}` }]);
  }
});

test('a patient’s trail is read on from a line, over all that it is made of', async () => {
  const [gone, stays] = [await newPatient(), await newPatient()];
  await draft(staff, { patientID: gone.id });
  await bundleReader(app, staff.token)(gone.id);
  await merge(gone, stays);
  const all = (await trail({ patient: stays.number })).lines.map(({ id }) => id);
  const found: string[] = [];
  let place: Awaited<ReturnType<typeof trail>>['next'] = null;
  do {
    const page: Awaited<ReturnType<typeof trail>> = await trail({ patient: stays.number, limit: 2, ...place });
    found.push(...page.lines.map(({ id }) => id));
    place = page.next;
  } while (place !== null);
  expect(found).toEqual(all);
  expect(new Set(all).size).toBe(all.length);
});
