import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { aPatient, signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { bundleReader, resourcesIn } from '#tests/support/fhir/read-bundle.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { importDesk, soundRows } from '../imports/desk.ts';

type Draft = Partial<Input<'patientCreate'>>;

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

/** Everything that a patient may have, in the values that FHIR has no word of its own for as well. */
const PATIENTS: readonly Draft[] = [
  {
    nhsNumber: testNhsNumber(1),
    hospitalNumber: 'HX1',
    sex: 'FEMALE',
    emailAddress: 'demo@example.org',
    phoneNumber: '+44 1632 960001',
    address: '1 Demo Lane\nDemo Town\nAB1 2CD',
    communication: { language: 'pl', interpreterNeeded: true, format: 'LARGE_PRINT' },
  },
  { firstName: '', lastName: '王', sex: 'MALE', communication: { format: 'EASY_READ', language: 'zh-Hans' } },
  { firstName: 'Anna Maria', lastName: 'van der Demo', sex: 'INTERSEX', communication: { format: 'READ_ALOUD' } },
  { sex: 'NOT_STATED', hospitalNumber: 'HX 2/3' },
  {},
];

test.each(PATIENTS)('the patient %j that left as FHIR comes in again with the same data', async (change) => {
  const { patient } = (await staff.call('patientCreate', aPatient(change))).data;
  const second = await signIn(app, 'admin@second.nhs.uk');
  const desk = importDesk(app, second.token);
  const bundle = await bundleReader(app, staff.token)(patient.id);
  const preview = await desk.preview(JSON.stringify(bundle));
  expect(preview.data.map(({ errors }) => errors)).toEqual([[]]);
  const { id } = patient;
  const { data } = await desk.add({ patients: soundRows(preview).map((row) => ({ ...row, id })) });
  expect(data.created).toBe(1);
  expect(fieldsOf((await second.call('patientGetDetails', { id })).data.patient)).toEqual(fieldsOf(patient));
});

test.each(['INACTIVE', 'DECEASED'] as const)('a patient who is %s comes in again as such', async (status) => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  await staff.call('patientUpdateStatus', { id: patient.id, version: patient.version, status });
  const bundle = await bundleReader(app, staff.token)(patient.id);
  const { data } = await importDesk(app, staff.token).preview(JSON.stringify(bundle));
  expect(data[0]!.value).toMatchObject({ status });
});

test('a protected patient comes in again as protected, without the contact details', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient({ restricted: true, address: '7 Demo Lane' }))).data;
  const bundle = await bundleReader(app, staff.token)(patient.id);
  const { data } = await importDesk(app, staff.token).preview(JSON.stringify(bundle));
  expect(data[0]!.value).toMatchObject({ restricted: true });
  expect(JSON.stringify(data[0]!.value)).not.toContain('Demo Lane');
});

test('a faulty NHS number in a bundle of UK Core’s shape is told at its row, and is left as it was', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient({ nhsNumber: testNhsNumber(3) }))).data;
  const bundle = await bundleReader(app, staff.token)(patient.id);
  const faulty = structuredClone(bundle);
  const [resource] = resourcesIn(faulty, 'Patient');
  const wrong = `${resource.identifier[0].value.slice(0, 9)}${(Number(resource.identifier[0].value[9]) + 1) % 10}`;
  resource.identifier[0].value = wrong;
  const type = 'searchset';
  const both = {
    ...bundle,
    type,
    entry: [...faulty.entry.slice(0, 1), { resource: { resourceType: 'Organization' } }, ...bundle.entry],
  };
  const { data } = await importDesk(app, staff.token).preview(JSON.stringify(both));
  expect(data.map(({ row, errors }) => [row, errors.map(({ path }) => path)])).toEqual([
    [1, ['nhsNumber']],
    [3, []],
  ]);
  expect(data[0]!.value).toMatchObject({ nhsNumber: wrong });
});

function fieldsOf({
  id: _i,
  recordID: _r,
  organisationID: _o,
  version: _v,
  createdAt: _c,
  updatedAt: _u,
  ...fields
}: object & Record<string, unknown>) {
  return fields;
}
