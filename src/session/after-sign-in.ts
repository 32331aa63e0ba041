import type { User } from '#contract/shapes/user-shapes.ts';
import { landingPage, registrationPage } from '#domain/accounts/registration.ts';
import { paths } from '#src/paths.ts';
import { safeRedirect } from './safe-redirect.ts';

/** Path of the registration step that this person has still to do, or of new terms to accept; null when there is none. */
export function openStep({ status, policyAccepted }: Pick<User, 'status' | 'policyAccepted'>): string | null {
  return registrationPage(status) ?? (policyAccepted ? null : paths.acceptTerms.href);
}

/**
 * Path to open after signing in: the next registration step, the requested path, or the page of their speciality
 * (spec §2, §6).
 *
 * @param user - the person who signed in
 * @param to - from the address; untrusted
 * @param origin - this app's own
 */
export function afterSignIn(user: User, to: string | undefined, origin: string): string {
  return openStep(user) ?? (to === undefined ? landingPage(user.speciality) : safeRedirect(to, origin));
}
