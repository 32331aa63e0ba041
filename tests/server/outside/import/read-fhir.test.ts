import { expect, test } from 'vitest';
import type { RowNote } from '#domain/imports/import-table.ts';
import { readFhir } from '#server/outside/import/read-fhir.ts';
import { FHIR_READER } from './thread-for-tests.ts';

const UK = 'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-';
const CONFIDENTIALITY = 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality';
const bundleOf = (...resources: object[]) =>
  JSON.stringify({ resourceType: 'Bundle', type: 'searchset', entry: resources.map((resource) => ({ resource })) });

/** The texts of one Patient by their fields. */
function read(patient: object): Record<string, unknown> & { warnings: readonly RowNote[] | undefined } {
  const { headings, fields = [], rows } = readFhir(bundleOf({ resourceType: 'Patient', ...patient }), FHIR_READER);
  const texts = fields.flatMap((field, at) => (field === null || !rows[0]?.cells[at] ? [] : [[field, rows[0].cells[at]]]));
  const ignored = headings.filter((_, at) => fields[at] === null);
  return { ...(Object.fromEntries(texts) as Record<string, string>), warnings: rows[0]?.warnings, ignored };
}
const coded = (code: string, system = 'urn:ietf:bcp:47') => ({ coding: [{ system, code }] });

test('a Patient of UK Core is read whole', () => {
  expect(
    read({
      meta: {
        profile: ['https://fhir.hl7.org.uk/StructureDefinition/UKCore-Patient'],
        security: [{ system: CONFIDENTIALITY, code: 'R' }],
      },
      identifier: [
        { system: 'https://fhir.nhs.uk/Id/nhs-number', value: '9990000018' },
        { type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] }, value: 'HX1' },
      ],
      name: [
        { use: 'nickname', family: 'Other', given: ['Ned'] },
        { use: 'official', family: 'Demo-Rowan', given: ['Amber', 'Jane'], prefix: ['Ms'] },
      ],
      telecom: [
        { system: 'phone', value: '01632 960000', period: { end: '2020-01-01' } },
        { system: 'phone', value: '01632 960001' },
        { system: 'email', value: 'a@example.org', use: 'home' },
      ],
      gender: 'female',
      birthDate: '1950-03-14',
      address: [
        { use: 'old', line: ['9 Old Road'] },
        { line: ['1 Lane', 'Village'], city: 'Town', postalCode: 'AB1 2CD', period: { end: '2026-12' } },
      ],
      communication: [{ language: coded('en') }, { language: coded('pl'), preferred: true }],
      extension: [
        { url: 'http://hl7.org/fhir/StructureDefinition/patient-interpreterRequired', valueBoolean: true },
        {
          url: `${UK}ContactPreference`,
          extension: [{ url: 'PreferredWrittenCommunicationFormat', valueCodeableConcept: coded('11', 'x') }],
        },
      ],
      contact: [{ name: { text: 'Somebody' } }],
      maritalStatus: { text: 'Single' },
    }),
  ).toEqual({
    lastName: 'Demo-Rowan',
    firstName: 'Amber Jane',
    dateOfBirth: '1950-03-14',
    nhsNumber: '9990000018',
    hospitalNumber: 'HX1',
    sex: 'female',
    phoneNumber: '01632 960001',
    emailAddress: 'a@example.org',
    address: '1 Lane\nVillage\nTown\nAB1 2CD',
    restricted: 'yes',
    language: 'pl',
    interpreterNeeded: 'yes',
    format: 'LARGE_PRINT',
    warnings: [],
    ignored: ['contact', 'maritalStatus'],
  });
});

test.each([
  ['R', 'yes'],
  ['V', 'yes'],
  ['N', undefined],
])('security %s: restricted %s', (code, restricted) => {
  expect(read({ meta: { security: [{ system: CONFIDENTIALITY, code }] } }).restricted).toBe(restricted);
  expect(read({ meta: { security: [{ system: 'other', code }] } }).restricted).toBeUndefined();
});

test.each<[object, string | undefined]>([
  [{ deceasedBoolean: true }, 'DECEASED'],
  [{ deceasedBoolean: false }, undefined],
  [{ deceasedDateTime: '2020-01-01' }, 'DECEASED'],
  [{ deceasedDateTime: '2020', active: false }, 'DECEASED'],
  [{ active: false }, 'INACTIVE'],
  [{ active: true }, undefined],
])('%j: status %s', (patient, status) => {
  expect(read(patient).status).toBe(status);
});

