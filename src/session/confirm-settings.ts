import { DEFAULT_ZONE } from '#domain/values/default-zone.ts';
import type { ConfirmSettings } from '#domain/cases/confirm-state.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import { CONFIRM_AFTER_DAYS, LAPSE_AFTER_DAYS } from '#domain/cases/confirm-state.ts';

/** The server's settings as last fetched; its defaults before the first answer. */
let settings: ConfirmSettings = {
  confirmAfterDays: CONFIRM_AFTER_DAYS,
  lapseAfterDays: LAPSE_AFTER_DAYS,
  timeZone: DEFAULT_ZONE,
};

let languages: readonly PatientLanguage[] = [];

/** The languages of the signers' pages beside English, for the forms that this tablet pins. */
export function patientLanguages(): readonly PatientLanguage[] {
  return languages;
}

/** The days after which a signed consent is confirmed or lapses, for the local data of this tablet. */
export function confirmSettings(): ConfirmSettings {
  return settings;
}

type Fetched = ConfirmSettings & { readonly patientLanguages?: readonly PatientLanguage[] };

export function setConfirmSettings(fetched: Fetched): void {
  const { confirmAfterDays, lapseAfterDays, timeZone, newRulesSince = null, patientLanguages = [] } = fetched;
  languages = patientLanguages;
  settings = { confirmAfterDays, lapseAfterDays, timeZone, newRulesSince };
}
