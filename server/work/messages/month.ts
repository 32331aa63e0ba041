import { localDate } from '#domain/values/plain-date.ts';
import type { Deps } from '#server/deps.ts';

/** The calendar month of now where the hospital is, `2026-11`. */
export function monthOf({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): string {
  return localDate(clock(), settings.timeZone).slice(0, 7);
}
