import { CAPACITY_RULES, capacityMissing, type CapacityRuleID } from '#domain/capacity/capacity-rules.ts';
import type { CapacityAround, CapacityForm } from '#domain/capacity/capacity-rule.ts';
import { capacitySigners, capacityDeclineOutcome } from '#domain/capacity/capacity-signers.ts';
import { abilityOf, Capacity, EMPTY_CAPACITY, reopenedCapacity } from '#domain/capacity/capacity.ts';
import { decisionAuthority } from '#domain/capacity/decision-authority.ts';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { rowsOf } from '#tests/support/checks/full.ts';
import { COMPLETE, DECLINES, NOW, ROWS, TODAY } from './capacity-rules.table.ts';

const IDS = Object.keys(CAPACITY_RULES) as CapacityRuleID[];
type Answers = Readonly<Record<string, unknown>>;
type Tree = { [key: string]: unknown };

/** The complete capacity part with some answers changed, each by its dotted path. */
function capacityWith(answers: Answers): Capacity {
  const tree: Tree = structuredClone(COMPLETE);
  for (const [path, answer] of Object.entries(answers)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    // A path of the table leads through objects: the schema refuses anything else below.
    const parent = keys.reduce((node, key) => (node[key] ??= {}) as Tree, tree);
    parent[last] = answer;
  }
  return v.parse(Capacity, tree);
}

function formOf({ age = 80, statementCapacity = false, ...answers }: Answers): [CapacityForm, CapacityAround] {
  const clinicianStatement = typeof statementCapacity === 'boolean' ? { capacity: statementCapacity } : null;
  const form = { capacity: capacityWith(answers), clinicianStatement, clinicianName: 'Dr First Example' };
  return [form, { age: Number(age), today: TODAY, now: NOW }];
}

/** The faults as the table writes them: `A3 test.retain.evidence`. */
function blocksOf(answers: Answers, ids: readonly CapacityRuleID[] = IDS): string[] {
  return ids.flatMap((id) =>
    capacityMissing(...formOf(answers), { [id]: CAPACITY_RULES[id] }).map(
      ({ path }) => `${id} ${path.replace(/^capacity\./, '')}`,
    ),
  );
}

test('the table has its hundred rows, and no sentence twice', () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(100);
  expect(new Set(ROWS.map(([sentence]) => sentence)).size).toBe(ROWS.length);
});

test.each(ROWS)('%s', (_, answers, { blocks = [], decides = 'CLINICIAN', signers = [], notes = [] }) => {
  const [form] = formOf(answers);
  const { capacity } = form;
  if (capacity === null) throw new Error('the table has no row without answers');
  const authority = decisionAuthority(capacity);
  expect({
    blocks: blocksOf(answers).toSorted(),
    decides: authority.decidedBy,
    signers: capacitySigners(form).map(({ role, name, required }) => `${role} ${name} ${required ? 'must' : 'may'}`),
    notes: authority.notes.map(({ rule, isBoxed }) => `${rule}${isBoxed ? '!' : ''}`),
  }).toEqual({ blocks: blocks.toSorted(), decides, signers, notes });
});

test.each(rowsOf(IDS, 3))('without rule %s a row of the table is wrong', (id) => {
  const others = IDS.filter((each) => each !== id);
  const wrong = ROWS.filter(([, answers, { blocks = [] }]) => blocksOf(answers, others).length !== blocks.length);
  expect(wrong).not.toEqual([]);
  for (const [, , { blocks = [] }] of wrong) expect(blocks.some((block) => block.startsWith(`${id} `))).toBe(true);
});

test.each(DECLINES)('%s says no', (_, __, required, outcome) => {
  expect(capacityDeclineOutcome({ required })).toEqual(outcome);
});

test('a form without answers is asked for everything, in the order of the steps, and has no signer', () => {
  const form = { capacity: null, clinicianStatement: null, clinicianName: 'Dr First Example' };
  const missing = capacityMissing(form, { age: 80, today: TODAY, now: NOW });
  expect([...new Set(missing.map(({ step }) => step))]).toEqual(['capacity', 'authority', 'people', 'bestInterests']);
  expect(new Set(missing.map(({ path }) => path)).size).toBe(missing.length);
  for (const { message } of missing) expect(message).toMatch(/^[A-Z].*[^.]$/);
  expect(capacitySigners(form)).toEqual([]);
});

test('one attorney alone is never joint; two are where they must decide together', () => {
  const lpa = { found: true, registered: true, seen: true, covers: true, answer: 'CONSENTS', joint: true };
  const isJoint = (names: string[]) => decisionAuthority(capacityWith({ 'authority.lpa': { ...lpa, names } })).isJoint;
  expect([isJoint(['Ann Attorney']), isJoint(['Ann Attorney', 'Bob Attorney'])]).toEqual([false, true]);
});

test('a signer of Form 4 never has an address', () => {
  const [form] = formOf({ 'people.consulted': [{ ...COMPLETE.people.consulted[0], signs: true }] });
  expect(capacitySigners(form)).toEqual([{ role: 'CONSULTEE', name: 'Dora Example', email: null, required: false }]);
});

