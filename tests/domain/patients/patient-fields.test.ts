import {
  applyFieldChanges,
  emptyOf,
  fieldEntries,
  fromColumns,
  markedFields,
  nullable,
  toColumns,
  type Fields,
  type MarkedField,
} from '#domain/values/field.ts';
import { controlWords, emptyForm, formFieldsOf, fromForm, toForm } from '#domain/values/field-form.ts';
import { PATIENT_FIELDS, PATIENT_FORM_ORDER } from '#domain/patients/patient-fields.ts';
import { GUARDED_PATIENT_FIELDS, Patient, PatientDraft } from '#domain/patients/patient.ts';
import { PATIENT_FORM_FIELDS, patientFieldLabel } from '#domain/patients/patient-words.ts';
import { ShownPatient, shownPatientOf } from '#domain/patients/shown-patient.ts';
import { SingleLine } from '#domain/values/text.ts';
import * as v from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';

// A field that no patient has yet, as somebody would add one.
const nickname = {
  label: 'Nickname',
  control: { kind: 'text' },
  isOptional: true,
  ...nullable(SingleLine({ label: 'Nickname', least: 1, most: 100 }), v.string()),
  column: 'nickname',
  isGuarded: true,
  isShownToSigner: false,
} as const;
const PLANTED = { ...PATIENT_FIELDS, nickname } as const satisfies Fields;

test('a new field is a line of the table: draft, edit, stored shape, form and columns have it with no other change', () => {
  const typed = {
    ...emptyForm(PLANTED),
    lastName: 'Demo-Rowan',
    dateOfBirth: '1950-03-14',
    interpreterNeeded: 'NO',
    nickname: ' Am ',
  };
  const draft = v.parse(v.strictObject(fieldEntries(PLANTED, 'draft')), fromForm(PLANTED, typed));
  const made = applyFieldChanges(PLANTED, draft, emptyOf(PLANTED));
  const row = toColumns(PLANTED, made);
  expect(row.nickname).toBe('Am');
  const told = v.parse(v.object(fieldEntries(PLANTED, 'stored')), fromColumns(PLANTED, row));
  expect(toForm(PLANTED, told)).toEqual({ ...typed, nickname: 'Am' });
  const edit = v.strictObject(fieldEntries(PLANTED, 'change'));
  expect(applyFieldChanges(PLANTED, v.parse(edit, { nickname: null }), made)).toEqual({ ...made, nickname: null });
  expect(applyFieldChanges(PLANTED, v.parse(edit, { lastName: 'Demo-Oak' }), made)).toEqual({ ...made, lastName: 'Demo-Oak' });
  expect(formFieldsOf(PLANTED).nickname.label).toBe('Nickname');
  expect(markedFields(PLANTED, 'isGuarded')).toContain('nickname');
  expectTypeOf(row.nickname).toEqualTypeOf<string | null>();
  expectTypeOf(told.nickname).toEqualTypeOf<string | null>();
});

test('a field of which something is not said does not compile', () => {
  const { column: _column, ...withoutColumn } = nickname;
  const { stored: _stored, ...withoutStored } = nickname;
  const { control: _control, ...withoutControl } = nickname;
  const { isShownToSigner: _shown, ...withoutShown } = nickname;
  // @ts-expect-error -- nobody said where it is stored
  ({ withoutColumn }) satisfies Fields;
  // @ts-expect-error -- nobody said what is stored
  ({ withoutStored }) satisfies Fields;
  // @ts-expect-error -- nobody said how it is filled in
  ({ withoutControl }) satisfies Fields;
  // @ts-expect-error -- nobody said whether it is part of what is signed
  ({ withoutShown }) satisfies Fields;
  // @ts-expect-error -- no screen has a widget of this kind
  ({ nickname: { ...nickname, control: { kind: 'slider' } } }) satisfies Fields;
  const shown = { ...nickname, isShownToSigner: true } as const;
  type Shown = MarkedField<typeof PATIENT_FIELDS & { nickname: typeof shown }, 'isShownToSigner'>;
  // @ts-expect-error -- the signer's pages do not have it
  ShownPatient.entries satisfies { [F in Shown]: v.GenericSchema };
  expect(Object.keys(withoutColumn)).not.toContain('column');
});

test('every field stands in the form once, under a heading, with a label of its own', () => {
  expect([...PATIENT_FORM_ORDER].toSorted()).toEqual(Object.keys(PATIENT_FORM_FIELDS).toSorted());
  const labels = PATIENT_FORM_ORDER.map((field) => PATIENT_FORM_FIELDS[field].label);
  expect(new Set(labels).size).toBe(labels.length);
  for (const name of [...Object.keys(PATIENT_FIELDS), ...PATIENT_FORM_ORDER]) expect(patientFieldLabel(name), name).toBeDefined();
});

test('draft and told patient have every field, each column holds one, and what is empty is a patient as well', () => {
  const names = Object.keys(PATIENT_FIELDS);
  expect(Object.keys(PatientDraft.entries)).toEqual(names);
  expect(Object.keys(Patient.entries)).toEqual(expect.arrayContaining(names));
  expect(new Set(Object.values(PATIENT_FIELDS).map(({ column }) => column)).size).toBe(names.length);
  expect(v.parse(v.object(fieldEntries(PATIENT_FIELDS, 'stored')), emptyOf(PATIENT_FIELDS))).toEqual(emptyOf(PATIENT_FIELDS));
});

test('who somebody is is guarded, and a signer is shown just what the table says', () => {
  expect(GUARDED_PATIENT_FIELDS).toEqual(['firstName', 'lastName', 'dateOfBirth', 'nhsNumber', 'hospitalNumber']);
  expect(Object.keys(ShownPatient.entries)).toEqual(markedFields(PATIENT_FIELDS, 'isShownToSigner'));
  const wider = { ...emptyOf(PATIENT_FIELDS), lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' };
  expect(Object.keys(shownPatientOf(wider))).toEqual(Object.keys(ShownPatient.entries));
});

test('a part that is not given has its default, and what is not changed stays', () => {
  const before = { ...emptyOf(PATIENT_FIELDS), address: '1 Demo Road' };
  const after = applyFieldChanges(PATIENT_FIELDS, { communication: { language: 'pl' } }, before);
  expect(after).toEqual({
    ...before,
    communication: { language: 'pl', interpreterNeeded: false, format: 'STANDARD', preferred: null, refused: [] },
  });
});

test('a box is read in words, and text that is none of its kind stays as it was typed', () => {
  expect(controlWords({ kind: 'date' }, '1950-03-14')).toBe('14 March 1950');
  expect(controlWords({ kind: 'date' }, '31 February')).toBe('31 February');
  expect(controlWords({ kind: 'nhsNumber' }, '9990000018')).toBe('999 000 0018');
  expect(controlWords({ kind: 'yesNo' }, 'NO')).toBe('No');
  expect(controlWords(PATIENT_FORM_FIELDS.format.control, 'EASY_READ')).toBe('Easy read');
  expect(controlWords(PATIENT_FORM_FIELDS.format.control, 'BRAILLE')).toBe('BRAILLE');
});
