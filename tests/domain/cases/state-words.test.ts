import {
  caseWords,
  isWaiting,
  listedProcedureWords,
  listedSideWords,
  localCaseWords,
  type VersionState,
} from '#domain/cases/state-words.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { CASE_STATUSES, SEAL_STATES, VOID_KINDS } from '#domain/base/states.ts';
import { eventWords, type TimelineEvent } from '#domain/cases/timeline.ts';
import { expect, test } from 'vitest';

const standing = (change: Partial<VersionState>): VersionState => ({
  status: 'DRAFT',
  sealState: 'NONE',
  confirmState: 'NOT_REQUIRED',
  activeTab: 0,
  waitingFor: [],
  ...change,
});

test('a draft says at which step it was left, counted from one', () => {
  expect(caseWords(standing({ activeTab: 2 }))).toEqual({ tone: 'plain', words: 'Draft, step 3' });
});

test('a draft whose step is beyond the last one says the last one', () => {
  expect(caseWords(standing({ activeTab: 9 })).words).toBe('Draft, step 9');
});

test('a sent consent names who signs next, in signing order', () => {
  expect(caseWords(standing({ status: 'SENT', waitingFor: ['PATIENT', 'CLINICIAN'] })).words).toBe('Patient to sign');
  expect(caseWords(standing({ status: 'PARTIALLY_SIGNED', waitingFor: ['CLINICIAN'] })).words).toBe('Clinician to sign');
});

test('signed is not yet sealed, and a list never says so before it is true', () => {
  const words = SEAL_STATES.map((sealState) => caseWords(standing({ status: 'SIGNED', sealState })).words);
  expect(words).toEqual(['Signed, being sealed', 'Signed, being sealed', 'Signed and sealed', 'Signed, not sealed yet']);
});

test('an imported consent is not sealed and never being sealed, and has lapsed like any other', () => {
  const imported = standing({ status: 'SIGNED', sealState: 'NONE', origin: { kind: 'IMPORT' } });
  expect(caseWords(imported)).toEqual({ tone: 'warn', words: 'Imported, not sealed' });
  expect(caseWords({ ...imported, confirmState: 'LAPSED' }).words).toBe('Lapsed: consent again');
  expect(caseWords({ ...imported, status: 'WITHDRAWN' }).words).toBe('Withdrawn');
});

test('signed by everybody on a tablet is said with its time, and never as signed and sealed', () => {
  const signed = standing({ status: 'PARTIALLY_SIGNED' });
  const words = (allSignedAt: string | null) => localCaseWords(signed, { isUnsent: true, allSignedAt }, 'Europe/London').words;
  expect(words('2026-08-06T13:02:00.000Z')).toBe('Signed 14:02, waiting to be sealed');
  expect(words(null)).toBe('Being signed');
  expect(localCaseWords(signed, undefined, 'Europe/London')).toEqual(caseWords(signed));
});

test('confirmed on a tablet is amber and waits to be sent, and a lapsed consent stays lapsed', () => {
  const local = { isUnsent: true, allSignedAt: null, confirmedAt: '2026-08-06T13:02:00.000Z' };
  const words = (confirmState: 'DUE' | 'LAPSED') =>
    localCaseWords(standing({ status: 'SIGNED', sealState: 'SEALED', confirmState }), local, 'Europe/London');
  expect(words('DUE')).toEqual({ tone: 'warn', words: 'Confirmed 14:02, waiting to send' });
  expect(words('LAPSED').words).toBe('Lapsed: consent again');
});

test('of what goes no further before somebody has looked at it nothing is said but that, and never that it waits', () => {
  const stopped = { isUnsent: true, allSignedAt: '2026-08-06T13:02:00.000Z', blocked: {} };
  expect(localCaseWords(standing({ status: 'WITHDRAWN' }), stopped, 'Europe/London')).toEqual({
    tone: 'stop',
    words: 'Needs you',
  });
  expect(isWaiting(stopped)).toBe(false);
  expect([isWaiting({ isUnsent: true, allSignedAt: null }), isWaiting(undefined)]).toEqual([true, false]);
});

test('a lapsed consent asks for a new one although it is sealed', () => {
  const lapsed = caseWords(standing({ status: 'SIGNED', sealState: 'SEALED', confirmState: 'LAPSED' }));
  expect(lapsed).toEqual({ tone: 'stop', words: 'Lapsed: consent again' });
});

test('only a sealed consent in force is shown as done', () => {
  const done = CASE_STATUSES.filter((status) => caseWords(standing({ status, sealState: 'SEALED' })).tone === 'ok');
  expect(done).toEqual(['SIGNED']);
});

test('every signer has a word of their own', () => {
  const words = SIGNER_ROLES.map((role) => caseWords(standing({ status: 'SENT', waitingFor: [role] })).words);
  expect(new Set(words).size).toBe(SIGNER_ROLES.length);
});

test('a side is written in words and an unknown one is left out, never guessed', () => {
  expect(listedSideWords({ side: 'RIGHT', site: 'eye' })).toBe('RIGHT eye');
  expect(listedSideWords({ side: 'RIGHT', site: '' })).toBe('RIGHT side');
  expect(listedSideWords({ side: 'BOTH', site: '' })).toBe('BOTH SIDES');
  expect(listedSideWords({ side: 'UPSIDE_DOWN', site: 'knee' })).toBe('knee');
  const hernia = { procedureName: 'Hernia repair', site: '' };
  expect(listedProcedureWords({ ...hernia, side: 'LEFT' })).toBe('Hernia repair, LEFT side');
  expect(listedProcedureWords({ ...hernia, side: 'UPSIDE_DOWN' })).toBe('Hernia repair');
});

test('a version that a newer one ended was recorded in error by nobody: state and event have the same words for it', () => {
  const words = (voidKind?: VersionState['voidKind']) => caseWords(standing({ status: 'VOIDED', voidKind }));
  expect(words(null)).toEqual({ tone: 'plain', words: 'Ended: a newer version was signed' });
  for (const kind of [undefined, ...VOID_KINDS]) expect(words(kind)).toEqual({ tone: 'stop', words: 'Recorded in error' });
  const event = (detail: TimelineEvent['detail']) => eventWords({ type: 'VOIDED', detail });
  expect(event({ by: 'an id' })).toBe(words(null).words);
  expect(event({ reason: 'It was never hers', kind: 'OTHER' })).toBe('Recorded in error');
});
