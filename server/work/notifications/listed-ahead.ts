import { DAY } from '#domain/base/limits.ts';
import { hasStopped } from '#domain/cases/case-end.ts';
import { horizonOf, type Horizon } from '#domain/cases/horizon.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { listedNeedOf } from '#domain/cases/needs.ts';
import type { KindAhead } from '#domain/notifications/listed-ahead.ts';
import { hearersOf } from '#domain/notifications/message-wishes.ts';
import { lightOf } from '#domain/theatre/theatre-light.ts';
import { listedCases, type ListedCaseRow } from '#server/data/theatre/listed-cases.ts';
import { aheadOf } from '#server/data/notifications/message-settings.ts';
import { recipientAccounts } from '#server/data/notifications/teams.ts';
import type { Db } from '#server/data/db.ts';
import type { ConfirmDeps } from '#server/work/consents/confirm-state.ts';
import { consentStateOf } from '#server/work/consents/listed.ts';

/** A case that is listed for a day to come, with the news that it is now, and who is told of it. */
export type ListedAhead = {
  readonly caseId: string;
  readonly consentId: string | null;
  readonly caseNumber: string;
  /** plain date */
  readonly listedOn: string;
  /** the responsible and the operating clinician, or those who stand in for them */
  readonly users: readonly string[];
  /** the speciality of the mailbox of the team of whoever is responsible; null without one */
  readonly teamId: string | null;
  /** whether the team hears in the place of an account that is not in use */
  readonly tellsTeam: boolean;
  readonly kinds: readonly KindAhead[];
};

/** Reads cases of an organisation that are listed for today or a later day; of any other, nothing. */
export async function listedAhead(
  db: Db,
  at: ConfirmDeps,
  { organisationId, ids: caseIds }: { organisationId: string; ids: readonly string[] },
): Promise<ListedAhead[]> {
  const rows = await listedCases(db, { organisationId, clinicianId: undefined }, caseIds);
  const horizon = horizonOf(at.clock(), at.settings.timeZone, await aheadOf(db, organisationId));
  const people = new Map(rows.map((row) => [row.id, [row.clinician_id, operatorOfRow(row)]]));
  const ids = [...new Set([...people.values()].flat())];
  const accounts = new Map(
    (ids.length === 0 ? [] : await recipientAccounts(db, organisationId, ids)).map((each) => [each.id, each]),
  );
  return rows.flatMap((row) => {
    const { listed_on: listedOn } = row;
    if (listedOn === null || listedOn < horizon.today) return [];
    const { users, tellsTeam } = hearersOf(people.get(row.id) ?? [], accounts, horizon.today);
    return [
      {
        caseId: row.id,
        consentId: row.current_consent_id,
        caseNumber: shownCaseNumber(row.number),
        listedOn,
        users: [...users],
        teamId: accounts.get(row.clinician_id)?.teamId ?? null,
        tellsTeam,
        kinds: kindsOf(row, { at, horizon, listedOn }),
      },
    ];
  });
}

function operatorOfRow({ operator_id, signed_by_clinician, clinician_id }: ListedCaseRow): string {
  return operator_id ?? signed_by_clinician ?? clinician_id;
}

type OnList = { readonly at: ConfirmDeps; readonly horizon: Horizon; readonly listedOn: string };

function kindsOf(row: ListedCaseRow, { at, horizon, listedOn }: OnList): KindAhead[] {
  const { light } = lightOf(consentStateOf(row, at));
  const isNotReady = listedNeedOf({ light, date: listedOn, ended: row.ended }, horizon) !== null;
  return [
    ...(isToBeConfirmed(row, { at, listedOn }) ? (['CONFIRM_AHEAD'] as const) : []),
    ...(isNotReady ? (['NOT_READY'] as const) : []),
  ];
}

/** Whether the consent in force has to be confirmed, or asked for again, on the day of the operation: judged at its noon. */
function isToBeConfirmed(row: ListedCaseRow, { at, listedOn }: Pick<OnList, 'at' | 'listedOn'>): boolean {
  if (hasStopped(row.ended)) return false;
  const noon = Math.max(at.clock(), Date.parse(listedOn) + DAY / 2);
  const state = consentStateOf(row, { ...at, clock: () => noon }).inForce?.confirmState;
  return state === 'DUE' || state === 'LAPSED';
}
