import type { Consent } from '#contract/shapes/record-shapes.ts';
import { doneOn } from '#domain/cases/case-end.ts';
import { confirmStateOf, confirmWords, worseConfirmState, type ConfirmSettings } from '#domain/cases/confirm-state.ts';
import { hasChildDissent } from '#domain/family/family-signers.ts';
import { localDate } from '#domain/values/plain-date.ts';
import type { CaseStatus, ConfirmState } from '#domain/base/states.ts';
import type { MomentOfAct } from '#store/entities/consent-content.ts';
import type { Store } from '#store/session/store.ts';

/** Now by the server's clock, epoch ms, and the settings by which a signed consent grows old. */
export type ConfirmClock = { readonly now: number; readonly settings: ConfirmSettings };

export function confirmClockOf({ env, clockOffset, confirmSettings }: Store): ConfirmClock {
  return { now: env.now() + clockOffset(), settings: confirmSettings() };
}

/** The plain date where the organisation is. */
export function todayOfClock({ now, settings }: ConfirmClock): string {
  return localDate(now, settings.timeZone);
}

/** The moment on which a form is judged. */
export function momentOfAct(clock: ConfirmClock): MomentOfAct {
  return { today: todayOfClock(clock), now: new Date(clock.now).toISOString() };
}

/**
 * Whether a version has to be confirmed on the day: the worse of the server's last word and this device's own. A copy grows old without
 * a network, and a device clock that was set back makes nothing younger.
 *
 * @param status - with the local changes
 */
export function localConfirmState(consent: ConfirmedForm, status: CaseStatus, { now, settings }: ConfirmClock): ConfirmState {
  if (status !== 'SIGNED') return 'NOT_REQUIRED';
  return worseConfirmState(consent.confirmState, confirmStateOf(inputOf(consent), settings, now));
}

/** As {@link localConfirmState}, of a signed version in words; null where the server's last word is worse than what this device knows. */
export function localConfirmWords(consent: ConfirmedForm, { now, settings }: ConfirmClock): string | null {
  const input = inputOf(consent);
  return confirmStateOf(input, settings, now) === consent.confirmState ? confirmWords(input, settings, now) : null;
}

type ConfirmedForm = Pick<
  Consent,
  'confirmState' | 'confirmation' | 'signedAt' | 'clinician' | 'operator' | 'ended' | 'formType' | 'child' | 'recipients'
>;

function inputOf({ confirmation = null, signedAt, clinician, operator = null, ended, ...form }: ConfirmedForm) {
  return {
    status: 'SIGNED' as const,
    signedAt,
    confirmation,
    clinicianAtSigning: clinician._id,
    clinicianNow: (operator ?? clinician)._id,
    childSaidNo: hasChildDissent(form),
    endedOn: doneOn(ended),
  };
}
