import { expect, test } from 'vitest';
import type { Patient } from '#domain/patients/patient.ts';
import { EMPTY_PATIENT } from '#domain/patients/patient.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import type { CaseEnded } from '#domain/cases/case-end.ts';
import { CASE_STATUSES, type CaseStatus } from '#domain/base/states.ts';
import { signatureType, statusesOf } from '#server/work/fhir/fhir-codes.ts';
import { derivedId } from '#server/work/fhir/fhir-ids.ts';
import { fhirPatient } from '#server/work/fhir/fhir-patient.ts';

const PATIENT: Patient = {
  ...EMPTY_PATIENT,
  id: '018f3a10-0000-7000-8000-000000000001',
  recordID: 'P-000001',
  lastName: 'Demo',
  dateOfBirth: '1950-03-14',
  organisationID: '018f3a10-0000-7000-8000-000000000002',
  status: 'ACTIVE',
  mergedInto: null,
  version: 1,
  createdAt: '2026-08-06T14:05:00.000Z',
  updatedAt: '2026-08-06T14:05:00.000Z',
};
const mapped = (change: Partial<Patient>, survivorId: string | null = null) =>
  fhirPatient({ patient: { ...PATIENT, ...change }, origin: 'https://assent.example', survivorId });

test('each status of a version and what it is as a ServiceRequest and a QuestionnaireResponse', () => {
  const table = CASE_STATUSES.map((status) => [status, ...Object.values(statusesOf({ status, ended: null }))]);
  expect(table).toEqual([
    ['DRAFT', 'draft', 'in-progress'],
    ['UNDER_REVIEW', 'draft', 'in-progress'],
    ['READY', 'draft', 'in-progress'],
    ['SENT', 'active', 'completed'],
    ['PARTIALLY_SIGNED', 'active', 'completed'],
    ['SIGNED', 'active', 'completed'],
    ['DECLINED', 'revoked', 'completed'],
    ['WITHDRAWN', 'revoked', 'completed'],
    ['EXPIRED', 'revoked', 'completed'],
    ['VOIDED', 'entered-in-error', 'entered-in-error'],
    ['SUPERSEDED', 'revoked', 'completed'],
  ]);
});

test('what was asked for is completed once the operation was done, revoked once it is closed, and unknown while nobody has settled which', () => {
  const done: CaseEnded = { kind: 'DONE', on: '2026-08-07', source: 'LIST', by: 'Demo', at: '2026-08-07T11:00:00.000Z' };
  const request = (status: CaseStatus, ended: CaseEnded) => statusesOf({ status, ended }).request;
  expect(request('SIGNED', done)).toBe('completed');
  expect(request('SIGNED', { ...done, takenBackAt: '2026-08-08T11:00:00.000Z' })).toBe('unknown');
  expect(request('SIGNED', { ...done, kind: 'CLOSED' })).toBe('revoked');
  expect(request('SENT', done)).toBe('revoked');
  expect(request('VOIDED', done)).toBe('entered-in-error');
});

test('each role signs as what ASTM E1762 calls it', () => {
  const codes = SIGNER_ROLES.map((role) => [role, Number(signatureType(role).code.split('.').at(-1))]);
  expect(Object.fromEntries(codes)).toEqual({
    PATIENT: 7,
    PARENT: 7,
    CHILD: 7,
    CLINICIAN: 1,
    CONFIRMER: 5,
    INTERPRETER: 12,
    WITNESS: 11,
    SECOND_OPINION: 6,
    CONSULTEE: 3,
  });
});

test.each([
  ['ACTIVE', true, undefined],
  ['INACTIVE', false, undefined],
  ['DECEASED', true, true],
  ['MERGED', false, undefined],
] as const)('a patient who is %s: active %s, deceased %s', (status, active, deceasedBoolean) => {
  expect(mapped({ status })).toMatchObject({ active, ...(deceasedBoolean ? { deceasedBoolean } : {}) });
  expect('deceasedBoolean' in mapped({ status })).toBe(deceasedBoolean === true);
});

test.each([
  ['FEMALE', 'female'],
  ['MALE', 'male'],
  ['INTERSEX', 'other'],
  ['NOT_STATED', 'unknown'],
  [null, 'unknown'],
] as const)('sex %s: gender %s', (sex, gender) => {
  expect(mapped({ sex }).gender).toBe(gender);
});

test('an NHS number stands with what is known of it, a hospital number with whose it is', () => {
  expect(mapped({ nhsNumber: '9990000018', hospitalNumber: 'HX1' }).identifier).toEqual([
    {
      extension: [
        {
          url: 'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-NHSNumberVerificationStatus',
          valueCodeableConcept: {
            coding: [
              {
                system: 'https://fhir.hl7.org.uk/CodeSystem/UKCore-NHSNumberVerificationStatusEngland',
                code: '02',
                display: 'Number present but not traced',
              },
            ],
          },
        },
      ],
      system: 'https://fhir.nhs.uk/Id/nhs-number',
      value: '9990000018',
    },
    {
      type: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR', display: 'Medical record number' }],
      },
      system: 'https://assent.example/id/hospital-number',
      value: 'HX1',
    },
  ]);
  expect('identifier' in mapped({})).toBe(false);
});

test('a protected patient has a label and no contact details, even where the reader of the row may see them', () => {
  const contact = { emailAddress: 'demo@example.org', phoneNumber: '01632 960001', address: '1 Demo Lane' };
  const open = mapped(contact);
  expect([open.telecom?.length, open.address, open.meta.security]).toEqual([2, [{ text: '1 Demo Lane' }], undefined]);
  const hidden = mapped({ ...contact, restricted: true });
  expect([hidden.telecom, hidden.address]).toEqual([undefined, undefined]);
  expect(hidden.meta.security).toMatchObject([{ code: 'R' }]);
});

test('a merged patient whose other record is out of reach refers to nothing', () => {
  expect(mapped({ status: 'MERGED' }).link).toEqual([
    { other: { display: 'Another record of this organisation' }, type: 'replaced-by' },
  ]);
});

test('a derived id is a UUIDv8 of what it is made of', () => {
  expect(derivedId('Provenance', '1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(derivedId('Provenance', '1')).toBe(derivedId('Provenance', '1'));
  expect(new Set(['Provenance', 'RelatedPerson'].flatMap((kind) => ['1', '2'].map((id) => derivedId(kind, id)))).size).toBe(4);
});
