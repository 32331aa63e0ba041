import { expect, test } from 'vitest';
import { formsOfAge } from '#domain/forms/form-rules.ts';

test.each([
  [0, 'FORM_2'],
  [7, 'FORM_2'],
  [8, 'FORM_2 FORM_1 FORM_3'],
  [15, 'FORM_2 FORM_1 FORM_3'],
  [16, 'FORM_1 FORM_2 FORM_3 FORM_4'],
  [17, 'FORM_1 FORM_2 FORM_3 FORM_4'],
  [18, 'FORM_1 FORM_3 FORM_4'],
])('at %s years the forms are %s', (age, forms) => {
  expect(formsOfAge(age).join(' ')).toBe(forms);
});
