import { expect, test } from 'vitest';
import { ProcedureFields } from '#domain/library/procedure.ts';
import * as v from 'valibot';
import {
  EMPTY_PROCEDURE,
  procedureFormOf,
  type ProcedureForm,
  type QuestionForm,
  type RiskForm,
} from '#src/screens/library/procedure-form.ts';
import { procedureControlId, readLinksForm, readProcedureForm } from '#src/screens/library/procedure-input.ts';
import { reviewGaps } from '#src/screens/library/review-gaps.ts';
import { procedure } from '#tests/src/screens/builder/draft/build.ts';

const WHOLE: ProcedureForm = { ...EMPTY_PROCEDURE, procedureName: 'Demo', formTypes: ['FORM_1'], sideRequired: false };
const RISK: RiskForm = {
  key: 'a',
  name: 'Infection',
  text: '',
  hasFigure: true,
  num: '7',
  den: '1,000',
  basis: 'RATE',
  source: 'Demo audit',
  year: '2024',
  population: '1,200 eyes',
  core: true,
};
const fieldsOf = (change: Partial<ProcedureForm>) =>
  readProcedureForm({ ...WHOLE, ...change }).problems.map(({ field }) => field);

test('a stored procedure comes out of the form as it went in', () => {
  const stored = procedure({
    siteDefault: 'eye',
    anaestheticDefault: ['LOCAL'],
    formDefault: 'FORM_1',
    codes: [{ system: 'OPCS_4', code: 'C71.2', display: 'Phacoemulsification' }],
    understanding: [
      {
        id: '00000000-0000-4000-8000-000000000001',
        question: 'Which eye?',
        options: ['The right eye', 'The left eye'],
        right: 1,
        place: 'PLAN',
      },
    ],
    choices: [{ id: 'pork', words: { ask: 'May we use products of pigs?', REFUSE: 'NO PORK' }, isSafety: true }],
    bloodNotAsked: true,
    reviewDate: '2027-08-06',
    owner: 'Demo lead',
  });
  const { input, problems } = readProcedureForm(procedureFormOf(stored));
  expect(problems).toEqual([]);
  expect(input).toEqual({ ...v.parse(v.object(ProcedureFields), stored), translations: [] });
});

test('a choice without words or marks has none, and one without a question is asked for it', () => {
  const empty = { ACCEPT: '', REFUSE: ' ', DISCUSS: '', NONE: '', isSafety: false };
  const choice = (ask: string) => ({ key: 'a', id: 'own', ask, ...empty });
  expect(readProcedureForm({ ...WHOLE, choices: [choice('Latex?')] }).input?.choices).toEqual([
    { id: 'own', words: { ask: 'Latex?' } },
  ]);
  expect(readProcedureForm(WHOLE).input).not.toHaveProperty('choices');
  expect(readProcedureForm(WHOLE).input).not.toHaveProperty('bloodNotAsked');
  expect(fieldsOf({ choices: [choice('')] })).toEqual(['choices.0.words.ask']);
});

test('an empty form names what must be said, in the order of the screen', () => {
  const { input, problems } = readProcedureForm(EMPTY_PROCEDURE);
  expect(input).toBeNull();
  expect(problems.map(({ field }) => field)).toEqual(['procedureName', 'formTypes', 'sideRequired']);
});

const QUESTION: QuestionForm = {
  key: 'a',
  id: '00000000-0000-4000-8000-000000000001',
  question: 'Which eye?',
  options: ['Right', '', 'Left', ''],
  right: 2,
  place: 'PLAN',
};

test('the right answer is found again among those that are not empty', () => {
  const { input } = readProcedureForm({ ...WHOLE, understanding: [QUESTION] });
  expect(input?.understanding).toMatchObject([{ options: ['Right', 'Left'], right: 1 }]);
});