test.each([
  ['a complete test', {}, 'NOT_ABLE'],
  ['no impairment', { 'test.impairment.present': false }, 'ABLE'],
  ['able in all four parts', { 'test.retain.able': true, 'test.weigh.able': true }, 'ABLE'],
  ['for another reason', { 'test.because': false }, 'ABLE'],
  ['no answer about the impairment', { 'test.impairment.present': null }, 'NOT_TESTED'],
  ['no answer about the reason', { 'test.because': null }, 'NOT_TESTED'],
  ['no answer about two parts', { 'test.retain.able': null, 'test.weigh.able': null }, 'NOT_TESTED'],
] as const)('ability: %s', (_, answers, ability) => {
  expect(abilityOf(capacityWith(answers))).toBe(ability);
});

test('without answers nobody was tested; a version that is reopened has none', () => {
  expect(abilityOf(null)).toBe('NOT_TESTED');
  expect(abilityOf(EMPTY_CAPACITY)).toBe('NOT_TESTED');
  expect(reopenedCapacity({ capacity: capacityWith({}), mattersToMe: 'Walks' })).toEqual({
    capacity: null,
    mattersToMe: 'Walks',
  });
});

const yesNo = fc.constantFrom(true, false, null);
const words = fc.constantFrom('', 'Not known', 'She could not repeat the plan.');
const able = fc.record({ able: fc.constant(true), evidence: words });
const randomForm = fc.record({
  'test.impairment.present': yesNo,
  'test.because': yesNo,
  'test.mayRegain': fc.constantFrom('NO', 'YES', 'UNKNOWN', null),
  'test.canWait': yesNo,
  'test.waitReason': words,
  'authority.lpa.found': yesNo,
  'authority.searchedHow': words,
  'bestInterests.serious': yesNo,
  'bestInterests.urgent': yesNo,
  'bestInterests.lifeSustaining': yesNo,
  'bestInterests.objects': yesNo,
  'secondOpinion.needed': yesNo,
});
const faultsOf = (answers: Answers) => capacityMissing(...formOf(answers));

test('whatever else is answered, somebody able in all four parts never has a complete Form 4', () => {
  const isNeverComplete = (answers: Answers, abilities: Answers) => faultsOf({ ...answers, ...abilities }).length > 0;
  const abilities = fc.record({ 'test.understand': able, 'test.retain': able, 'test.weigh': able, 'test.communicate': able });
  fc.assert(fc.property(randomForm, abilities, isNeverComplete));
});

test('whatever else is answered, a form with a part missing is never complete', () => {
  const parts = fc.constantFrom('test', 'authority', 'people', 'bestInterests');
  fc.assert(
    fc.property(randomForm, parts, (answers, part) => {
      const others = Object.fromEntries(Object.entries(answers).filter(([path]) => !path.startsWith(`${part}.`)));
      return faultsOf({ ...others, [part]: {} }).length > 0;
    }),
  );
});

const randomAppointment = fc.record({
  found: yesNo,
  names: fc.uniqueArray(fc.constantFrom('Ann Attorney', 'Bob Attorney', 'Cat Attorney')),
  joint: yesNo,
  registered: fc.constant(true),
  seen: fc.constant(true),
  covers: yesNo,
  lifeSustaining: yesNo,
  answer: fc.constantFrom('CONSENTS', 'REFUSES', 'NOT_REACHED', null),
});

test('whatever is answered, those who decide by law sign alone, and must; all others may', () => {
  const holders = fc.record({
    'authority.lpa': randomAppointment,
    'authority.deputy': randomAppointment,
    'bestInterests.urgent': yesNo,
  });
  const signs = { 'people.consulted': [{ ...COMPLETE.people.consulted[0], signs: true }] };
  fc.assert(
    fc.property(holders, (answers) => {
      const [form] = formOf({ ...answers, ...signs });
      const isClinicians = decisionAuthority(form.capacity ?? EMPTY_CAPACITY).decidedBy === 'CLINICIAN';
      for (const { name, required } of capacitySigners(form))
        expect({ required, isConsulted: name === 'Dora Example' }).toEqual({
          required: !isClinicians,
          isConsulted: isClinicians,
        });
    }),
  );
});

test('reasons that a tablet of a build before pinned are judged by that build’s rule, and those without ink by none', () => {
  const missing = (reasoning: string, isPinnedOnTablet: boolean) => {
    const [form, around] = formOf({ 'bestInterests.reasoning': reasoning });
    return capacityMissing(form, { ...around, isPinnedOnTablet }, { A14: CAPACITY_RULES.A14 }).map(({ path }) => path);
  };
  const path = ['capacity.bestInterests.reasoning'];
  const spaced = `Less${' '.repeat(16)} pain.`;
  expect([missing(spaced, true), missing(spaced, false)]).toEqual([[], path]);
  expect([missing(' '.repeat(30), true), missing('x'.repeat(19), true)]).toEqual([path, path]);
});
