import { describe, expect, test } from 'vitest';
import { formsOfAge } from '#domain/forms/form-rules.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { newDraft, type Draft } from '#src/screens/builder/draft/draft.ts';
import { chosenFrom } from '#domain/consents/chosen-procedure.ts';
import {
  addProcedure,
  leaveOutRisk,
  moveProcedureUp,
  putRiskBack,
  refreshFromLibrary,
  removeProcedure,
  riskLines,
  whyNotAdded,
} from '#src/screens/builder/procedure/procedure-edits.ts';
import { recentProcedures } from '#src/screens/builder/procedure/procedure-search.ts';
import { chosen, procedure, risk } from '#tests/src/screens/builder/draft/build.ts';

const ADULT = formsOfAge(40);
const CHILD = formsOfAge(9);
const add = (to: Draft, library: Procedure, forms = ADULT) => addProcedure(to, library, { forms });
const whyNot = (to: Draft, library: Procedure, forms = ADULT) => whyNotAdded(to, library, forms);

const library = procedure();
const [tear, dryEye, infection] = library.risks as [
  (typeof library.risks)[number],
  (typeof library.risks)[number],
  (typeof library.risks)[number],
];
const names = (risks: readonly { name: string }[]) => risks.map(({ name }) => name);

describe('choosing procedures', () => {
  const hip = procedure({ procedureID: '01890000-0000-7000-8000-000000000002', procedureName: 'Total hip replacement' });

  test('one that is already chosen is not chosen twice', () => {
    const once = add(newDraft(), library);
    expect(add(once, library)).toBe(once);
  });

  test('they can be put in another order and taken off', () => {
    const two = add(add(newDraft(), library), hip);
    const swapped = moveProcedureUp(two, 1);
    expect(swapped.procedures.map(({ procedureName }) => procedureName)).toEqual([hip.procedureName, library.procedureName]);
    expect(moveProcedureUp(two, 0)).toBe(two);
    expect(removeProcedure(swapped, 0).procedures).toHaveLength(1);
  });

  test('the choices of a procedure come and go with it, and blood where every procedure says that it is not asked', () => {
    const ask = { id: 'pork', words: { ask: 'May we use products of pigs?', REFUSE: 'NO PORK PRODUCTS' } };
    const bloodless = procedure({ bloodNotAsked: true, choices: [ask] });
    const entries = new Map([bloodless, hip].map((each) => [each.procedureID, each]));
    const idsOf = ({ additionalChoices }: Draft) => additionalChoices.map(({ id }) => id);
    const starters = idsOf(newDraft());
    const one = addProcedure(newDraft(), bloodless, { forms: ADULT, entries });
    expect(idsOf(one)).toEqual([...starters.slice(1), 'pork']);
    expect(one.choiceDetails).toEqual([ask]);
    const two = addProcedure(one, hip, { forms: ADULT, entries });
    expect(idsOf(two)).toEqual([...starters, 'pork']);
    expect(idsOf(removeProcedure(two, 0, entries))).toEqual(starters);
    expect(idsOf(removeProcedure(two, 1, entries))).toEqual([...starters.slice(1), 'pork']);
  });

  test('the library’s new words do not touch what was chosen for this patient', () => {
    const mine = chosen({ side: 'RIGHT', site: 'eye', personalRisks: [risk('Slow healing')], anaesthetic: ['LOCAL'] });
    const newer = procedure({ version: 2, risks: [risk('Only this', { core: true })] });
    expect(refreshFromLibrary(mine, newer, [])).toMatchObject({
      libraryVersion: 2,
      side: 'RIGHT',
      site: 'eye',
      personalRisks: [{ name: 'Slow healing' }],
      risks: [{ name: 'Only this' }],
    });
  });
});

