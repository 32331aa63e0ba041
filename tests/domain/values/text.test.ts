import { AdditionalChoice, procedureInWords, sideInWords } from '#domain/consents/consent.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { codeOf, FAILURES, type FailureKey } from '#domain/base/messages.ts';
import { formalName, spokenName } from '#domain/patients/patient-name.ts';
import { nextPatientStatuses, mayStartConsent } from '#domain/patients/patient-status.ts';
import { PatientDraft } from '#domain/patients/patient.ts';
import { foldForSearch, searchWords } from '#domain/values/search-text.ts';
import { PATIENT_STATUSES } from '#domain/base/states.ts';
import { ClockOffset, Digest, EmailAddress, hasControl, Instant, SingleLine, Prose, Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const line = SingleLine({ label: 'Name', least: 1, most: 10 });
const prose = Prose({ label: 'Note', most: 20 });
const fits = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;

test.each([
  ['\u0000', true],
  ['a\u001bb', true],
  ['\u202e', true],
  ['\u2066', true],
  ['\ud800', true],
  ['a\tb\nc', false],
  ['👩‍⚕️', false],
  ['Żółć 王 أمل', false],
])('%j holds what does not belong in text: %s', (text, holds) => {
  expect(hasControl(text)).toBe(holds);
});

test('a line is trimmed and composed, and holds no break', () => {
  expect(v.parse(line, '  Zo\u0308e ')).toBe('Zöe');
  expect(v.parse(line, 'a\r\nb\tc')).toBe('a b c');
  expect(v.parse(line, 'a\u0000b\ud800\u202ec')).toBe('abc');
  for (const wrong of ['', '   ', '\u0007\ud800', '12345678901', 7, null]) expect(fits(line, wrong), String(wrong)).toBe(false);
  expect(v.safeParse(line, ' ').issues?.[0].message).toBe('Enter the name');
});

test('prose keeps its lines, whichever machine broke them', () => {
  expect(v.parse(prose, ' a\r\nb\rc\n ')).toBe('a\nb\nc');
  expect(v.parse(prose, 'a\u2028b\u0007\udfff c')).toBe('a\nb c');
  expect(fits(prose, 'x'.repeat(21))).toBe(false);
  expect(v.parse(prose, '')).toBe('');
});

test.each([
  ['a@b.org', true],
  [' A.B+c@Demo.NHS.uk ', true],
  ["o'neill@demo.nhs.uk", true],
  ['a@b', false],
  ['a b@c.org', false],
  ['a@-b.org', false],
  ['a@b.org\r\nBcc: x@y.org', false],
  ['a@b.org,c@d.org', false],
  ['<a@b.org>', false],
  [`${'a'.repeat(250)}@b.org`, false],
])('%j is an e-mail address: %s', (text, isOne) => {
  expect(fits(EmailAddress, text)).toBe(isOne);
});

test('ids, digests and moments have one way to be written', () => {
  expect(fits(Uuid, '018f0000-0000-7000-8000-000000000001')).toBe(true);
  for (const wrong of [
    '018F0000-0000-7000-8000-000000000001',
    '018f000000007000800000000000001',
    '018f0000-0000-7000-0000-000000000001',
    '',
  ])
    expect(fits(Uuid, wrong)).toBe(false);
  expect([fits(Digest, 'a'.repeat(64)), fits(Digest, 'A'.repeat(64)), fits(Digest, 'a'.repeat(63))]).toEqual([
    true,
    false,
    false,
  ]);
  expect(fits(Instant, '2026-08-06T14:05:00.000Z')).toBe(true);
  for (const wrong of [
    '2026-08-06T14:05:00Z',
    '2026-08-06T14:05:00.000+01:00',
    '2026-13-06T14:05:00.000Z',
    '2026-02-30T14:05:00.000Z',
    '2026-08-06',
  ])
    expect(fits(Instant, wrong)).toBe(false);
});

test('a clock is wrong by 200 years at most: a moment beyond has no date', () => {
  const offsets = [-86_400_000, 0, 3_600_000, -1e300, 1e300, Number.NaN, Number.POSITIVE_INFINITY];
  expect(offsets.map((each) => v.is(ClockOffset, each))).toEqual([true, true, true, false, false, false, false]);
});

test('patients’ names are not held to letters, and a one-word name is a last name', () => {
  for (const lastName of ["O'Neill", 'Al-Amin', '王', 'X Æ A-12', 'نور', 'বেগম'])
    expect(fits(PatientDraft, { lastName, dateOfBirth: '1950-03-14' }), lastName).toBe(true);
  expect(fits(PatientDraft, { firstName: 'Only', dateOfBirth: '1950-03-14' })).toBe(false);
  expect(fits(PatientDraft, { lastName: 'x'.repeat(101), dateOfBirth: '1950-03-14' })).toBe(false);
  expect([formalName({ firstName: 'Amber', lastName: 'Demo-Rowan' }), formalName({ firstName: '', lastName: 'Demo' })]).toEqual([
    'DEMO-ROWAN, Amber',
    'DEMO',
  ]);
  expect([spokenName({ firstName: 'Amber', lastName: 'Demo-Rowan' }), spokenName({ firstName: '', lastName: 'Demo' })]).toEqual([
    'Amber Demo-Rowan',
    'Demo',
  ]);
});

test('only a merge cannot be put right, and only the living who stand alone take a consent', () => {
  expect(PATIENT_STATUSES.filter(mayStartConsent)).toEqual(['ACTIVE', 'INACTIVE']);
  expect(nextPatientStatuses('MERGED')).toEqual([]);
  expect(nextPatientStatuses('DECEASED')).toEqual(['ACTIVE', 'INACTIVE', 'MERGED']);
});

test('a side is said in words and a procedure by its whole name', () => {
  expect([sideInWords('LEFT'), sideInWords('BOTH'), sideInWords('NOT_APPLICABLE'), sideInWords(null)]).toEqual([
    'LEFT',
    'BOTH SIDES',
    '',
    '',
  ]);
  const named = (side: Parameters<typeof sideInWords>[0], site: string) =>
    procedureInWords({ procedureName: 'Repair', side, site });
  expect([named('RIGHT', 'eye'), named('LEFT', ''), named('BOTH', ''), named(null, ''), named(null, 'groin')]).toEqual([
    'Repair, RIGHT eye',
    'Repair, LEFT side',
    'Repair, BOTH SIDES',
    'Repair',
    'Repair, groin',
  ]);
  expect(fits(AdditionalChoice, { id: 'blood', title: 'Blood', answer: 'MAYBE' })).toBe(false);
});

test.each([
  ['Żółć', 'zolc'],
  ['SØRENSEN', 'sorensen'],
  ['Weiß', 'weiss'],
  ['İpek', 'ipek'],
  ["O'Neill", 'o’neill'],
  ['Oʼneill', 'o’neill'],
  ['Đặng', 'dang'],
  ['王伟', '王伟'],
  ['রহিমা', 'রহিমা'],
])('%s is searched as %s', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded);
});

