import { AHEAD_DAYS, listedNeedOf } from '#domain/cases/needs.ts';
import { openPointsNow } from '#domain/consents/open-points.ts';
import { DAY } from '#domain/base/limits.ts';
import { lightOf } from '#domain/theatre/theatre-light.ts';
import { plainDateOf } from '#domain/values/plain-date.ts';
import type { CaseVisibility } from '#server/data/cases/cases.ts';
import type { Db } from '#server/data/db.ts';
import { formsWithChoices, listedBetween } from '#server/data/theatre/case-counts.ts';
import { todayOf } from '#server/policies/accounts.ts';
import type { ConfirmDeps } from './confirm-state.ts';
import { figureClock } from './figure-clock.ts';
import { consentStateOf, openPointsOfListed } from './listed.ts';

/** Numbers of cases that the rules of lights and needs are asked for, one by one. */
type WaitingCounts = {
  /** listed within the days that the needs look ahead, and not ready */
  readonly notReadyListed: number;
  /** whose newest version leaves a choice open that somebody has to talk about */
  readonly wantsToTalk: number;
};

/** Counts by the rules that light the lists and make the needs on Home, and by nothing else: no figure contradicts a light. */
export async function countWaiting(db: Db, reach: CaseVisibility, at: ConfirmDeps): Promise<WaitingCounts> {
  const today = todayOf(at);
  const listed = await listedBetween(db, reach, { from: today, to: plainDateOf(Date.parse(today) + AHEAD_DAYS * DAY) });
  const forms = await formsWithChoices(db, reach, figureClock(at));
  return {
    notReadyListed: listed.filter((row) => {
      const { light } = lightOf(consentStateOf(row, at));
      return listedNeedOf({ light, date: row.listed_on ?? '', ended: row.ended }, today) !== null;
    }).length,
    wantsToTalk: forms.filter(
      (form) => openPointsNow(openPointsOfListed(form), { isSigned: form.status === 'SIGNED' }).length > 0,
    ).length,
  };
}
