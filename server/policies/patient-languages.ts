import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import type { Settings } from '#server/settings.ts';

/** The languages that a signer's page offers beside English; no field where it offers none. */
export function languagesOf({ patientLanguages }: Pick<Settings, 'patientLanguages'>): { languages?: PatientLanguage[] } {
  return patientLanguages.length === 0 ? {} : { languages: patientLanguages };
}
