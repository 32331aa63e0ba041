import { describe, expect, test } from 'vitest';
import { newDraft } from '#src/screens/builder/draft.ts';
import {
  addProcedure,
  chosenFrom,
  leaveOutRisk,
  moveProcedureUp,
  putRiskBack,
  refreshFromLibrary,
  removeProcedure,
  riskLines,
} from '#src/screens/builder/procedure-edits.ts';
import { chosen, procedure, risk } from './build.ts';

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
    const once = addProcedure(newDraft(), library);
    expect(addProcedure(once, library)).toBe(once);
  });

  test('they can be put in another order and taken off', () => {
    const two = addProcedure(addProcedure(newDraft(), library), hip);
    const swapped = moveProcedureUp(two, 1);
    expect(swapped.procedures.map(({ procedureName }) => procedureName)).toEqual([hip.procedureName, library.procedureName]);
    expect(moveProcedureUp(two, 0)).toBe(two);
    expect(removeProcedure(swapped, 0).procedures).toHaveLength(1);
  });

  test('the library’s new words do not touch what was chosen for this patient', () => {
    const mine = chosen({ side: 'RIGHT', site: 'eye', personalRisks: [risk('Slow healing')], anaesthetic: ['LOCAL'] });
    const newer = procedure({ version: 2, risks: [risk('Only this', { core: true })] });
    expect(refreshFromLibrary(mine, newer)).toMatchObject({
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
