import { PATIENT_LANGUAGES, type PatientLanguage } from '#domain/patient-languages.ts';

/** The signers who are asked in the language of the patient’s record [choice]: anybody else begins in English. */
const OF_THE_FAMILY: ReadonlySet<string> = new Set(['PATIENT', 'CHILD', 'PARENT']);

/** The languages that are offered, of those for which there are texts. @param languages - their tags, with commas between */
export function offeredLanguages(languages: string): PatientLanguage[] {
  const tags = languages.split(',');
  return PATIENT_LANGUAGES.filter((each) => tags.includes(each));
}

/** The language of the pages before anybody chose: the patient's own where it is offered, else English. */
export function firstLanguage(
  offered: readonly PatientLanguage[],
  { language = '', role = '' }: { readonly language?: string | undefined; readonly role?: string | undefined },
): 'en' | PatientLanguage {
  const own = language.toLowerCase().split('-')[0];
  return OF_THE_FAMILY.has(role) ? (offered.find((each) => each === own) ?? 'en') : 'en';
}
