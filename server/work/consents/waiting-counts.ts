import { horizonOf } from '#domain/cases/horizon.ts';
import { listedNeedOf } from '#domain/cases/needs.ts';
import { openPointsNow } from '#domain/consents/open-points.ts';
import { lightOf } from '#domain/theatre/theatre-light.ts';
import type { CaseVisibility } from '#server/data/cases/cases.ts';
import type { Db } from '#server/data/db.ts';
import { aheadOf } from '#server/data/notifications/message-settings.ts';
import { formsWithChoices, listedBetween } from '#server/data/theatre/case-counts.ts';
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
  const horizon = horizonOf(at.clock(), at.settings.timeZone, await aheadOf(db, reach.organisationId));
  const listed = await listedBetween(db, reach, { from: horizon.today, to: horizon.aheadUntil });
  const forms = await formsWithChoices(db, reach, figureClock(at));
  return {
    notReadyListed: listed.filter((row) => {
      const { light } = lightOf(consentStateOf(row, at));
      return listedNeedOf({ light, date: row.listed_on ?? '', ended: row.ended }, horizon) !== null;
    }).length,
    wantsToTalk: forms.filter(
      (form) => openPointsNow(openPointsOfListed(form), { isSigned: form.status === 'SIGNED' }).length > 0,
    ).length,
  };
}
