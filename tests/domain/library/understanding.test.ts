import * as v from 'valibot';
import { expect, test } from 'vitest';
import { formExtrasOf, type ExtrasEntry } from '#domain/consents/form-extras.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { UnderstandingQuestions } from '#domain/library/understanding-question.ts';
import {
  isSettled,
  questionsOfForm,
  understandingDetail,
  understandingOf,
  understandingResults,
  type UnderstandingAnswer,
  type UnderstandingQuestion,
} from '#domain/library/understanding.ts';

const id = (nth: number) => `00000000-0000-4000-8000-0000000000${String(nth).padStart(2, '0')}`;
const question = (nth: number, change: Partial<UnderstandingQuestion> = {}): UnderstandingQuestion => ({
  id: id(nth),
  question: `Question ${nth}?`,
  options: ['Yes', 'No', 'Both'],
  right: 0,
  place: 'PLAN',
  ...change,
});
const procedure = (nth: number, questions: UnderstandingQuestion[]) => ({
  procedureID: id(90 + nth),
  procedureName: `Procedure ${nth}`,
  questions,
});

test.each<[string, unknown, string | null]>([
  ['whole', [question(1)], null],
  ['none', [], null],
  ['four questions', [1, 2, 3, 4].map((nth) => question(nth)), ''],
  ['one option', [question(1, { options: ['Yes'] })], '0.options'],
  ['five options', [question(1, { options: ['a', 'b', 'c', 'd', 'e'] })], '0.options'],
  ['an empty option', [question(1, { options: ['Yes', ' '] })], '0.options.1'],
  ['right behind the last option', [question(1, { right: 3 })], '0.right'],
  ['right below the first', [question(1, { right: -1 })], '0.right'],
  ['half a right one', [question(1, { right: 0.5 })], '0.right'],
  ['no words', [question(1, { question: '' })], '0.question'],
  ['an unknown page', [{ ...question(1), place: 'SIGN' }], '0.place'],
  ['more than it may have', [{ ...question(1), score: 1 }], '0.score'],
  ['no list', 'Question?', ''],
])('questions with %s are judged by their schema', (_, given, path) => {
  const { success, issues } = v.safeParse(UnderstandingQuestions, given);
  expect(success ? null : (v.getDotPath(issues[0]) ?? '')).toBe(path);
});

