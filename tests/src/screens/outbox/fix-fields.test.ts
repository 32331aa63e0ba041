import { fixFields, fixFieldText, withFixes } from '#src/screens/outbox/fix-fields.ts';
import { expect, test } from 'vitest';
import { id, opened } from './build.ts';

const paths = (item: Parameters<typeof fixFields>[0]) => fixFields(item).map(({ path }) => path);

test('of a new patient every field can be written, of an edit only what it changes', () => {
  expect(paths(opened())).toContain('address');
  expect(paths(opened({ call: 'patientUpdate', input: { id: id(1), phoneNumber: '1', communication: {} } }))).toEqual([
    'phoneNumber',
  ]);
});

test('nobody rewrites a signature or an answer of a patient', () => {
  for (const call of ['recordSign', 'recordAnswers', 'recordDecline', 'consentSend'] as const)
    expect(paths(opened({ call, input: { name: 'Amber Demo-Rowan', mattersToMe: 'Reading', reason: 'No' } }))).toEqual([]);
});

test('what was typed takes its place, and everything else stays to the letter', () => {
  const input = { id: id(1), lastName: 'Demo-Misspelt', firstName: ' kept as it is ', nhsNumber: '9990000018', phoneNumber: '1' };
  const fields = fixFields(opened({ input }));
  expect(withFixes(input, fields, { lastName: 'Demo-Right', nhsNumber: '', phoneNumber: '1' })).toEqual({
    ...input,
    lastName: 'Demo-Right',
    nhsNumber: null,
  });
  // A field that was never set is not set merely because it was shown.
  expect(withFixes(input, fields, { address: '' })).toEqual(input);
});

test('a field within another, and a list of lines, come back as they went', () => {
  const input = {
    consentID: id(4),
    refusals: ['Blood', 'Photographs'],
    interpreter: { name: 'Demo', language: 'pl', phone: null },
  };
  const fields = fixFields(opened({ call: 'consentUpdate', input }));
  expect(fields.map((field) => [field.path, fixFieldText(input, field)])).toEqual([
    ['refusals', 'Blood\nPhotographs'],
    ['interpreter.name', 'Demo'],
    ['interpreter.phone', ''],
    ['interpreter.language', 'pl'],
  ]);
  expect(withFixes(input, fields, { refusals: 'Blood\n\n Students ', 'interpreter.name': 'Demo Interpreter' })).toEqual({
    ...input,
    refusals: ['Blood', 'Students'],
    interpreter: { ...input.interpreter, name: 'Demo Interpreter' },
  });
});
