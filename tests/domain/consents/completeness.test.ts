import { COMPLETENESS_RULES, missingIn, type Around, type DraftContent } from '#domain/consents/completeness.ts';
import type { ConsentProcedure, Interpreter } from '#domain/consents/consent.ts';
import { Capacity } from '#domain/capacity/capacity.ts';
import { EMPTY_FAMILY } from '#domain/family/family.ts';
import { ADULT_AROUND } from '#tests/support/forms/form-around.ts';
import { COMPLETE } from '#tests/domain/capacity/capacity-rules.table.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const procedure: ConsentProcedure = {
  procedureID: '018f0000-0000-7000-8000-000000000001',
  libraryVersion: 1,
  procedureName: 'Hernia repair',
  procedureDescription: '',
  procedureAcronym: '',
  sideRequired: true,
  side: 'LEFT',
  site: '',
  benefits: [],
  risks: [{ name: 'Bleeding', text: '', frequency: null, source: null, year: null, population: null, core: true }],
  removedRisks: [],
  alternatives: ['No treatment'],
  personalRisks: [],
  anaesthetic: [],
};
const interpreter: Interpreter = {
  name: 'Demo Interpreter',
  emailAddress: null,
  phone: null,
  language: 'Polish',
  agencyId: null,
  mode: 'IN_PERSON',
  statement: '',
  relation: null,
  relationReason: '',
  signsHere: false,
};
const COMPLETE_TEST = { ...COMPLETE.test, assessedAt: ADULT_AROUND.now };
const nobody = { interpreter: null, interpreterNeeded: null, interpreterNoneReason: '' };
const whole: DraftContent = {
  formType: 'FORM_1',
  procedures: [procedure],
  templateID: '018f0000-0000-7000-8000-000000000002',
  clinicianStatement: { discussed: true, capacity: true, note: '' },
  interpreting: { ...nobody, interpreterNeeded: false },
  family: EMPTY_FAMILY,
  capacity: null,
};
const around: Around = { ...ADULT_AROUND, coreRisks: () => [{ name: 'Bleeding' }] };

const paths = (change: Partial<DraftContent>, other: Partial<Around> = {}) =>
  missingIn({ ...whole, ...change }, { ...around, ...other }).map(({ path }) => path);
const withProcedure = (change: Partial<ConsentProcedure>) => ({ procedures: [{ ...procedure, ...change }] });

test.each<[DraftContent['formType'], number, string[]]>([
  ['FORM_1', 0, ['formType']],
  ['FORM_1', 15, ['child.gillick', 'child.tellParents']],
  ['FORM_3', 7, ['formType']],
  ['FORM_3', 8, ['child.gillick', 'child.tellParents']],
  ['FORM_1', 16, []],
  ['FORM_3', 16, []],
  ['FORM_1', 17, []],
])('a %s for somebody of %i', (formType, age, expected) => {
  expect(paths({ formType }, { age })).toEqual(expected);
});

const NOT_ABLE = { impairment: { present: true, nature: 'Delirium' }, because: true } as const;

test.each<[string, object, string[]]>([
  [
    'which says no more than that',
    { understand: { able: false } },
    [
      'capacity.test.understand.evidence',
      'capacity.test.retain.able',
      'capacity.test.weigh.able',
      'capacity.test.communicate.able',
      'capacity.test.help',
      'capacity.test.assessor',
      'capacity.test.assessedAt',
      'capacity.test.mayRegain',
    ],
  ],
  [
    'though this could wait until they are able',
    { ...COMPLETE_TEST, mayRegain: 'YES', canWait: true, waitReason: 'None' },
    ['capacity.test.canWait'],
  ],
  ['which is whole', COMPLETE_TEST, []],
])('a young person loses the own decision by a whole test alone: one %s', (_, test_, missing) => {
  const capacity = v.parse(Capacity, { test: { ...NOT_ABLE, ...test_ } });
  const asked = paths({ formType: 'FORM_2', capacity }, { age: 16 });
  expect(asked.filter((path) => path.startsWith('capacity.'))).toEqual(missing);
});

test('a whole form misses nothing', () => {
  expect(missingIn(whole, around)).toEqual([]);
});

test.each<[string, Partial<DraftContent>, string[]]>([
  ['no procedure', { procedures: [] }, ['procedures']],
  ['no template', { templateID: null }, ['templateID']],
  ['no side where one is needed', withProcedure({ side: null }), ['procedures.0.side']],
  ['a side that does not apply where one is needed', withProcedure({ side: 'NOT_APPLICABLE' }), ['procedures.0.side']],
  ['no side where none is needed', withProcedure({ side: null, sideRequired: false }), []],
  ['no “No treatment”', withProcedure({ alternatives: ['Watchful waiting', 'no treatment'] }), ['procedures.0.alternatives']],
  ['a core risk left out', withProcedure({ risks: [] }), ['procedures.0.risks']],
  [
    'a core risk left out with a blank reason',
    withProcedure({ risks: [], removedRisks: [{ name: 'Bleeding', reason: '  ' }] }),
    ['procedures.0.risks'],
  ],
  [
    'a reason for another risk',
    withProcedure({ risks: [], removedRisks: [{ name: 'Pain', reason: 'None' }] }),
    ['procedures.0.risks'],
  ],
  [
    'a core risk left out with a reason',
    withProcedure({ risks: [], removedRisks: [{ name: 'Bleeding', reason: 'Done before' }] }),
    [],
  ],
  ['no statement', { clinicianStatement: null }, ['clinicianStatement']],
  [
    'a talk that did not take place',
    { clinicianStatement: { discussed: false, capacity: true, note: '' } },
    ['clinicianStatement.discussed'],
  ],
  [
    'a patient without capacity',
    { clinicianStatement: { discussed: true, capacity: false, note: '' } },
    ['clinicianStatement.capacity'],
  ],
  ['form 2 for an adult', { formType: 'FORM_2' }, ['formType']],
  [
    'sedation on form 3',
    { formType: 'FORM_3', ...withProcedure({ anaesthetic: ['LOCAL', 'SEDATION'] }) },
    ['procedures.0.anaesthetic'],
  ],
  ['sedation on form 1', withProcedure({ anaesthetic: ['SEDATION'] }), []],
])('%s', (_, change, missing) => {
  expect(paths(change)).toEqual(missing);
});

