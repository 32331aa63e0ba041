import { capitalised } from '#domain/base/capitalised.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { AuthorisationCode, TwoFactorCode } from '#domain/accounts/codes.ts';
import { plainPhone, StaffProfile } from '#domain/accounts/staff.ts';

const ID = '018f0000-0000-7000-8000-000000000001';
const good = {
  firstName: 'Maple',
  lastName: 'Demo',
  phoneNumber: '01632960001',
  grade: 'Consultant',
  organisation: [ID],
  speciality: 'Urology',
  specialityID: ID,
  consultantCode: '1234567',
};
const faults = (change: object) =>
  v
    .safeParse(StaffProfile, { ...good, ...change }, { abortPipeEarly: true })
    .issues?.map((issue) => [v.getDotPath(issue)?.split('.')[0], issue.message]);
const firstFault = (schema: v.GenericSchema, given: unknown) =>
  v.safeParse(schema, given, { abortPipeEarly: true }).issues?.[0].message;

test('a profile that is right in every field is taken, names capitalised', () => {
  expect(v.parse(StaffProfile, { ...good, firstName: ' maple anne ', lastName: 'demo' })).toEqual({
    ...good,
    firstName: 'Maple anne',
    lastName: 'Demo',
  });
});

test.each([
  ['firstName', '', 'Enter the first name'],
  ['firstName', '   ', 'Enter the first name'],
  ['firstName', 'M'.repeat(36), 'The First Name must be at most 35 characters'],
  ['firstName', 'Maple2', 'The First Name may only contain letters and spaces'],
  ['firstName', 'Maple-Anne', 'The First Name may only contain letters and spaces'],
  ['lastName', '', 'Enter the last name'],
  ['lastName', 'D'.repeat(36), 'The Last Name must be at most 35 characters'],
  ['lastName', 'De Mo', 'The Last Name may only contain letters'],
  ['phoneNumber', '', 'Enter the phone number'],
  ['phoneNumber', '0163296000', 'The Phone Number must be exactly 11 digits'],
  ['phoneNumber', '016329600012', 'The Phone Number must be exactly 11 digits'],
  ['phoneNumber', '0163296000x', 'The Phone Number must be exactly 11 digits'],
  ['phoneNumber', '+4416329600', 'The Phone Number must be exactly 11 digits'],
  ['phoneNumber', '11632960001', 'The Phone Number must be a phone number that starts with 0'],
  ['grade', '', 'Choose a grade'],
  ['grade', 'M'.repeat(61), 'The Grade must be at most 60 characters'],
  ['organisation', [], 'Choose an organisation'],
  ['organisation', [ID, ID], 'Only one Organisation may be selected'],
  ['organisation', ID, 'Choose an organisation'],
  ['speciality', '', 'Choose a speciality'],
  ['consultantCode', '', 'Enter the registration number'],
  ['consultantCode', '123456', 'The Registration Number must be 7 to 10 characters'],
  ['consultantCode', '12345678901', 'The Registration Number must be 7 to 10 characters'],
  ['consultantCode', '1234-567', 'The Registration Number may only contain letters and digits'],
])('%s %j is told: %s', (field, given, message) => expect(faults({ [field]: given })).toEqual([[field, message]]));

test('the limits themselves are still good', () => {
  for (const change of [
    { firstName: 'M'.repeat(35), lastName: 'D'.repeat(35) },
    { firstName: 'Żółć 王伟', lastName: 'أمل' },
    { consultantCode: 'AB12345' },
    { consultantCode: 'AB12345678' },
    { grade: 'M'.repeat(60) },
  ])
    expect(faults(change)).toBeUndefined();
});

test('every message of a wrong profile comes at once, and a field that is not in it is refused', () => {
  expect(faults({ firstName: '', lastName: '', phoneNumber: '', consultantCode: '' })).toHaveLength(4);
  expect(faults({ status: 'ACTIVE' })?.map(([path]) => path)).toEqual(['status']);
});

test.each([
  ['+44 1632 960001', '01632960001'],
  ['+44 (0)1632 960001', '01632960001'],
  ['01632 960 001', '01632960001'],
  ['01632-960-001', '01632960001'],
  ['not a phone', 'notaphone'],
])('the phone number %s is %s on the wire', (typed, plain) => expect(plainPhone(typed)).toBe(plain));

test('only the first letter of a name is made large', () => {
  expect(['maple', 'mcDemo', 'éclair', 'ß', ''].map(capitalised)).toEqual(['Maple', 'McDemo', 'Éclair', 'SS', '']);
});

test('a two-factor code is six digits, however an app spaces them', () => {
  for (const given of ['123456', '123 456', ' 123456 ']) expect(v.parse(TwoFactorCode, given)).toBe('123456');
  for (const given of ['12345', '1234567', '12345a', '', '１２３４５６'])
    expect(firstFault(TwoFactorCode, given)).toBe('Enter all 6 digits');
});

test('a mailed code is read in any case, with spaces, dashes and look-alike letters', () => {
  for (const given of ['01ABCDEF', 'o1abcdef', 'OLab-cdef', ' 0i AB CD EF '])
    expect(v.parse(AuthorisationCode, given)).toBe('01ABCDEF');
  for (const given of ['', '01ABCDE', '01ABCDEFG', '01ABCDEU'])
    expect(firstFault(AuthorisationCode, given)).toBe('Enter the 8 letters and digits from the email');
});
