import { expect, test } from 'vitest';
import { readConsentRow } from '#domain/imports/import-consent.ts';
import { guessColumns } from '#domain/imports/import-columns.ts';
import { CONSENT_IMPORT } from '#domain/imports/import-consent.ts';

const CLOCK = { now: Date.parse('2026-08-06T14:05:00.000Z'), timeZone: 'Europe/London' };
const PLAIN = {
  nhsNumber: '999 000 0018',
  dateOfBirth: '14/03/1950',
  procedure: 'Cataract surgery',
  side: 'R',
  formType: '1',
  status: 'signed',
  signedAt: '20 Jul 2026',
};
const read = (texts: Record<string, string>) => readConsentRow(new Map(Object.entries({ ...PLAIN, ...texts })), CLOCK);

test('a whole row becomes a consent', () => {
  expect(
    read({ clinicianName: 'Mr Demo', signerName: 'Amber Demo', signerRole: 'patient', note: 'Two eyes', externalID: 'C-1' }),
  ).toEqual({
    errors: [],
    value: {
      nhsNumber: '9990000018',
      dateOfBirth: '1950-03-14',
      procedure: 'Cataract surgery',
      side: 'RIGHT',
      formType: 'FORM_1',
      status: 'SIGNED',
      signedAt: '2026-07-20',
      clinicianName: 'Mr Demo',
      signerName: 'Amber Demo',
      signerRole: 'PATIENT',
      note: 'Two eyes',
      externalID: 'C-1',
    },
  });
});

test.each([
  ['nhsNumber', '9990000019', 'The NHS number is not valid: please check each digit'],
  ['nhsNumber', '', 'Enter the NHS number, the hospital number or the name'],
  ['dateOfBirth', '', 'Enter the date of birth'],
  ['dateOfBirth', '31/02/1971', 'There is no 31 February 1971'],
  ['procedure', '', 'Enter the procedure'],
  ['procedure', '#REF!', 'The Procedure is a fault of the spreadsheet: #REF!'],
  ['side', 'upper', 'The Side must be one of LEFT, RIGHT, BOTH, NOT_APPLICABLE'],
  // Names that every object has.
  ...(['side', 'formType', 'status', 'signerRole'] as const).flatMap((field) =>
    ['constructor', '__proto__', 'toString'].map((text): [string, string, string] => [field, text, 'must be one of']),
  ),
  ['formType', '', 'Enter the form'],
  ['formType', 'Form 9', 'The Form must be one of FORM_1, FORM_2, FORM_3, FORM_4'],
  ['status', '', 'Enter the state'],
  ['status', 'SENT', 'The State must be one of SIGNED, DECLINED, WITHDRAWN, EXPIRED, VOIDED'],
  ['status', 'DRAFT', 'The State must be one of SIGNED, DECLINED, WITHDRAWN, EXPIRED, VOIDED'],
  ['signedAt', '', 'Enter when it was signed'],
  ['signedAt', '7/8/2026', 'The time of signing must not be in the future'],
  ['signedAt', '2026-08-06T14:06:00Z', 'The time of signing must not be in the future'],
  ['signedAt', '13/03/1950', 'The time of signing must not be before the patient was born'],
  ['signedAt', '20/07/26', 'The time of signing needs a year of four digits, like 14/03/1950'],
  ['signedAt', '2026-02-30T10:00:00Z', 'There is no 30 February 2026'],
  ['signerRole', 'PATIENT', 'Enter the name of who signed'],
  ['signerRole', 'CONFIRMER', 'The Role of who signed must be one of PATIENT'],
  ['externalID', 'x'.repeat(101), 'The Reference must be at most 100 characters'],
  ['note', 'x'.repeat(2001), 'The Note must be at most 2000 characters'],
])('%s %j: %s', (field, text, message) => {
  const { value, errors } = read({ [field]: text });
  expect(errors.map((each) => each.message)).toEqual([expect.stringContaining(message)]);
  // The text stays, so that it can be mended.
  if (text !== '' && !message.startsWith('The time of signing must not be before'))
    expect(value).toMatchObject({ [field]: expect.any(String) });
});

test.each([
  ['side', ['left', 'LEFT', 'L', 'Left side'], 'LEFT'],
  ['side', ['both', 'bilateral', 'B', 'both sides'], 'BOTH'],
  ['side', ['n/a', 'none', 'NOT_APPLICABLE'], 'NOT_APPLICABLE'],
  ['formType', ['2', 'FORM_2', 'Form 2', 'consent form 2'], 'FORM_2'],
  ['status', ['Recorded in error', 'VOIDED', 'voided'], 'VOIDED'],
  ['signedAt', ['2026-07-20', '20/07/2026', '2026-07-20T00:00:00Z'], '2026-07-20'],
  [
    'signedAt',
    ['2026-07-20T13:05:00Z', '2026-07-20 14:05', '20/07/2026 14:05:00', '2026-07-20T14:05:00+01:00'],
    '2026-07-20T13:05:00.000Z',
  ],
] as const)('%s: %j mean %s', (field, texts, value) => {
  for (const text of texts) expect(read({ [field]: text }), text).toMatchObject({ errors: [], value: { [field]: value } });
});

test('a role is read by its word, by that of the wire, and as builds before wrote it; a confirmation is no signature', () => {
  const role = (signerRole: string) => read({ formType: '4', signerName: 'Amber Demo', signerRole }).value.signerRole;
  for (const text of ['Person consulted', 'CONSULTEE', 'Consultee', 'consultee']) expect(role(text), text).toBe('CONSULTEE');
  for (const text of ['Witness', 'Second opinion', 'SECOND_OPINION'])
    expect(role(text)).toBe(text.toUpperCase().replace(' ', '_'));
  for (const signerRole of ['Confirmer', 'Confirming clinician'])
    expect(read({ signerName: 'Amber Demo', signerRole }).errors).toMatchObject([{ path: 'signerRole' }]);
});

test.each(['DECLINED', 'EXPIRED', 'VOIDED'])('%s: nobody need have signed', (status) => {
  expect(read({ status, signedAt: '' }).errors).toEqual([]);
});

test('the patient does not sign Form 4', () => {
  const texts = { formType: '4', signerName: 'Amber', signerRole: 'PATIENT' };
  expect(read(texts).errors).toEqual([{ path: 'signerRole', message: 'The patient does not sign Form 4' }]);
  expect(read({ ...texts, signerRole: 'CLINICIAN' }).errors).toEqual([]);
});

test('headings of other systems and the names of the fields are known', () => {
  for (const field of Object.keys(CONSENT_IMPORT))
    expect(guessColumns([field], CONSENT_IMPORT)).toEqual([{ heading: field, field }]);
  const headings = [
    'Surname',
    'DOB',
    'MRN',
    'Operation',
    'Laterality',
    'Signed at',
    'Consultant',
    'Signer Role',
    'External ID',
    'Ward',
  ];
  expect(guessColumns(headings, CONSENT_IMPORT).map(({ field }) => field)).toEqual([
    'lastName',
    'dateOfBirth',
    'hospitalNumber',
    'procedure',
    'side',
    'signedAt',
    'clinicianName',
    'signerRole',
    'externalID',
    null,
  ]);
});