test('a procedure that is not for this form type is named', () => {
  expect(paths({}, { formTypesOf: () => ['FORM_2'] })).toEqual(['procedures.0.procedureID']);
});

const says = (change: Partial<DraftContent['interpreting']>) => ({ interpreting: { ...nobody, ...change } });
test.each<[string, boolean, Partial<DraftContent>, string[]]>([
  ['nobody asked, and the record says none is needed', false, says({}), ['interpreterNeeded']],
  ['nobody asked, and the record says one is needed', true, says({}), ['interpreterNeeded']],
  ['asked, and none is needed', false, says({ interpreterNeeded: false }), []],
  ['needed, but none named', false, says({ interpreterNeeded: true }), ['interpreter']],
  ['needed, none named, with a reason', false, says({ interpreterNeeded: true, interpreterNoneReason: 'In an emergency' }), []],
  ['needed by the record, denied without a reason', true, says({ interpreterNeeded: false }), ['interpreterNoneReason']],
  [
    'needed by the record, denied with a reason',
    true,
    says({ interpreterNeeded: false, interpreterNoneReason: 'Speaks English' }),
    [],
  ],
  ['named without a language', false, says({ interpreter: { ...interpreter, language: '' } }), ['interpreter.language']],
  [
    'named, and to sign by a link without an address',
    false,
    says({ interpreter: { ...interpreter, signing: 'LINK' } }),
    ['interpreter.emailAddress'],
  ],
  ['named without a name', false, says({ interpreter: { ...interpreter, name: '' } }), ['interpreter']],
  [
    'a minor as interpreter without a reason',
    true,
    says({ interpreter: { ...interpreter, adult: false } }),
    ['interpreter.relationReason'],
  ],
  [
    'a minor as interpreter with a reason',
    true,
    says({ interpreter: { ...interpreter, adult: false, relationReason: 'Nobody else at night' } }),
    [],
  ],
  [
    'a relative without a reason',
    false,
    says({ interpreter: { ...interpreter, relation: 'Daughter' } }),
    ['interpreter.relationReason'],
  ],
  [
    'a relative with a reason',
    false,
    says({ interpreter: { ...interpreter, relation: 'Daughter', relationReason: 'Nobody else at night' } }),
    [],
  ],
  [
    'named, but said not to be needed',
    false,
    says({ interpreterNeeded: false, interpreter: { ...interpreter, language: '' } }),
    [],
  ],
])('interpreter: %s', (_, interpreterNeeded, change, missing) => {
  expect(paths(change, { interpreterNeeded })).toEqual(missing);
});

test('a form that a tablet of a build before completed keeps its signatures, unless the record asks for an interpreter', () => {
  expect(paths(says({}), { isPinnedOnTablet: true })).toEqual([]);
  expect(paths(says({}), { isPinnedOnTablet: true, interpreterNeeded: true })).toEqual(['interpreterNeeded']);
});

test('each missing thing says in which step it is put right, in the order of the steps', () => {
  const all = missingIn(
    {
      ...whole,
      procedures: [{ ...procedure, side: null, alternatives: [] }],
      interpreting: { ...nobody, interpreterNeeded: true },
      clinicianStatement: null,
    },
    around,
  );
  expect(all.map(({ step }) => step)).toEqual(['procedure', 'risks', 'interpreter', 'review']);
  for (const { message } of all) expect(message).toMatch(/^[A-Z]/);
});

/** For each rule a form that it alone keeps from being sent. */
const ALONE: Readonly<Record<string, [Partial<DraftContent>, Partial<Around>?]>> = {
  side: [withProcedure({ side: null })],
  'form type': [{}, { formTypesOf: () => [] }],
  sedation: [{ formType: 'FORM_3', ...withProcedure({ anaesthetic: ['SEDATION'] }) }],
  'no treatment': [withProcedure({ alternatives: [] })],
  'core risks': [withProcedure({ risks: [] })],
  procedure: [{ procedures: [] }],
  template: [{ templateID: null }],
  family: [{}, { age: 15 }],
  capacity: [{ formType: 'FORM_4', clinicianStatement: { discussed: true, capacity: false, note: '' } }],
  interpreter: [{ interpreting: nobody }],
  statement: [{ clinicianStatement: null }],
};

test.each(COMPLETENESS_RULES.map((rule) => [rule]))('without the rule “%s” a form is sent that must not be', (rule) => {
  const [change, other] = ALONE[rule] ?? [{}];
  const judged = (rules: readonly string[]) => missingIn({ ...whole, ...change }, { ...around, ...other }, rules);
  expect(judged(COMPLETENESS_RULES)).not.toEqual([]);
  expect(judged(COMPLETENESS_RULES.filter((each) => each !== rule))).toEqual([]);
});
