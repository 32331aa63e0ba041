import type { PageLanguage, PatientLanguage } from '#domain/values/patient-languages.ts';

/** The signers who are asked in the language of the patient’s record [choice]: anybody else begins in English. */
const OF_THE_FAMILY: ReadonlySet<string | null> = new Set(['PATIENT', 'CHILD', 'PARENT']);

/**
 * The language of the pages before anybody chose: the patient's own where it is offered, else English.
 *
 * @param language - BCP 47 tag of the patient's record
 */
export function firstLanguage(offered: readonly PatientLanguage[], language: string | null, role: string | null): PageLanguage {
  const own = language?.toLowerCase().split('-')[0];
  return OF_THE_FAMILY.has(role) ? (offered.find((each) => each === own) ?? 'en') : 'en';
}
