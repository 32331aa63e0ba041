import { DAY } from '#domain/base/limits.ts';
import { hasStopped } from '#domain/cases/case-end.ts';
import { horizonOf, type Horizon } from '#domain/cases/horizon.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { listedNeedOf } from '#domain/cases/needs.ts';
import type { KindAhead } from '#domain/notifications/listed-ahead.ts';
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
  /** users: who is responsible, and who operates */
  readonly users: readonly string[];
  /** the speciality of the mailbox of the team of whoever is responsible; null without one */
  readonly teamId: string | null;
  readonly kinds: readonly KindAhead[];
};

/** Reads cases of an organisation that are listed for today or a later day; of any other, nothing. */
export async function listedAhead(
  db: Db,
  at: ConfirmDeps,
  { organisationId, ids }: { organisationId: string; ids: readonly string[] },
): Promise<ListedAhead[]> {
  const rows = await listedCases(db, { organisationId, clinicianId: undefined }, ids);
  const horizon = horizonOf(at.clock(), at.settings.timeZone, await aheadOf(db, organisationId));
  const responsible = [...new Set(rows.map(({ clinician_id: id }) => id))];
  const accounts = responsible.length === 0 ? [] : await recipientAccounts(db, organisationId, responsible);
  const teams = new Map(accounts.map(({ id, teamId }) => [id, teamId]));
  return rows.flatMap((row) => {
    const { listed_on: listedOn } = row;
    if (listedOn === null || listedOn < horizon.today) return [];
    const operator = row.operator_id ?? row.signed_by_clinician ?? row.clinician_id;
    return [
      {
        caseId: row.id,
        consentId: row.current_consent_id,
        caseNumber: shownCaseNumber(row.number),
        listedOn,
        users: [...new Set([row.clinician_id, operator])],
        teamId: teams.get(row.clinician_id) ?? null,
        kinds: kindsOf(row, { at, horizon, listedOn }),
      },
    ];
  });
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
