import { expect, test } from 'vitest';
import { readDate, readYesNo } from '#domain/imports/import-readings.ts';

test.each([
  ['1950-03-14', '1950-03-14'],
  ['14/03/1950', '1950-03-14'],
  ['14.3.1950', '1950-03-14'],
  ['14-3-1950', '1950-03-14'],
  ['14 Mar 1950', '1950-03-14'],
  ['14-Mar-1950', '1950-03-14'],
  [' 14 march 1950 ', '1950-03-14'],
  ['1 Sept 2001', '2001-09-01'],
  ['29/02/2024', '2024-02-29'],
  ['01/02/1990', '1990-02-01'],
  ['1950-03-14 00:00:00', '1950-03-14'],
  ['1950-03-14T00:00:00.000Z', '1950-03-14'],
])('%s is read as %s, day first', (text, value) => {
  expect(readDate(text, 'Date of birth')).toEqual({ value });
});

test.each([
  ['14/03/50', 'The Date of birth needs a year of four digits, like 14/03/1950'],
  ['14 Mar 50', 'The Date of birth needs a year of four digits, like 14/03/1950'],
  ['18336', 'The Date of birth is a bare number. Write it like 14/03/1950.'],
  ['18336.5', 'The Date of birth is a bare number. Write it like 14/03/1950.'],
  ['19500314', 'The Date of birth is a bare number. Write it like 14/03/1950.'],
  ['1950', 'The Date of birth is not complete. Enter day, month and year.'],
  ['1950-03', 'The Date of birth is not complete. Enter day, month and year.'],
  ['03/1950', 'The Date of birth is not complete. Enter day, month and year.'],
  ['31/02/1971', 'There is no 31 February 1971'],
  ['29/02/2023', 'There is no 29 February 2023'],
  ['0/02/2023', 'There is no 0 February 2023'],
  ['03/14/1950', 'There is no month 14. The day comes first.'],
  ['1950-13-01', 'There is no month 13. The day comes first.'],
  ['14 Foo 1950', 'The Date of birth must be a date like 14/03/1950'],
  ['14/03/1950 10:30', 'The Date of birth must be a date like 14/03/1950'],
  ['yesterday', 'The Date of birth must be a date like 14/03/1950'],
  ['14/03/19500', 'The Date of birth must be a date like 14/03/1950'],
])('%s is no date: %s', (text, fault) => {
  expect(readDate(text, 'Date of birth')).toEqual({ fault });
});

test.each([
  ['yes', true],
  ['Y', true],
  ['1', true],
  ['TRUE', true],
  ['No', false],
  ['n', false],
  ['0', false],
])('%s is %s', (text, value) => {
  expect(readYesNo(text, 'Interpreter')).toEqual({ value });
});

test.each(['ja', '2', '', 'yes and no'])('“%s” is neither yes nor no', (text) => {
  expect(readYesNo(text, 'Interpreter')).toEqual({ fault: 'The Interpreter must be yes or no' });
});
