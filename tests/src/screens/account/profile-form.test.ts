import { profileFieldOf, readProfileForm, type ProfileForm } from '#src/screens/account/profile-form.ts';
import { expect, test } from 'vitest';

const SPECIALITY = { _id: '01a1fe57-3512-7a25-a49d-c4a76e05b741', name: 'Urology' };
const ORGANISATION = { _id: '01a1fe57-3512-7a25-a49d-c4a76e05b742', name: 'Demo General Hospital' };

const RIGHT: ProfileForm = {
  firstName: 'violet ann',
  lastName: 'stone',
  phoneNumber: '+44 1632 960 001',
  grade: 'Consultant',
  organisation: ORGANISATION,
  speciality: SPECIALITY._id,
  consultantCode: '1234567',
};

const EMPTY_PROFILE: ProfileForm = {
  firstName: '',
  lastName: '',
  phoneNumber: '',
  grade: '',
  organisation: null,
  speciality: '',
  consultantCode: '',
};

test('what is typed becomes the payload of the specification, capitalised and with a plain phone number', () => {
  expect(readProfileForm(RIGHT, [SPECIALITY]).draft).toEqual({
    firstName: 'Violet ann',
    lastName: 'Stone',
    phoneNumber: '01632960001',
    grade: 'Consultant',
    organisation: [ORGANISATION._id],
    speciality: 'Urology',
    specialityID: SPECIALITY._id,
    consultantCode: '1234567',
  });
});

test('an empty form shows what is missing in every field, from top to bottom', () => {
  expect(readProfileForm(EMPTY_PROFILE, [SPECIALITY]).problems).toEqual([
    { field: 'firstName', message: 'Enter the first name' },
    { field: 'lastName', message: 'Enter the last name' },
    { field: 'phoneNumber', message: 'Enter the phone number' },
    { field: 'grade', message: 'Choose a grade' },
    { field: 'organisation', message: 'Choose an organisation' },
    { field: 'speciality', message: 'Choose a speciality' },
    { field: 'consultantCode', message: 'Enter the registration number' },
  ]);
});

test.each([
  ['firstName', 'Violet2', 'The First Name may only contain letters and spaces'],
  ['firstName', 'v'.repeat(36), 'The First Name must be at most 35 characters'],
  ['lastName', 'Stone Hill', 'The Last Name may only contain letters'],
  ['phoneNumber', '0163296000', 'The Phone Number must be exactly 11 digits'],
  ['phoneNumber', '11632960001', 'The Phone Number must be a phone number that starts with 0'],
  ['consultantCode', '123456', 'The Registration Number must be 7 to 10 characters'],
  ['consultantCode', '12345678901', 'The Registration Number must be 7 to 10 characters'],
  ['consultantCode', '12-34567', 'The Registration Number may only contain letters and digits'],
] as const)('%s “%s” is refused: %s', (field, value, message) => {
  expect(readProfileForm({ ...RIGHT, [field]: value }, [SPECIALITY]).problems).toEqual([{ field, message }]);
});

test('a speciality that is no longer offered has to be chosen again', () => {
  expect(readProfileForm(RIGHT, []).problems).toEqual([{ field: 'speciality', message: 'Choose a speciality' }]);
});

test('what the server says of a field stands at its control', () => {
  expect(profileFieldOf('organisation.0')).toBe('organisation');
  expect(profileFieldOf('specialityID')).toBe('speciality');
  expect(profileFieldOf('email')).toBeUndefined();
});