describe('leaving risks out', () => {
  test('a core risk stays without a reason', () => {
    const before = chosenFrom(library);
    expect(leaveOutRisk(before, tear, '  ')).toBe(before);
  });

  test('a core risk goes with its reason, which is kept', () => {
    const after = leaveOutRisk(chosenFrom(library), tear, ' The lens is gone ');
    expect(names(after.risks)).toEqual(['Dry eye', 'Infection']);
    expect(after.removedRisks).toEqual([{ name: 'Tear', reason: 'The lens is gone' }]);
  });

  test('any other risk simply goes', () => {
    const after = leaveOutRisk(chosenFrom(library), dryEye, '');
    expect(names(after.risks)).toEqual(['Tear', 'Infection']);
    expect(after.removedRisks).toEqual([]);
  });

  test('what was left out stays in sight in its old place, with its reason', () => {
    const after = leaveOutRisk(leaveOutRisk(chosenFrom(library), tear, 'Gone'), dryEye, '');
    expect(riskLines(after, library.risks).map(({ risk: { name }, leftOut, reason }) => [name, leftOut, reason])).toEqual([
      ['Tear', true, 'Gone'],
      ['Dry eye', true, null],
      ['Infection', false, null],
    ]);
  });

  test('a risk that is put back stands where it stood', () => {
    const without = leaveOutRisk(leaveOutRisk(chosenFrom(library), tear, 'Gone'), infection, 'Gone');
    const back = putRiskBack(without, tear, library.risks);
    expect(names(back.risks)).toEqual(['Tear', 'Dry eye']);
    expect(names(back.removedRisks)).toEqual(['Infection']);
  });

  test('before the library has arrived, the reason for a left-out risk is shown all the same', () => {
    const without = leaveOutRisk(chosenFrom(library), tear, 'Gone');
    expect(riskLines(without, []).at(-1)).toMatchObject({ risk: { name: 'Tear' }, leftOut: true, reason: 'Gone' });
  });
});

test('the library’s usual site, anaesthetic and form are there at once; the side is still nobody’s', () => {
  const usual = procedure({ siteDefault: 'eye', anaestheticDefault: ['LOCAL'], formDefault: 'FORM_3' });
  const { formType, procedures } = add(newDraft(), usual);
  expect(formType).toBe('FORM_3');
  expect(procedures[0]).toMatchObject({ side: null, site: 'eye', anaesthetic: ['LOCAL'] });
  const second = add({ ...newDraft(), procedures }, { ...usual, procedureID: '01890000-0000-7000-8000-000000000002' });
  expect(second.formType, 'a second procedure changes no form').toBe('FORM_1');
});

test('a usual form that the procedure is not for, or that is not for this age, is not taken', () => {
  const both = procedure({ formTypes: ['FORM_1', 'FORM_4'], formDefault: 'FORM_4' });
  expect(add(newDraft(), both).formType).toBe('FORM_4');
  expect(add(newDraft(null, 'FORM_2'), both, CHILD).formType).toBe('FORM_1');
  expect(add(newDraft(), procedure({ formTypes: ['FORM_1'], formDefault: 'FORM_3' })).formType).toBe('FORM_1');
});

test('a child’s form stays with who decides: the library’s usual form is one for adults', () => {
  const usual = procedure({ formTypes: ['FORM_1', 'FORM_2', 'FORM_3'], formDefault: 'FORM_3' });
  expect(add(newDraft(null, 'FORM_2'), usual, CHILD).formType).toBe('FORM_2');
  expect(add(newDraft(null, 'FORM_3'), usual, CHILD).formType, 'chosen already').toBe('FORM_3');
  expect(whyNot(newDraft(null, 'FORM_2'), procedure({ formTypes: ['FORM_2'] }), CHILD)).toBeNull();
});

test('the first procedure decides the form; one for other forms cannot be added then', () => {
  const awake = procedure({ formTypes: ['FORM_3'] });
  expect(whyNot(newDraft(), awake)).toBeNull();
  const started = add(newDraft(), procedure());
  expect(whyNot(started, procedure())).toBe('already chosen');
  const other = procedure({ procedureID: '01890000-0000-7000-8000-000000000002', formTypes: ['FORM_3'] });
  expect(whyNot(started, other)).toBe('not for Form 1');
  expect(whyNot(newDraft(), procedure({ formTypes: ['FORM_2'] }))).toBe('not for Form 1, Form 3 or Form 4');
});

test('the last procedures are offered once each, newest first, and only those of the library', () => {
  const hip = procedure({ procedureID: '01890000-0000-7000-8000-000000000002', procedureName: 'Total hip replacement' });
  const names = ['Total hip replacement', 'Gone', library.procedureName, 'Total hip replacement'];
  expect(recentProcedures([library, hip], names)).toEqual([hip, library]);
});
