import type { User } from '#contract/shapes/user-shapes.ts';
import { afterSignIn, openStep } from '#src/session/after-sign-in.ts';
import { expect, test } from 'vitest';

const origin = 'https://consent.demo.nhs.uk';

/** A person of whom only these fields matter. */
function person(change: Partial<User>): User {
  return { status: 'ACTIVE', policyAccepted: true, speciality: 'Urology', ...change } as User;
}

test.each([
  ['PENDING_EMAIL', '/register-password'],
  ['PENDING_PROFILE', '/update-profile'],
  ['PENDING_2FA', '/setup2fa'],
  ['PENDING_TERMS', '/termsconditions'],
] as const)('a registration in %s goes on at %s, wherever else one wanted to go', (status, place) => {
  expect(openStep(person({ status, policyAccepted: false }))).toBe(place);
  expect(afterSignIn(person({ status, policyAccepted: false }), '/patient', origin)).toBe(place);
});

test('new terms are to be accepted first', () => {
  expect(afterSignIn(person({ policyAccepted: false }), '/patient', origin)).toBe('/termsconditions');
});

test.each([
  ['Ophthalmology', '/my-referral'],
  ['Optometry', '/my-referral'],
  ['Urology', '/'],
  [null, '/'],
])('somebody of %s starts at %s', (speciality, place) => {
  expect(afterSignIn(person({ speciality }), undefined, origin)).toBe(place);
});

test('a place that was asked for comes before the start, if it is one of this app', () => {
  expect(afterSignIn(person({ speciality: 'Optometry' }), '/patient', origin)).toBe('/patient');
  expect(afterSignIn(person({}), 'https://evil.example/', origin)).toBe('/');
});
