import { beforeAll, expect, test } from 'vitest';
import { aPatient, draft, sent, signed, signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { caseMaker } from '#tests/support/fhir/case-maker.ts';
import { faultsOf, fhirCheckers } from '#tests/support/fhir/checkers.ts';
import { importTwo } from '#tests/support/fhir/import-two.ts';
import { PLANTED_FAULTS } from '#tests/support/fhir/planted-faults.ts';
import { bundleReader, resourceIn, resourcesIn } from '#tests/support/fhir/read-bundle.ts';
import { allSign, CHILD_BORN, sent2 } from '#tests/support/forms/form-2.ts';
import { capacityWithAttorney, formFourDraft } from '#tests/support/forms/form-4.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// One bundle of each kind, by all checkers, on each push. bundle.test.ts has every state and signer, with the long suites.

let staff: Caller & { token: string };
let signedID: string;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  signedID = await patientOf({ nhsNumber: testNhsNumber(2), hospitalNumber: 'HX1', phoneNumber: '01632 960001', sex: 'FEMALE' });
  await signed(opened, staff, { patientID: signedID });
  await opened.database.db.deleteFrom('jobs').where('kind', '=', 'VIEW').execute();
  await opened.doJobs();
});
let checkers: ReturnType<typeof fhirCheckers>;
let bundleOf: ReturnType<typeof bundleReader>;
beforeAll(() => {
  checkers = fhirCheckers();
  bundleOf = bundleReader(app, staff.token);
});

const patientOf = async (change: Parameters<typeof aPatient>[0]) =>
  (await staff.call('patientCreate', aPatient(change))).data.patient.id;
const makerOf = () => caseMaker(app, { staff, consents: {} });

test('each planted fault is found by at least one checker', async () => {
  const right = await bundleOf(signedID, 'DATA');
  expect(faultsOf(checkers, right)).toEqual([]);
  // A small file in the place of the sealed one: its bytes are no concern of the faults.
  resourceIn(right, 'DocumentReference').content[0].attachment.data = 'JVBERi0=';
  expect(faultsOf(checkers, right)).toEqual([]);
  const table = PLANTED_FAULTS.map(({ name, plant }) => {
    const faulty = structuredClone(right);
    plant(faulty);
    const finders = Object.keys(checkers).filter((each) => (checkers[each]?.(faulty) ?? []).length > 0);
    return { name, finders };
  });
  const found = table.filter(({ finders }) => finders.length > 0).length;
  const lines = table.map(({ name, finders }) => `${name.padEnd(50)} ${finders.join(', ') || 'NOT FOUND'}`);
  process.stdout.write(`${lines.join('\n')}\n${table.length} planted, ${found} found\n`);
  expect([table.length, found]).toEqual([30, 30]);
});

test('forms of an adult that are interpreted, declined, drafted and imported are right to each checker', async () => {
  const nhsNumber = testNhsNumber(1);
  const patientID = await patientOf({
    nhsNumber,
    communication: { language: 'pl', interpreterNeeded: true, format: 'LARGE_PRINT' },
  });
  const interpreter = { name: 'Ines Demo', language: 'Polish', agencyId: 'A 1', adult: true, signing: 'HERE' as const };
  await makerOf().signAll(await sent(staff, { patientID, interpreterNeeded: true, interpreter }));
  const declined = await sent(staff, { patientID, interpreterNoneReason: 'Speaks English well' });
  const refuser = await signerAt(app, staff, declined, ['PATIENT', 1]);
  await refuser.call('recordDecline', { consentID: declined.consentID, reason: 'Not now' });
  await draft(staff, { patientID, mattersToMe: 'Driving' });
  await importTwo(app, nhsNumber);
  const bundle = await bundleOf(patientID);
  expect(faultsOf(checkers, bundle)).toEqual([]);
  const statuses = resourcesIn(bundle, 'Consent').map(({ status }) => status);
  expect(statuses.slice(0, 3)).toEqual(['active', 'rejected', 'draft']);
  // The two that were imported came at one moment, and stand in no order.
  expect(statuses.slice(3).toSorted()).toEqual(['active', 'inactive']);
});

test('forms of a child and of somebody who cannot decide are right to each checker', async () => {
  const child = await patientOf({ dateOfBirth: CHILD_BORN, sex: 'NOT_STATED', firstName: '' });
  await makerOf().signAll(await sent2(staff, { patientID: child, ...allSign() }));
  const older = await patientOf({ dateOfBirth: '1940-01-01', sex: 'INTERSEX' });
  const { consentID, version } = await formFourDraft(staff, { patientID: older, capacity: capacityWithAttorney() });
  await makerOf().signAll((await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data);
  for (const id of [child, older]) {
    const bundle = await bundleOf(id);
    expect(faultsOf(checkers, bundle)).toEqual([]);
    expect(resourcesIn(bundle, 'Provenance')).toHaveLength(1);
  }
});

test('the bundle of each record of a chain of merges is right to each checker', async () => {
  const chain = [];
  for (const lastName of ['Demo-First', 'Demo-Second', 'Demo-Last']) {
    const { patient } = (await staff.call('patientCreate', aPatient({ lastName }))).data;
    chain.push(patient);
    await draft(staff, { patientID: patient.id });
  }
  for (const [at, { id, version }] of chain.slice(0, -1).entries())
    await staff.call('patientUpdateStatus', { id, version, status: 'MERGED', mergedInto: chain[at + 1]!.id });
  for (const [at, { id }] of chain.entries()) {
    const bundle = await bundleOf(id);
    expect(faultsOf(checkers, bundle)).toEqual([]);
    // The record in use has all three; a merged one has its own consent, and names the record in use.
    expect([resourcesIn(bundle, 'Patient').length, resourcesIn(bundle, 'Consent').length]).toEqual(at === 2 ? [3, 3] : [2, 1]);
  }
});
