import { horizonOf, isUrgent, type Horizon } from '#domain/cases/horizon.ts';
import { confirmStepOf, lastDayAhead, notReadyMorning, type KindAhead } from '#domain/notifications/listed-ahead.ts';
import { notificationRule, type Speed } from '#domain/notifications/notification-kinds.ts';
import { dueAt } from '#domain/notifications/notification-times.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { allOrganisations } from '#server/data/accounts/organisations.ts';
import { aheadOf } from '#server/data/notifications/message-settings.ts';
import { insertNotifications, recipientsOfCases } from '#server/data/notifications/notifications.ts';
import { casesOfDays } from '#server/data/theatre/listed-cases.ts';
import type { Db } from '#server/data/db.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { listedAhead, type ListedAhead } from './listed-ahead.ts';

/** Cases that are looked at in one transaction [choice]. */
const PER_PAGE = 100;

type Looking = Pick<Deps, 'database' | 'clock' | 'newId' | 'settings' | 'log'>;

/**
 * Looks through the operations of the next weeks, of every organisation, for what no event tells: a consent that will have to be confirmed
 * or asked again on the day, and a list that is not ready. Each is written down once for each person, step and listing, so that several
 * servers may look, and as often as they like; what is not true any more when its mail is due is dropped then.
 *
 * @returns false: the next look is in its own time
 */
export async function lookAhead(deps: Looking): Promise<boolean> {
  const { database, clock, settings } = deps;
  const days = { from: localDate(clock(), settings.timeZone), to: lastDayAhead(clock(), settings.timeZone) };
  for (const { id: organisationId } of await allOrganisations(database.db)) {
    let page = await casesOfDays(database.db, { organisationId, ...days, after: undefined, most: PER_PAGE });
    while (page.length > 0) {
      const ids = page.map(({ id }) => id);
      // A case that cannot be judged keeps no other page waiting.
      await inTransaction(database.db, (db) => writeDown({ db, deps, organisationId }, ids)).catch((error: unknown) =>
        deps.log.error('cases of the next weeks could not be looked at', {
          error: error instanceof Error ? error.name : 'unknown',
        }),
      );
      page =
        page.length < PER_PAGE
          ? []
          : await casesOfDays(database.db, { organisationId, ...days, after: page.at(-1), most: PER_PAGE });
    }
  }
  return false;
}

type Writing = { readonly db: Db; readonly deps: Looking; readonly organisationId: string };
/** `userId` null: for the mailbox of the team. */
type News = { readonly kind: KindAhead; readonly userId: string | null; readonly step: string };

async function writeDown({ db, deps, organisationId }: Writing, ids: readonly string[]): Promise<void> {
  const cases = (await listedAhead(db, deps, { organisationId, ids })).filter(({ kinds }) => kinds.length > 0);
  if (cases.length === 0) return;
  const before = await recipientsOfCases(db, {
    organisationId,
    caseIds: cases.map(({ caseId }) => caseId),
    kind: 'CONFIRM_AHEAD',
  });
  const horizon = horizonOf(deps.clock(), deps.settings.timeZone, await aheadOf(db, organisationId));
  const created_at = new Date(deps.clock()).toISOString();
  const rows = cases.flatMap((each) =>
    newsOf(each, deps).map((news) => ({
      organisation_id: organisationId,
      id: deps.newId(),
      event_id: each.caseId,
      case_id: each.caseId,
      consent_id: each.consentId,
      kind: news.kind,
      recipient: `${listingOf(each, news)} ${news.step}`,
      user_id: news.userId,
      team_id: news.userId === null ? each.teamId : null,
      signing_order: null,
      link_id: null,
      state: 'OPEN' as const,
      created_at,
      ...whenOf(each, { news, deps, horizon, isFirst: !before.some((one) => one.startsWith(listingOf(each, news))) }),
    })),
  );
  await insertNotifications(db, rows);
}

/** A person, or a team, and a listing. */
function listingOf({ caseId, listedOn, teamId }: ListedAhead, { userId }: News): string {
  return `${userId === null ? `team ${teamId}` : `user ${userId}`} case ${caseId} on ${listedOn}`;
}

function newsOf(
  { kinds, listedOn, users, teamId, tellsTeam: isTeamInstead }: ListedAhead,
  { clock, settings: { timeZone } }: Looking,
): News[] {
  const step: Readonly<Record<KindAhead, string | null>> = {
    CONFIRM_AHEAD: confirmStepOf(listedOn, clock(), timeZone)?.toString() ?? null,
    NOT_READY: notReadyMorning(listedOn, clock(), timeZone),
  };
  return kinds.flatMap((kind) => {
    const due = step[kind];
    const tellsTeam = teamId !== null && (isTeamInstead || notificationRule(kind).staff?.to.includes('TEAM') === true);
    return due === null ? [] : [...users, ...(tellsTeam ? [null] : [])].map((userId) => ({ kind, userId, step: due }));
  });
}

type When = { readonly news: News; readonly deps: Looking; readonly horizon: Horizon; readonly isFirst: boolean };

/** That a consent has to be confirmed is told at once where it is new and the operation is urgent; all else in the morning. */
function whenOf({ listedOn }: ListedAhead, { news: { kind }, deps, horizon, isFirst }: When) {
  const now = deps.clock();
  const { timeZone } = deps.settings;
  const is_urgent = kind === 'CONFIRM_AHEAD' && isUrgent(listedOn, horizon);
  const speed: Speed = is_urgent && isFirst ? 'NOW' : (notificationRule(kind).staff?.speed ?? 'DAILY');
  return { is_urgent, speed, due_at: new Date(dueAt(speed, now, timeZone)).toISOString() };
}
