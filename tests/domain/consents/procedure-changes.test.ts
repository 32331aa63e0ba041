import { describe, expect, test } from 'vitest';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { procedureChanges } from '#domain/consents/procedure-changes.ts';
import type { Risk } from '#domain/library/procedure-parts.ts';

const risk = (name: string, change: Partial<Risk> = {}): Risk => ({
  name,
  text: 'What happens',
  frequency: { num: 1, den: 100 },
  source: null,
  year: null,
  population: null,
  core: false,
  ...change,
});

const procedure = (change: Partial<ConsentProcedure> = {}): ConsentProcedure => ({
  procedureID: '00000000-0000-4000-8000-000000000001',
  libraryVersion: 1,
  procedureName: 'Demo surgery',
  procedureDescription: 'What it is',
  procedureAcronym: '',
  sideRequired: true,
  side: 'LEFT',
  site: 'eye',
  benefits: [{ text: 'To see better', source: null, year: null }],
  risks: [risk('Infection')],
  removedRisks: [],
  alternatives: ['No treatment'],
  personalRisks: [],
  anaesthetic: ['LOCAL'],
  ...change,
});
const other = procedure({
  procedureID: '00000000-0000-4000-8000-000000000002',
  procedureName: 'Other surgery',
  side: null,
  site: '',
});

const textsOf = (old: ConsentProcedure, now: ConsentProcedure) =>
  procedureChanges([old], [now]).map(({ kind, text }) => [kind, text]);

describe('what has changed since the form before', () => {
  test('is nothing on a first form, and on one with the same procedures', () => {
    expect(procedureChanges([], [procedure()])).toEqual([]);
    expect(procedureChanges([procedure(), other], [other, procedure({ libraryVersion: 2 })])).toEqual([]);
  });

  test('names procedures that are new, and last those no longer planned', () => {
    expect(procedureChanges([procedure()], [other])).toEqual([
      { kind: 'ADDED', procedure: 'Other surgery', text: 'New on this form' },
      { kind: 'REMOVED', procedure: 'Demo surgery, LEFT eye', text: 'No longer planned' },
    ]);
  });

  test('compares the same procedure twice on a form one by one', () => {
    const right = procedure({ side: 'RIGHT' });
    expect(procedureChanges([procedure()], [right, procedure()])).toEqual([
      { kind: 'ADDED', procedure: 'Demo surgery, RIGHT eye', text: 'New on this form' },
    ]);
  });

  const rows: readonly [string, Partial<ConsentProcedure>, Partial<ConsentProcedure>, string[][]][] = [
    ['the side', {}, { side: 'RIGHT' }, [['CHANGED', 'Side: now RIGHT eye. Before: LEFT eye']]],
    ['a side that falls away', {}, { side: null, site: '' }, [['CHANGED', 'Side: now none. Before: LEFT eye']]],
    ['the name', {}, { procedureName: 'New name' }, [['CHANGED', 'Name: now New name. Before: Demo surgery']]],
    ['the description', {}, { procedureDescription: 'Other' }, [['CHANGED', 'New words about what it is']]],
    [
      'the anaesthetic',
      {},
      { anaesthetic: ['GENERAL'] },
      [['CHANGED', 'Anaesthetic: now general (asleep). Before: local (the area is numb)']],
    ],
    ['an anaesthetic in another order', { anaesthetic: ['LOCAL', 'SEDATION'] }, { anaesthetic: ['SEDATION', 'LOCAL'] }, []],
    [
      'a risk that is new',
      {},
      { personalRisks: [risk('Scar', { frequency: null })] },
      [['ADDED', 'New risk: Scar, No reliable number']],
    ],
    ['a risk that was taken off', {}, { risks: [] }, [['REMOVED', 'Risk taken off: Infection']]],
    [
      'the figure of a risk',
      {},
      { risks: [risk('Infection', { frequency: { num: 2, den: 100 } })] },
      [['CHANGED', 'Risk, Infection: now 2 in 100 people (common). Before: 1 in 100 people (common)']],
    ],
    ['the words of a risk', {}, { risks: [risk('Infection', { text: 'Other' })] }, [['CHANGED', 'Risk, Infection: new words']]],
    ['a risk that became this patient’s own', {}, { risks: [], personalRisks: [risk('Infection')] }, []],
    [
      'the benefits',
      {},
      { benefits: [{ text: 'Less pain', source: null, year: null }] },
      [
        ['ADDED', 'New benefit: Less pain'],
        ['REMOVED', 'Benefit taken off: To see better'],
      ],
    ],
    ['the other choices', {}, { alternatives: ['No treatment', 'Glasses'] }, [['ADDED', 'New other choice: Glasses']]],
  ];
  test.each(rows)('tells of %s', (_what, old, now, expected) => {
    expect(textsOf(procedure(old), procedure(now))).toEqual(expected);
  });
});

test('sections that came, went, or have other words or another title are named', () => {
  const section = (id: string, title: string, text = 'Rest.') => ({ id, title, nodes: [{ text }] });
  const old = procedure({
    sections: [section('1', 'Going home'), section('2', 'Eating'), section('3', 'Driving'), section('4', 'Same')],
  });
  const now = procedure({
    sections: [
      section('1', 'Going home', 'Rest well.'),
      section('3', 'Driving a car'),
      section('4', 'Same'),
      section('5', 'Work'),
    ],
  });
  expect(procedureChanges([old], [now]).map(({ kind, text }) => [kind, text])).toEqual([
    ['CHANGED', 'Section, Going home: new words'],
    ['CHANGED', 'Section: now Driving a car. Before: Driving'],
    ['ADDED', 'New section: Work'],
    ['REMOVED', 'Section taken off: Eating'],
  ]);
  expect(procedureChanges([procedure({ sections: null })], [procedure()])).toEqual([]);
});
