import { expect, test } from 'vitest';
import { procedureFaults } from '#domain/library/procedure-faults.ts';
import {
  isReviewDue,
  mayEditProcedure,
  mayMoveProcedure,
  nextProcedureStatuses,
  unpublishableFields,
} from '#domain/library/procedure-status.ts';
import { PROCEDURE_STATUSES, type ProcedureStatus } from '#domain/library/procedure-status.ts';

// The permissions for each move: E procedures.edit, P procedures.publish. Every other move is refused.
const MOVES = `
DRAFT        UNDER_REVIEW E
UNDER_REVIEW DRAFT        EP
UNDER_REVIEW ACTIVE       P
ACTIVE       RETIRED      P
ACTIVE       DRAFT        P
RETIRED      DRAFT        P`;
const table = new Map(
  MOVES.trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
    .map(([from = '', to = '', who = '']) => [`${from} ${to}`, who]),
);
const pairs = PROCEDURE_STATUSES.flatMap((from) => PROCEDURE_STATUSES.map((to) => [from, to] as const));

test.each(pairs)('%s to %s is moved as the table has it', (from, to) => {
  const who = table.get(`${from} ${to}`) ?? '';
  expect(nextProcedureStatuses({ status: from, isNewest: true }).includes(to)).toBe(who !== '');
  expect(mayMoveProcedure(['procedures.edit'], from, to)).toBe(who.includes('E'));
  expect(mayMoveProcedure(['procedures.publish'], from, to)).toBe(who.includes('P'));
  expect(mayMoveProcedure(['templates.edit', 'consents.sign', 'users.manage'], from, to)).toBe(false);
});

test('a version behind a newer one can be retired, nothing else', () => {
  const next = (status: ProcedureStatus) => nextProcedureStatuses({ status, isNewest: false });
  expect(PROCEDURE_STATUSES.map(next)).toEqual([[], [], ['RETIRED'], []]);
});

test('drafts are edited, and versions in use by a newer one; what is reviewed or retired is not', () => {
  expect(PROCEDURE_STATUSES.filter(mayEditProcedure)).toEqual(['DRAFT', 'ACTIVE']);
});

test.each([
  [null, false],
  ['2026-08-05', true],
  ['2026-08-06', true],
  ['2026-08-07', false],
])('a review date of %s is due on 6 August 2026: %s', (reviewDate, isDue) => {
  expect(isReviewDue(reviewDate, '2026-08-06')).toBe(isDue);
});

test('publishing needs a date in the future and an owner', () => {
  const paths = (reviewDate: string | null, owner: string | null) =>
    unpublishableFields({ reviewDate, owner }, '2026-08-06').map(({ path }) => path);
  expect(paths('2026-08-07', 'Eye clinic')).toEqual([]);
  expect(paths('2026-08-06', 'Eye clinic')).toEqual(['reviewDate']);
  expect(paths('2026-08-07', '')).toEqual(['owner']);
  expect(paths(null, null)).toEqual(['reviewDate', 'owner']);
});

test('what is listed twice is named at the second place, whatever its letters', () => {
  const risk = (name: string) => ({ name, text: '', frequency: null, source: null, year: null, population: null, core: false });
  const section = (id: string, title: string) => ({ id, title, nodes: [{ text: 'Rest.' }] });
  const code = (value: string) => ({ system: 'OPCS_4' as const, code: value, display: 'x' });
  const question = (id: string, words: string, options: string[]) => ({
    id,
    question: words,
    options,
    right: 0,
    place: 'PLAN' as const,
  });
  expect(
    procedureFaults({
      risks: [risk('Infection'), risk('Bleeding'), risk('INFECTION')],
      alternatives: ['No treatment', 'No treatment'],
      codes: [code('C71.2'), code('C71.3'), code('C71.2')],
      sections: [section('a', 'Going home'), section('b', 'going HOME'), section('a', 'Eating')],
      understanding: [question('1', 'Which eye?', ['Left', 'Right', 'left']), question('2', 'which eye?', ['Yes', 'No'])],
    }).map(({ path }) => path),
  ).toEqual([
    'risks.2.name',
    'alternatives.1',
    'codes.2.code',
    'understanding.1.question',
    'understanding.0.options.2',
    'sections.1.title',
    'sections.2.id',
  ]);
  const nothing = { alternatives: ['C'], codes: [], sections: [], understanding: [] };
  expect(procedureFaults({ risks: [risk('A'), risk('B')], ...nothing })).toEqual([]);
});
