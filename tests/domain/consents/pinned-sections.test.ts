import { expect, test } from 'vitest';
import { pinnedRecordOf } from '#domain/consents/pinned-record.ts';
import { EMPTY_FAMILY } from '#domain/family/family.ts';
import { aProcedure } from '#tests/support/forms/document-form.ts';

const section = { id: '01890000-0000-7000-8000-000000000001', title: 'Going home', nodes: [{ text: 'Rest.' }] };
const input = (procedures: ReturnType<typeof aProcedure>[]) => ({
  formType: 'FORM_1' as const,
  template: { templateID: '01890000-0000-7000-8000-000000000002', templateVersion: 1, nodes: [] },
  procedures,
  oldProcedures: [],
  answers: { mattersToMe: '', additionalChoices: [], refusals: [] },
  interpreting: { interpreter: null, interpreterNeeded: false, interpreterNoneReason: '' },
  family: EMPTY_FAMILY,
  capacity: null,
  patient: { firstName: 'Ida', lastName: 'Demo', dateOfBirth: '1950-03-14', nhsNumber: null, hospitalNumber: null },
  translation: null,
  recipients: [],
});

test('a form with a section has a record of the second shape, with the section by its members alone', () => {
  const wider = { ...section, note: 'not shown' };
  const record = pinnedRecordOf(input([aProcedure(), aProcedure({ sections: [wider] })]));
  expect(record.shownVersion).toBe(2);
  expect(record.procedures.map(({ sections }) => sections)).toEqual([null, [section]]);
});

test.each([
  ['no member', {}],
  ['an empty list', { sections: [] }],
  ['null', { sections: null }],
])('without sections (%s) the record is of the first shape, and has no such member', (_, change) => {
  const record = pinnedRecordOf(input([aProcedure(change)]));
  expect(record.shownVersion).toBeUndefined();
  expect(Object.keys(record.procedures[0]!)).toEqual(Object.keys(aProcedure()));
});

test('a tablet of a build before showed no sections: its record has none', () => {
  const record = pinnedRecordOf(input([aProcedure({ sections: [section] })]), { isByOlderBuild: true });
  expect(record).toEqual(pinnedRecordOf(input([aProcedure()])));
});
