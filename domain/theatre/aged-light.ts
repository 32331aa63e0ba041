import { worseLight, type Light } from './theatre-light.ts';
import { HOUR } from '#domain/base/limits.ts';
import { clockTime, localDate, longTime } from '#domain/values/plain-date.ts';

/** After so long without a word from the server no light is green [choice]. */
export const TRUSTED_FOR = 12 * HOUR;

type StoredLight = Light & {
  /** plain date of the operation */
  readonly date: string;
  /** as the server foresaw it for that day; null where that day had come */
  readonly onDay: Light | null;
};

type Reading = {
  /** when the server told it, epoch ms */
  readonly asOf: number;
  /** epoch ms */
  readonly now: number;
  /** IANA name */
  readonly timeZone: string;
  /** of the same case, by what this tablet knows itself; absent where it knows nothing of it */
  readonly local?: Light | undefined;
};

/**
 * The light of a list that was read some time ago: the worst of what the server told, of what it foresaw once that day has come, and
 * of what the tablet knows itself. After twelve hours green is not shown any more.
 */
export function agedLight(stored: StoredLight, { asOf, now, timeZone, local }: Reading): Required<Light> {
  const { date, onDay } = stored;
  let aged: Light = stored;
  if (onDay !== null && date <= localDate(now, timeZone)) aged = worseLight(aged, onDay);
  if (local !== undefined) aged = worseLight(aged, local);
  // Each member, as it is laid over the stored light.
  const { light, reason, isForetold } = aged;
  if (light !== 'GREEN' || now - asOf < TRUSTED_FOR) return { light, reason, isForetold };
  const instant = new Date(asOf).toISOString();
  const time =
    localDate(asOf, timeZone) === localDate(now, timeZone) ? clockTime(instant, timeZone) : longTime(instant, timeZone);
  return { light: 'AMBER', reason: `Not refreshed since ${time}`, isForetold: undefined };
}
