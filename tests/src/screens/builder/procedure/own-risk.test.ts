import { expect, test } from 'vitest';
import { commonDenominator } from '#domain/library/frequency.ts';
import { NO_BASIS } from '#src/editing/figure-basis.ts';
import { ownRisk, type OwnRiskText } from '#src/screens/builder/procedure/own-risk.ts';
import { matchingProcedures } from '#src/screens/builder/procedure/procedure-search.ts';
import { procedure } from '#tests/src/screens/builder/draft/build.ts';

const typed = { name: 'Slow healing', text: '', num: '', den: '', basis: null, source: '' } as const satisfies OwnRiskText;

test('a risk of this patient without a figure says that none is available', () => {
  expect(ownRisk(typed)).toMatchObject({ ok: true, risk: { name: 'Slow healing', frequency: null, core: false } });
});

test('a figure may be typed with thousands marked', () => {
  const rate = ownRisk({ ...typed, num: '2', den: '1,000', basis: 'RATE' });
  expect(rate).toMatchObject({ ok: true, risk: { frequency: { num: 2, den: 1000 } } });
});

test('a figure says whether people were counted, but of nobody, who always were', () => {
  expect(ownRisk({ ...typed, num: '2', den: '37', basis: 'COUNT' })).toMatchObject({
    ok: true,
    risk: { frequency: { num: 2, den: 37, basis: 'COUNT' } },
  });
  expect(ownRisk({ ...typed, num: '2', den: '37' })).toMatchObject({ ok: false, faults: new Map([['basis', NO_BASIS]]) });
  for (const basis of [null, 'RATE', 'COUNT'] as const)
    expect(ownRisk({ ...typed, num: '0', den: '37', basis })).toMatchObject({
      ok: true,
      risk: { frequency: { num: 0, den: 37 } },
    });
});

test('a half figure, words, and more than everybody are refused at their field', () => {
  const faultAt = (change: Partial<OwnRiskText>) => {
    const made = ownRisk({ ...typed, basis: 'RATE', ...change });
    return made.ok ? [] : [...made.faults.keys()];
  };
  expect(faultAt({ num: '2' })).toEqual(['den']);
  expect(faultAt({ num: 'two', den: '100' })).toEqual(['num']);
  expect(faultAt({ num: '200', den: '100' })).toEqual(['num']);
  expect(faultAt({ name: ' ' })).toEqual(['name']);
});

test('one fine figure moves every picture of the screen to a thousand people', () => {
  expect(commonDenominator([{ num: 3, den: 100 }, null])).toBe(100);
  expect(
    commonDenominator([
      { num: 3, den: 100 },
      { num: 195, den: 10_000 },
    ]),
  ).toBe(1000);
});

test('a procedure is found by name, acronym or speciality, in any order of words; names that start so come first', () => {
  const cataract = procedure();
  const other = procedure({ procedureName: 'Removal of a cataract remnant', procedureAcronym: '', speciality: 'Ophthalmology' });
  const names = (search: string) => matchingProcedures([other, cataract], search).map(({ procedureName }) => procedureName);
  expect(names('cataract')).toEqual([cataract.procedureName, other.procedureName]);
  expect(names('phaco')).toEqual([cataract.procedureName]);
  expect(names('lens cataract')).toEqual([cataract.procedureName]);
  expect(names('ophthal')).toHaveLength(2);
  expect(names('hip')).toEqual([]);
});