test('a form asks about each procedure once, at most six questions, the first of each before the second of any', () => {
  const three = (nth: number) =>
    procedure(
      nth,
      [0, 1, 2].map((rank) => question(nth * 10 + rank)),
    );
  const asked = (...nths: number[]) =>
    questionsOfForm(nths.map(three)).map(({ procedureName, questions }) => [procedureName, questions.length]);
  expect(asked(1)).toEqual([['Procedure 1', 3]]);
  expect(asked(1, 1)).toEqual([['Procedure 1', 3]]);
  expect(asked(1, 2, 3)).toEqual([
    ['Procedure 1', 2],
    ['Procedure 2', 2],
    ['Procedure 3', 2],
  ]);
  expect(asked(1, 2, 3, 4, 5, 6, 7).flatMap(([, count]) => count)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(questionsOfForm([procedure(1, [])])).toEqual([]);
  // An answer names its question by the id alone: of two with the same id neither is asked.
  const twice = [procedure(1, [question(1), question(2)]), procedure(2, [question(1, { right: 1 }), question(3)])];
  expect(questionsOfForm(twice).map(({ questions }) => questions.map((each) => each.id))).toEqual([[id(2)], [id(3)]]);
});

test.each<[string, (number | null)[], boolean]>([
  ['no answer', [], false],
  ['a right one', [0], true],
  ['none wanted', [null], true],
  ['a wrong one', [1], false],
  ['two wrong ones', [1, 2], true],
  ['a wrong and a right one', [1, 0], true],
])('a question with %s is settled: %j %s', (_, options, settled) => {
  const answers = options.map((option): UnderstandingAnswer => ({ id: id(1), option }));
  expect(isSettled(question(1), [{ id: id(2), option: 0 }, ...answers])).toBe(settled);
});

test('an event tells each question in its words, with the outcome and the wrong answers', () => {
  const answers = [
    { id: id(1), option: 1 },
    { id: id(2), option: 2 },
    { id: id(1), option: 0 },
    { id: id(2), option: 1 },
    { id: id(3), option: 1 },
    { id: id(3), option: null },
    { id: id(9), option: 0 },
  ];
  const detail = understandingDetail([question(1), question(2), question(3)], answers);
  for (const value of Object.values(detail)) expect(['string', 'boolean', 'object']).toContain(typeof value);
  expect(understandingResults({ detail })).toEqual([
    { question: 'Question 1?', outcome: 'RIGHT', wrong: ['No'] },
    { question: 'Question 2?', outcome: 'WRONG', wrong: ['Both', 'No'] },
    { question: 'Question 3?', outcome: 'SKIPPED', wrong: ['No'] },
  ]);
  expect(understandingResults({ detail: {} })).toEqual([]);
});

test('the last answers of each signer count, of this version, since it was made ready', () => {
  const event = (type: string, change: Partial<TimelineEvent> = {}): TimelineEvent => ({
    id: id(5),
    at: '2026-08-06T14:05:00.000Z',
    deviceAt: null,
    type,
    actor: { kind: 'SIGNER', name: 'Ada', role: 'PARENT' },
    versionId: id(7),
    detail: {},
    prevHash: '',
    hash: '',
    ...change,
  });
  const answered = (option: number | null, change: Partial<TimelineEvent> = {}) =>
    event('UNDERSTANDING_CHECKED', { detail: understandingDetail([question(1)], [{ id: id(1), option }]), ...change });
  const parentAt = (order: string, option: number) => {
    const { detail } = answered(option);
    return answered(option, { actor: { kind: 'SIGNER', name: '', role: 'PARENT' }, detail: { ...detail, signing_order: order } });
  };
  const outcomes = (events: TimelineEvent[]) => understandingOf(events, id(7)).map(({ results }) => results[0]?.outcome);
  // A tablet without a network knows no names; the places tell the parents apart.
  expect(outcomes([parentAt('1', 1), parentAt('2', 0)])).toEqual(['WRONG', 'RIGHT']);
  expect(outcomes([parentAt('1', 1), parentAt('1', 0)])).toEqual(['RIGHT']);
  const ben = { kind: 'SIGNER', name: 'Ben', role: 'PARENT' } as const;
  const timeline = [
    answered(1, { actor: { ...ben, name: 'Cara' } }),
    event('CONSENT_SENT'),
    answered(1),
    answered(1, { actor: ben }),
    answered(null, { versionId: id(8) }),
    answered(0),
  ];
  expect(understandingOf(timeline, id(7)).map(({ name, results }) => [name, results[0]?.outcome])).toEqual([
    ['Ada', 'RIGHT'],
    ['Ben', 'WRONG'],
  ]);
});

test('no try is overwritten: every series of up to four, in one event, one by one, and as a page tells it', () => {
  const TRIES = { right: 0, wrong: 1, left: null } as const;
  type Tried = keyof typeof TRIES;
  const series = (length: number): Tried[][] =>
    length === 0
      ? [[]]
      : series(length - 1).flatMap((each) => (['right', 'wrong', 'left'] as const).map((last) => [...each, last]));
  const all = [1, 2, 3, 4].flatMap(series);
  expect(all).toHaveLength(120);
  const eventOf = (tried: readonly Tried[], handoverID?: string) => ({
    at: '2026-08-06T14:05:00.000Z',
    type: 'UNDERSTANDING_CHECKED',
    versionId: id(7),
    actor: { role: 'PATIENT', name: 'Ada' },
    detail: {
      ...understandingDetail(
        [question(1)],
        tried.map((each) => ({ id: id(1), option: TRIES[each] })),
      ),
      ...(handoverID === undefined ? {} : { handoverID }),
    },
  });
  for (const tried of all) {
    const wrong = tried.filter((each) => each === 'wrong').map(() => 'No');
    const answered = tried.findLast((each) => each !== 'left');
    const outcome = answered === 'right' ? 'RIGHT' : tried.at(-1) === 'wrong' ? 'WRONG' : 'SKIPPED';
    const expected = [{ question: 'Question 1?', outcome, wrong }];
    const read = (events: ReturnType<typeof eventOf>[]) => understandingOf(events, id(7))[0]?.results;
    expect(read([eventOf(tried)]), tried.join()).toEqual(expected);
    // A page tells all of its visit each time.
    expect(read(tried.map((_, at) => eventOf(tried.slice(0, at + 1)))), tried.join()).toEqual(expected);
    // In several handovers none swallows a try of another, however alike they begin, and each page tells all of its own.
    for (let cut = 1; cut < tried.length; cut += 1) {
      const visits = [tried.slice(0, cut), tried.slice(cut)].map((own, nth) =>
        own.map((_, at) => eventOf(own.slice(0, at + 1), `handover ${nth}`)),
      );
      expect(read(visits.flat()), `${tried.join()} at ${cut}`).toEqual(expected);
    }
    // After a reload it begins anew.
    if (new Set(tried).size === tried.length) expect(read(tried.map((each) => eventOf([each]))), tried.join()).toEqual(expected);
  }
});

test('extras have the questions for those who decide alone, and each link once', () => {
  const link = (title: string) => ({ title, url: `https://example.org/${title}` });
  const entry: ExtrasEntry = {
    procedureName: 'Demo',
    understanding: [question(1)],
    Leaflets: [link('a')],
    videoLinks: [link('b'), link('a')],
    imageRefs: [link('c')],
  };
  const procedures = [
    { procedureID: id(91), libraryVersion: 2 },
    { procedureID: id(92), libraryVersion: 1 },
  ];
  const find = (_: string, version?: number) => (version === 2 ? entry : undefined);
  expect(formExtrasOf('PATIENT', procedures, find).resources.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    'LEAFLET a',
    'VIDEO b',
    'PICTURE c',
  ]);
  expect(SIGNER_ROLES.filter((role) => formExtrasOf(role, procedures, find).understanding.length > 0)).toEqual([
    'PATIENT',
    'PARENT',
    'CHILD',
  ]);
});

test('links are those of the version in use, and of the form’s own version where none is; questions are of the form’s own', () => {
  const link = (title: string) => ({ title, url: `https://example.org/${title}` });
  const entryAt = (title: string): ExtrasEntry => ({
    procedureName: title,
    understanding: [question(title === 'old' ? 1 : 2)],
    Leaflets: [link(title)],
    videoLinks: [],
    imageRefs: [],
  });
  const procedures = [{ procedureID: id(91), libraryVersion: 1 }];
  const found = (isInUse: boolean) =>
    formExtrasOf('PATIENT', procedures, (_, version) =>
      version === 1 ? entryAt('old') : isInUse && version === undefined ? entryAt('now') : undefined,
    );
  for (const isInUse of [true, false]) {
    const { resources, understanding } = found(isInUse);
    expect(resources.map(({ title }) => title)).toEqual([isInUse ? 'now' : 'old']);
    expect(understanding.map(({ procedureName }) => procedureName)).toEqual(['old']);
  }
});
