import type { TicketDetails } from '#contract/signing.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import type { SignerStep } from '#src/sign/steps.ts';

const CLINICAL = /^(plan|benefits|other|form|risks-\d+)$/;

/** Whether a page of the form has clinical texts, and none of them has a translation into the language that is read. */
export function isInEnglish({ shown }: TicketDetails, at: SignerStep, language: PatientLanguage): boolean {
  // The sections of a procedure have no translation.
  return at === 'more' || (CLINICAL.test(at) && fullShownOf(shown)?.translation?.language !== language);
}
