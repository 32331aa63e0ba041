import type { User } from '#contract/user-shapes.ts';
import { landingPage, registrationPage } from '#domain/registration.ts';
import { safePath } from './safe-path.ts';

/** The step of a registration that this person has still to do, or new terms to accept; null when there is none. */
export function openStep({ status, policyAccepted }: Pick<User, 'status' | 'policyAccepted'>): string | null {
  return registrationPage(status) ?? (policyAccepted ? null : '/termsconditions');
}

/**
 * Where somebody goes after signing in: on with the registration, to the place asked for, or to the page of their speciality
 * (spec §2, §6).
 *
 * @param user - who signed in
 * @param to - as it stands in the address; nothing is believed of it
 * @param origin - this app's own
 */
export function afterSignIn(user: User, to: string | undefined, origin: string): string {
  return openStep(user) ?? (to === undefined ? landingPage(user.speciality) : safePath(to, origin));
}
