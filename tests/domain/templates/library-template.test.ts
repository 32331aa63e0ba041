import { expect, test } from 'vitest';
import { nameWithoutType } from '#domain/templates/library-template.ts';

test.each([
  ['FORM_1 Agreement', 'Agreement'],
  ['Agreement for FORM_1', 'Agreement for FORM_1'],
  ['FORM_1', 'FORM_1'],
])('a template that is called %s is shown as %s', (name, shown) => {
  expect(nameWithoutType(name)).toBe(shown);
});
