import { expect, test } from 'vitest';
import { formsOfAge } from '#domain/forms-by-age.ts';
import { instantAt } from '#domain/zoned-time.ts';

test.each([
  [0, 'FORM_2 FORM_1 FORM_3'],
  [15, 'FORM_2 FORM_1 FORM_3'],
  [16, 'FORM_1 FORM_2 FORM_3 FORM_4'],
  [17, 'FORM_1 FORM_2 FORM_3 FORM_4'],
  [18, 'FORM_1 FORM_3 FORM_4'],
])('at %s years the forms are %s', (age, forms) => {
  expect(formsOfAge(age).join(' ')).toBe(forms);
});

test.each([
  ['2026-01-10', '14:02', '2026-01-10T14:02:00.000Z'],
  ['2026-08-06', '15:05', '2026-08-06T14:05:00.000Z'],
  ['2026-08-06', '00:10', '2026-08-05T23:10:00.000Z'],
  // The clocks go back at 02:00 BST: 01:30 comes twice.
  ['2026-10-25', '01:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25', '03:00', '2026-10-25T03:00:00.000Z'],
])('%s %s in London is %s', (date, time, expected) => {
  expect(instantAt(date, time, 'Europe/London')).toBe(expected);
});

test('what is no date or no time is no moment', () => {
  expect(instantAt('2026-02-30', '10:00', 'Europe/London')).toBeNull();
  expect(instantAt('2026-02-03', '24:00', 'Europe/London')).toBeNull();
  expect(instantAt('', '', 'Europe/London')).toBeNull();
});
