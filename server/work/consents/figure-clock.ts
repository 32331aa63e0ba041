import { signedWhenDue } from '#domain/cases/confirm-state.ts';
import type { ConsentFigure } from '#domain/exports/figures.ts';
import { DAY } from '#domain/base/limits.ts';
import { plainDateOf } from '#domain/values/plain-date.ts';
import { Refused } from '#server/api-error.ts';
import type { FigureClock, FigureFilter } from '#server/data/consents/figures.ts';
import { todayOf } from '#server/policies/accounts.ts';
import type { ConfirmDeps } from './confirm-state.ts';

/** The dates by which figures are counted today. */
export function figureClock(deps: ConfirmDeps): FigureClock {
  const today = todayOf(deps);
  return {
    timeZone: deps.settings.timeZone,
    due: signedWhenDue(today, deps.settings),
    confirmedFrom: plainDateOf(Date.parse(today) - DAY),
  };
}

type Counted = { figure?: ConsentFigure | undefined; startDate?: string | undefined; endDate?: string | undefined };

/**
 * The figure that a list is narrowed to; undefined for none.
 *
 * @throws Refused INVALID for days without the figure that they are of
 */
export function countedBy(
  { figure, startDate, endDate }: Counted,
  deps: ConfirmDeps,
): { of: FigureFilter; by: FigureClock } | undefined {
  if (figure === undefined) {
    if (startDate === undefined && endDate === undefined) return undefined;
    throw new Refused('INVALID', { fields: [{ path: 'figure', message: 'Say which figure the days are of' }] });
  }
  return { of: { figure, from: startDate ?? FIRST, to: endDate ?? LAST }, by: figureClock(deps) };
}

// Before and after any consent.
const FIRST = '1900-01-01';
const LAST = '9999-12-31';