test('a search is cut into words, but an NHS number stays whole and a birth date is no number', () => {
  expect(searchWords(' Demo-Rowan,  Amber ')).toEqual(['demorowan', 'amber']);
  expect(searchWords('999 000 0018')).toEqual(['9990000018']);
  expect(searchWords('1950-03-14')).toEqual(['1950-03-14']);
  expect(searchWords('  ')).toEqual([]);
  expect(searchWords('a b c d e f g h i j')).toHaveLength(8);
});

test('every sentence that the server may say is whole, of its own, and with a status that fits its code', () => {
  const sentences = Object.values(FAILURES).map(({ message }) => message);
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of [...sentences, ...Object.values(DONE)]) {
    // Two of the specification's own begin with a digit and with a small letter.
    expect(sentence).toMatch(/^(?:[A-Z2]|successfully)[^{}$]+$/);
    expect(sentence.trim()).toBe(sentence);
  }
  for (const key of Object.keys(FAILURES) as FailureKey[])
    expect([key, FAILURES[key].status]).toEqual([key, FAILURES[codeOf(key)].status]);
});

test('the codes on the wire are these', () => {
  const codes = new Set((Object.keys(FAILURES) as FailureKey[]).map((key) => `${FAILURES[key].status} ${codeOf(key)}`));
  expect([...codes].toSorted()).toEqual([
    '400 INVALID',
    '400 NOT_A_MOBILE',
    '400 PASS_ALTERED',
    '401 INCORRECT_CREDENTIALS',
    '401 SIGN_IN',
    '401 TICKET_ENDED',
    '403 ANOTHER_PERSON',
    '403 DEVICE_REVOKED',
    '403 FORBIDDEN',
    '403 REASON_NEEDED',
    '403 TWO_FACTOR_REQUIRED',
    '404 NOT_FOUND',
    '409 ALREADY_DONE',
    '409 ALREADY_EXISTS',
    '409 ALREADY_SIGNED',
    '409 ANSWERS_FULL',
    '409 CHANNEL_OFF',
    '409 CONTACT_REFUSED',
    '409 DOCUMENT_ALTERED',
    '409 HOLD_LIFTED',
    '409 IN_PROGRESS',
    '409 MOVE_REFUSED',
    '409 NOTES_FULL',
    '409 NOT_ACTIVATED',
    '409 NOT_CONFIRMED',
    '409 NOT_DUE',
    '409 NO_CONSENT_IN_FORCE',
    '409 ON_HOLD',
    '409 PACK_NOT_REVIEWED',
    '409 SETUP_NEEDED',
    '409 SIGNED_CONTENT_MISMATCH',
    '409 TABLET_PIN_OFF',
    '409 TAKEN',
    '409 VERSION_CONFLICT',
    '410 LINK_ENDED',
    '410 PASS_ENDED',
    '413 TOO_LARGE',
    '415 UNSUPPORTED',
    '422 IDEMPOTENCY_KEY_REUSED',
    '422 IDENTITY_MISMATCH',
    '422 INCORRECT_CODE',
    '422 INCORRECT_PASSWORD',
    '422 INCORRECT_TABLET_PIN',
    '423 LOCKED',
    '425 DEVICE_PENDING',
    '425 RESTORED',
    '425 WITH_SIGNER',
    '426 UPDATE_REQUIRED',
    '429 LIMIT_REACHED',
    '429 SLOW_DOWN',
    '500 FAILED',
    '503 BUSY',
  ]);
});

test('the sentences that the specification gives are said word for word', () => {
  expect(FAILURES.SIGN_IN.message).toBe('Expired or invalid token - please log in again');
  expect(FAILURES.NOT_ACTIVATED.message).toBe("You account exists but hasn't been activated, Please contact your admin");
  expect(FAILURES.INCORRECT_PASSWORD.message).toBe('Incorrect password. Please try again');
  expect(FAILURES.FAILED.message).toBe('Something went wrong');
});
