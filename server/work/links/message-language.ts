import { translationLanguageOf } from '#domain/consents/shown-translation.ts';
import { ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { NotificationKind } from '#domain/notifications/notification-kinds.ts';
import { isOfSigners, SMS_WORDS } from '#domain/notifications/sms-words.ts';
import type { PageLanguage } from '#domain/values/patient-languages.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';

/** The language of messages to a signer: the patient's own, where the hospital has its pages in it. */
export function languageOf(
  { patient, deps }: Pick<OpenCase, 'patient' | 'deps'>,
  { role }: { readonly role: SignerRole },
): PageLanguage {
  if (!ROLE_RULES[role].isPatient) return 'en';
  return translationLanguageOf(patient.communication.language, deps.settings.patientLanguages) ?? 'en';
}

type Telling = {
  readonly language: PageLanguage;
  /** the ways to reach the organisation, as the server tells them */ readonly support: string;
};

/** News of a form to a signer in their language, and in English; empty of a kind that no signer is told of. */
export function newsWords(
  kind: NotificationKind | null,
  { language, support }: Telling,
): { en: string } & Partial<Record<PageLanguage, string>> {
  const wordsIn = (each: PageLanguage) => {
    const { news, contact } = SMS_WORDS[each];
    return kind !== null && isOfSigners(kind) ? news[kind](contact(support)) : '';
  };
  return { [language]: wordsIn(language), en: wordsIn('en') };
}
