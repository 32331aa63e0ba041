import type { ConfirmSettings } from '#domain/confirm-state.ts';
import { CONFIRM_AFTER_DAYS, LAPSE_AFTER_DAYS } from '#domain/limits.ts';

/** The server's settings as last fetched; its defaults before the first answer. */
let settings: ConfirmSettings = {
  confirmAfterDays: CONFIRM_AFTER_DAYS,
  lapseAfterDays: LAPSE_AFTER_DAYS,
  timeZone: 'Europe/London',
};

/** The days after which a signed consent is confirmed or lapses, for the local data of this tablet. */
export function confirmSettings(): ConfirmSettings {
  return settings;
}

export function setConfirmSettings({ confirmAfterDays, lapseAfterDays, timeZone }: ConfirmSettings): void {
  settings = { confirmAfterDays, lapseAfterDays, timeZone };
}
