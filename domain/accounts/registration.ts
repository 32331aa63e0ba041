import type { UserStatus } from './user-status.ts';

/** The next page of an unfinished registration (spec §4 Registration): the page of each state, in their order. */
export const REGISTRATION_PAGES = {
  PENDING_EMAIL: '/register-password',
  PENDING_PROFILE: '/update-profile',
  PENDING_2FA: '/setup2fa',
  PENDING_TERMS: '/termsconditions',
} as const satisfies Partial<Record<UserStatus, string>>;

/** The page on which the registration goes on, or `null` when there is none to finish. */
export function registrationPage(status: UserStatus): string | null {
  // The check before the cast proves the type.
  return status in REGISTRATION_PAGES ? REGISTRATION_PAGES[status as keyof typeof REGISTRATION_PAGES] : null;
}

/** The version of the terms that people accept; a later one is asked for again [choice]. */
export const POLICY_VERSION = '1';

/** Specialities whose people land on their referrals (spec §6). */
const REFERRAL_SPECIALITIES: readonly string[] = ['Ophthalmology', 'Optometry'];

/** The page after sign-in (spec §2, §6). */
export function landingPage(speciality: string | null): '/' | '/my-referral' {
  return speciality !== null && REFERRAL_SPECIALITIES.includes(speciality) ? '/my-referral' : '/';
}
