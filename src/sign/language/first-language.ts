import type { PageLanguage, PatientLanguage } from '#domain/values/patient-languages.ts';
import { decides, type SignerRole } from '#domain/forms/signer-roles.ts';

/**
 * The language of the pages before anybody chose: of those who decide the patient's own where it is offered, of anybody else English
 * [choice].
 *
 * @param language - BCP 47 tag of the patient's record
 */
export function firstLanguage(
  offered: readonly PatientLanguage[],
  language: string | null,
  role: SignerRole | null,
): PageLanguage {
  const own = language?.toLowerCase().split('-')[0];
  return decides(role) ? (offered.find((each) => each === own) ?? 'en') : 'en';
}