test.each<[Partial<QuestionForm>, string[]]>([
  [{}, []],
  [{ right: null }, ['understanding.0.right']],
  [{ right: 1 }, ['understanding.0.right']],
  [{ question: '' }, ['understanding.0.question']],
  [{ options: ['Right', '', '', ''], right: 0 }, ['understanding.0.options']],
  [{ options: ['Right', 'right', '', ''], right: 0 }, ['understanding.0.options.1']],
  [{ place: '' }, ['understanding.0.place']],
])('a question with %j has problems at %j', (change, fields) => {
  expect(fieldsOf({ understanding: [{ ...QUESTION, ...change }] })).toEqual(fields);
});

test('a problem of a question names the question', () => {
  const { problems } = readProcedureForm({ ...WHOLE, understanding: [QUESTION, { ...QUESTION, id: '2', question: '' }] });
  expect(problems.every(({ message }) => message.startsWith('Question 2: '))).toBe(true);
  expect(problems).not.toEqual([]);
});

test('a question whose page is empty is a gap before the review', () => {
  const gaps = (benefits: ProcedureForm['benefits']) =>
    reviewGaps({ ...WHOLE, benefits, understanding: [{ ...QUESTION, place: 'BENEFITS' }] }, '2026-08-06').map(
      ({ field }) => field,
    );
  expect(gaps([])).toContain('understanding.0.place');
  expect(gaps([{ key: 'b', text: 'Clearer sight', source: '', year: '' }])).not.toContain('understanding.0.place');
});

test.each<[Partial<RiskForm>, string[]]>([
  [{}, []],
  [{ num: '7', den: '1 000' }, []],
  [{ hasFigure: false, num: '', den: '' }, []],
  [{ hasFigure: null }, ['risks.0.hasFigure']],
  [{ num: '' }, ['risks.0.num']],
  [{ den: 'many' }, ['risks.0.den']],
  [{ num: '3', den: '2' }, ['risks.0.num']],
  [{ num: '1.5' }, ['risks.0.num']],
  [{ name: '' }, ['risks.0.name']],
  [{ year: '20x4' }, ['risks.0.year']],
  [{ year: '', source: '', population: '' }, []],
])('a risk with %j has problems at %j', (change, fields) => {
  expect(fieldsOf({ risks: [{ ...RISK, ...change }] })).toEqual(fields);
});

test('what is listed twice, a wrong code and an address without https are named at their fields', () => {
  expect(fieldsOf({ risks: [RISK, { ...RISK, key: 'b' }] })).toEqual(['risks.1.name']);
  const code = { key: 'c', system: 'SNOMED_CT', code: '54885008', display: 'x' } as const;
  const link = { key: 'l', title: 'Leaflet', url: 'http://example.org' };
  expect(fieldsOf({ codes: [code], Leaflets: [link] })).toEqual(['Leaflets.0.url', 'codes.0.code']);
  expect(readLinksForm({ Leaflets: [link], videoLinks: [], imageRefs: [] })).toMatchObject({
    input: null,
    problems: [{ field: 'Leaflets.0.url' }],
  });
});

test('a path of the call is the id of a control', () => {
  expect(['risks.2.frequency.den', 'risks.2.frequency', 'owner', ''].map(procedureControlId)).toEqual([
    'risks.2.den',
    'risks.2.num',
    'owner',
    undefined,
  ]);
});

test('a reviewer would ask for what is missing, and a draft may be saved without it', () => {
  const whole = { ...WHOLE, procedureDescription: 'Text', risks: [RISK], owner: 'Demo lead', reviewDate: '2026-08-07' };
  const gaps = (change: Partial<ProcedureForm>) =>
    reviewGaps({ ...whole, ...change }, '2026-08-06').map(({ message }) => message);
  expect(gaps({})).toEqual([]);
  expect(gaps({ risks: [{ ...RISK, source: ' ', population: '' }] })).toEqual(['Infection: no source, no people counted.']);
  expect(gaps({ risks: [{ ...RISK, hasFigure: false, source: '', year: '' }] })).toEqual([]);
  expect(gaps({ alternatives: [{ key: '0', text: 'Waiting' }] })).toEqual(['“No treatment” is not among the other ways.']);
  expect(gaps({ procedureDescription: '', risks: [], owner: ' ', reviewDate: '2026-08-06' })).toHaveLength(4);
  expect(fieldsOf({ owner: '', reviewDate: '' })).toEqual([]);
});
