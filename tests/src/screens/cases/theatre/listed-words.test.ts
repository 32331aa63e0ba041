import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import {
  isSameListing,
  listingProblems,
  listingWords,
  metBy,
  readListedForm,
  listedFormValues,
  listingWarning,
} from '#src/screens/cases/theatre/listed-words.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { expect, test } from 'vitest';

const LISTED = { date: '2026-12-03', theatre: 'Theatre 2', listType: 'THEATRE' } as const;
const today = '2026-11-21';
const read = (change: Partial<ReturnType<typeof listedFormValues>>, before?: string) =>
  readListedForm({ ...listedFormValues(LISTED), ...change }, { today, before });

test('where a case is listed is told in words', () => {
  expect(listingWords(LISTED)).toBe('3 December 2026 · Theatre 2 · Theatre list');
  expect(listingWords({ ...LISTED, theatre: null, listType: 'WAITING' })).toBe('3 December 2026 · Waiting list');
  expect(listingWords(null)).toBe('Not on a list');
  expect(isSameListing(LISTED, { ...LISTED })).toBe(true);
  expect(isSameListing(LISTED, { ...LISTED, theatre: null })).toBe(false);
  expect(isSameListing(null, LISTED)).toBe(false);
});

test('the dialog opens with what stands there, or empty on the theatre list', () => {
  expect(listedFormValues(LISTED)).toEqual(LISTED);
  expect(listedFormValues({ ...LISTED, theatre: null }).theatre).toBe('');
  expect(listedFormValues(null)).toEqual({ date: '', theatre: '', listType: 'THEATRE' });
});

test('what was typed becomes a listing; an empty theatre is none', () => {
  expect(read({})).toEqual({ listed: LISTED, problems: [] });
  expect(read({ theatre: '  ' }).listed?.theatre).toBeNull();
  expect(read({ date: today }).listed?.date).toBe(today);
});

test('a day that has passed may stay where it stood, and is not newly chosen', () => {
  const tooLate = [{ field: 'list-date', message: 'The date must be today or later' }];
  expect(read({ date: '2026-11-20' }, '2026-11-19')).toEqual({ listed: null, problems: tooLate });
  expect(read({ date: '2026-11-20', theatre: 'Theatre 3' }, '2026-11-20').problems).toEqual([]);
});

test('a year that was mistyped is asked about, and three years to the day are not', () => {
  const tooFar = [{ field: 'list-date', message: 'The date is more than three years away. Please check the year.' }];
  for (const date of ['2029-11-22', '2126-12-03', '9999-12-31'])
    expect(read({ date }, date)).toEqual({ listed: null, problems: tooFar });
  expect(read({ date: '2029-11-21' }).listed?.date).toBe('2029-11-21');
  const onLeapDay = (date: string) =>
    readListedForm({ ...listedFormValues(LISTED), date }, { today: '2028-02-29', before: undefined }).problems;
  expect(onLeapDay('2031-02-28')).toEqual([]);
  expect(onLeapDay('2031-03-01')).toEqual(tooFar);
});

test('each field says what is wrong with it', () => {
  expect(read({ date: '' }).problems).toEqual([{ field: 'list-date', message: 'Choose the date' }]);
  expect(read({ date: '2026-02-30' }).problems.map(({ field }) => field)).toEqual(['list-date']);
  expect(
    read({ date: '', theatre: 'T'.repeat(61) })
      .problems.map(({ field }) => field)
      ?.toSorted(),
  ).toEqual(['list-date', 'list-theatre']);
});

test('what somebody else has put there meanwhile is said, and is what the next try changes', () => {
  const current = { listed: { ...LISTED, theatre: 'Theatre 5' }, version: 7, light: 'RED', reason: 'No consent yet' };
  const body = { message: 'Somebody else has changed this.', error: 'VERSION_CONFLICT', data: { current } };
  const failure = new CallFailed(409, { ...body, fields: undefined });
  expect(metBy(failure)).toEqual({ listed: current.listed, version: 7 });
  expect(listingProblems(failure).map(({ message }) => message)).toEqual([
    'Somebody else has changed this. It now says: 3 December 2026 · Theatre 5 · Theatre list.',
  ]);
});

test('any other failure is said as it is, at the field that it names', () => {
  const fields = [{ path: 'listed.theatre', message: 'The Theatre is too long' }];
  const refused = new CallFailed(400, { message: 'Not right', error: 'INVALID', fields, data: undefined });
  expect(metBy(refused)).toBeNull();
  expect(listingProblems(refused)).toEqual([{ field: 'list-theatre', message: 'The Theatre is too long' }]);
  expect(metBy(new Unreachable('no answer'))).toBeNull();
  expect(listingProblems(new Unreachable('no answer'))[0]?.message).toContain('What you typed is still here');
});

test('only a signed consent is listed without a warning', () => {
  for (const status of CASE_STATUSES) expect(listingWarning(status) === null, status).toBe(status === 'SIGNED');
});