test.each<[object, Record<string, string | undefined>]>([
  [{ name: [{ text: 'Demo Rowan' }] }, { lastName: 'Demo Rowan', firstName: undefined }],
  [{ name: [{ family: 'Demo' }, { family: 'Two' }] }, { lastName: 'Demo' }],
  [{ name: [{ given: ['Amber'] }] }, { lastName: undefined, firstName: 'Amber' }],
  [{ name: 'Demo' }, { lastName: undefined }],
  [{ birthDate: '1950-03' }, { dateOfBirth: '1950-03' }],
  [{ birthDate: { year: 1950 } }, { dateOfBirth: undefined }],
  [{ gender: 'unknown' }, { sex: undefined }],
  [{ identifier: [{ system: 'https://assent.example/id/hospital-number', value: 'HX2' }] }, { hospitalNumber: 'HX2' }],
  [{ identifier: [{ system: 'https://fhir.nhs.uk/Id/nhs-number', value: '9990000018', use: 'old' }] }, { nhsNumber: undefined }],
])('%j is read as %j', (patient, texts) => {
  const found = read(patient);
  const shown: Record<string, unknown> = found;
  for (const [field, text] of Object.entries(texts)) expect([field, shown[field]]).toEqual([field, text]);
});

test('the retired extension of UK Core says language and interpreter where nothing newer does', () => {
  const retired = {
    url: `${UK}NHSCommunication`,
    extension: [
      { url: 'language', valueCodeableConcept: coded('fr', 'https://fhir.hl7.org.uk/CodeSystem/UKCore-HumanLanguage') },
      { url: 'interpreterRequired', valueBoolean: true },
    ],
  };
  expect(read({ extension: [retired] })).toMatchObject({ language: 'fr', interpreterNeeded: 'yes' });
  expect(read({ extension: [retired], communication: [{ language: coded('pl') }] })).toMatchObject({ language: 'pl' });
});

test('“other”, Braille and a merged record are told', () => {
  const format = { url: 'PreferredWrittenCommunicationFormat', valueCodeableConcept: coded('12', 'x') };
  const { sex, warnings } = read({
    gender: 'other',
    extension: [{ url: `${UK}ContactPreference`, extension: [format] }],
    link: [{ type: 'replaced-by', other: { reference: 'Patient/1' } }],
  });
  expect(sex).toBe('INTERSEX');
  expect(warnings?.map(({ path }) => path)).toEqual(['sex', 'communication.format', 'status']);
});

test.each([
  ['1', 'LETTER', 0],
  ['4', 'EMAIL', 0],
  ['9', 'SMS', 0],
  ['3', undefined, 1],
  ['8', undefined, 1],
])('the preferred way of contact %s is %s, and one by which no message goes is named', (code, channel, notes) => {
  const coding = coded(code, 'https://fhir.hl7.org.uk/CodeSystem/UKCore-PreferredContactMethod');
  const method = { url: 'PreferredContactMethod', valueCodeableConcept: coding };
  const { preferred, warnings } = read({ extension: [{ url: `${UK}ContactPreference`, extension: [method] }] });
  expect([preferred, warnings?.map(({ path }) => path)]).toEqual([channel, Array(notes).fill('communication.preferred')]);
});

test('rows are numbered by their entry, other resources are left out by name, and an empty Patient is a row', () => {
  const text = bundleOf(
    { resourceType: 'Organization' },
    { resourceType: 'Patient', birthDate: '1950-03-14' },
    { resourceType: 'Patient' },
  );
  expect(readFhir(text, FHIR_READER)).toEqual({
    headings: ['birthDate', 'Organization'],
    fields: ['dateOfBirth', null],
    rows: [
      { row: 2, cells: ['1950-03-14'], warnings: [], leftOut: [] },
      { row: 3, cells: [], warnings: [], leftOut: [] },
    ],
  });
});

test.each(['collection', 'searchset', 'batch', 'transaction'])('a Bundle %s without Patients is an empty table', (type) => {
  expect(readFhir(JSON.stringify({ resourceType: 'Bundle', type }), FHIR_READER).rows).toEqual([]);
});
