import { mergedReferralWords, noFormWords, seesCase, takesFirstForm } from '#domain/referrals/first-form.ts';
import { REFERRAL_STATUSES, type ReferralStatus } from '#domain/referrals/referral.ts';
import { openOf } from '#src/screens/patients/open-cases.ts';
import { expect, test } from 'vitest';

type Case = Parameters<typeof openOf>[0][number] & { patient: { status: string } };
const aCase = (of: ReferralStatus, change: Partial<Case> = {}): Case => ({
  status: of === 'ACCEPTED' ? 'DRAFT' : of === 'REJECTED' || of === 'CLOSED' ? 'VOIDED' : 'UNDER_REVIEW',
  currentConsentID: null,
  // Only its status is read here.
  referral: { status: of } as Case['referral'] & object,
  mergedFrom: null,
  patient: { status: 'ACTIVE' },
  ...change,
});

test('a page without a form says what comes by the state of its referral, and promises nothing after its end', () => {
  const words = REFERRAL_STATUSES.map((each) => noFormWords(aCase(each)));
  expect(new Set(words).size).toBe(5);
  expect(noFormWords(aCase('REJECTED'))).toBe('The referral was rejected, so no form follows.');
  expect(noFormWords(aCase('CLOSED'))).toBe('The referral is closed, so no form follows.');
  expect(noFormWords(aCase('CLOSED', { status: 'DRAFT' }))).toBe(noFormWords(aCase('ACCEPTED')));
  expect(noFormWords(aCase('ACCEPTED', { patient: { status: 'DECEASED' } }))).toMatch(/takes no new consent/);
});

test('the first form is written of an accepted case alone, also once its referral is closed', () => {
  expect(REFERRAL_STATUSES.filter((each) => takesFirstForm(aCase(each)))).toEqual(['ACCEPTED']);
  expect(takesFirstForm(aCase('CLOSED', { status: 'DRAFT' }))).toBe(true);
  expect(takesFirstForm(aCase('ACCEPTED', { currentConsentID: 'form' }))).toBe(false);
  expect(takesFirstForm(aCase('ACCEPTED', { patient: { status: 'DECEASED' } }))).toBe(false);
  expect([seesCase({ status: 'CLOSED' }, ['REFERRER']), seesCase({ status: 'CLOSED' }, ['REFERRER', 'ADDRESSEE'])]).toEqual([
    false,
    true,
  ]);
});

test('a merge says of a referral how it goes on, and its dialog counts referrals apart from consents', () => {
  expect(mergedReferralWords(aCase('UNDER_REVIEW'))).toMatch(/first form is written for this record/);
  expect(mergedReferralWords(aCase('REJECTED'))).not.toMatch(/first form/);
  const mergedFrom = { id: 'x', recordID: null, firstName: 'Jo', lastName: 'Demo', dateOfBirth: '1950-01-01', mergedAt: '' };
  expect(
    openOf([
      ...REFERRAL_STATUSES.map((each) => aCase(each)),
      aCase('ACCEPTED', { currentConsentID: 'form' }),
      aCase('ACCEPTED', { mergedFrom }),
    ]),
  ).toEqual({ unfinished: 1, referrals: 4 });
});
