import { expect, test } from 'vitest';
import { translatedTemplate } from '#tests/support/forms/translations.ts';
import { copyOf, formProblems, NEW_TEMPLATE, templateInput } from '#src/screens/templates/template-form.ts';
import { changedWords, deletionWords } from '#src/screens/templates/template-words.ts';

test('a new template asks for a name and words, and for no place to sign', () => {
  expect(formProblems(NEW_TEMPLATE)).toEqual([
    { field: 'name', message: 'Enter the name' },
    { field: 'data', message: 'Write the text of the form' },
  ]);
  expect(templateInput(NEW_TEMPLATE).speciality).toBeNull();
  expect(templateInput(NEW_TEMPLATE)).not.toHaveProperty('choices');
  expect(templateInput(NEW_TEMPLATE, []).choices).toEqual([]);
});

test('a copy has the text of a template, and no translation of somebody else’s', () => {
  const translation = { ...translatedTemplate('cy', NEW_TEMPLATE.data), reviewed: true, writers: [] };
  const template = {
    ...NEW_TEMPLATE,
    _id: 'a',
    name: 'Demo',
    data: [...NEW_TEMPLATE.data],
    choices: [],
    version: 3,
    changedAt: null,
    changedBy: null,
  };
  const copy = copyOf({ ...template, translations: [translation] });
  expect(copy).toMatchObject({ name: 'Copy of Demo', data: NEW_TEMPLATE.data, translations: [] });
});

test('words of a template', () => {
  const at = '2026-08-06T14:05:00.000Z';
  expect(changedWords({ changedAt: at, changedBy: 'Demo Lead' }, 'Europe/London')).toBe('6 August 2026, 15:05 BST, by Demo Lead');
  expect(changedWords({ changedAt: at, changedBy: null }, 'Europe/London')).toContain('came with the product');
  expect(deletionWords('FORM_4', true)[1]).toBe('It is the only template for Form 4. Without it nobody can send a Form 4.');
  expect(deletionWords('FORM_4', false)).toHaveLength(1);
});
