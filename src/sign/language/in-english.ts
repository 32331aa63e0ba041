import type { TicketDetails } from '#contract/signing.ts';
import { hasTranslatedText } from '#domain/consents/pinned-translation.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import type { SignerStep } from '#src/sign/steps.ts';

const CLINICAL = /^(plan|benefits|other|form|risks-\d+)$/;

/** Whether a page of the form has clinical texts, and none of them has a translation into the language that is read. */
export function isInEnglish({ shown }: TicketDetails, at: SignerStep, language: PatientLanguage): boolean {
  // The sections of a procedure have no translation.
  const translation = fullShownOf(shown)?.translation;
  const isTranslated = translation != null && translation.language === language && hasTranslatedText(translation);
  return at === 'more' || (CLINICAL.test(at) && !isTranslated);
}
