import type { Answer } from '#contract/calls.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { horizonOf, isUrgent, type Horizon } from '#domain/cases/horizon.ts';
import { ENDED_FOR, type Need } from '#domain/cases/needs.ts';
import type { TakenNeed } from '#domain/cases/taken-need.ts';
import { claimOn } from '#domain/notifications/claims.ts';
import { formNeedsOf, inOrderOfHarm, isNeedFor, listNeedOf, rankOfNeed, type CaseNeed } from '#domain/theatre/case-needs.ts';
import { aheadOf } from '#server/data/notifications/message-settings.ts';
import { versionsThatWait, waitingCases } from '#server/data/notifications/waiting-cases.ts';
import { consentPartsByIds } from '#server/data/signing/consent-parts.ts';
import { casesByIds, type CaseSummary } from '#server/data/summaries/case-summaries.ts';
import { listedCases, type ListedCaseRow } from '#server/data/theatre/listed-cases.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { redactCases } from '#server/policies/other-teams.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import { listingOf, presentListing } from '#server/work/consents/listed.ts';
import { presentCase, viewConsents } from '#server/work/consents/view.ts';

type Reading = Pick<Context<StaffActor>, 'db' | 'actor' | 'deps'>;
type CaseSelection = { readonly ids: readonly string[]; readonly horizon: Horizon };
type Waiting = {
  readonly record: CaseSummary;
  readonly row: ListedCaseRow;
  readonly needs: readonly CaseNeed[];
  /** those that were looked at, newest first */
  readonly versions: readonly Consent[];
};

/**
 * The needs of these cases, of each the worst first: by the rules that a tablet asks, and by nothing else. Cases without one are left out. Of a
 * case its newest version is looked at, the one in force, and each of which something may wait.
 */
export async function needsOfCases(reading: Reading, { ids, horizon }: CaseSelection): Promise<Waiting[]> {
  const { db, actor, deps } = reading;
  const reach = caseVisibility(actor);
  const rows = new Map((await listedCases(db, reach, ids)).map((row) => [row.id, row]));
  const records = await casesByIds(db, reach, ids);
  const now = deps.clock();
  const found = await versionsThatWait(db, reach, { ids: records.map(({ id }) => id), endedSince: endedSince(now) });
  const views = await viewConsents({ db, actor, deps }, await consentPartsByIds(db, reach, found));
  const byCase = new Map<string, Consent[]>();
  for (const view of views) byCase.set(view.recordID, [...(byCase.get(view.recordID) ?? []), view]);
  return records.flatMap((record) => {
    const row = rows.get(record.id);
    if (row === undefined) return [];
    const { current_consent_id: currentID } = record;
    const ofCase = (byCase.get(record.id) ?? []).toSorted((one, other) => other.versionNumber - one.versionNumber);
    // One whose only version was a mistake may be listed still.
    const versions = ofCase.filter(({ consentID, status }) => consentID === currentID || status !== 'VOIDED');
    const listing = listingOf(row);
    const { light, reason } = presentListing(row, deps);
    const needs = inOrderOfHarm([
      ...formNeedsOf(
        {
          versions,
          listedOn: row.listed_on,
          confirmedAt: row.confirmation?.at ?? null,
        },
        { now, today: horizon.today },
      ),
      ...[listNeedOf(listing && { light, reason, date: listing.date, ended: row.ended }, horizon)].flatMap((each) => each ?? []),
    ]);
    return needs.length === 0 ? [] : [{ record, row, needs, versions }];
  });
}

function endedSince(now: number): string {
  return new Date(now - ENDED_FOR).toISOString();
}

/** The days that are near to the organisation of whoever reads. */
export async function horizonOfReading({ db, actor, deps }: Reading): Promise<Horizon> {
  return horizonOf(deps.clock(), deps.settings.timeZone, await aheadOf(db, actor.organisationId));
}

/** Whether a case has a need now. */
export async function hasNeed(reading: Reading, { id, need }: { readonly id: string; readonly need: Need }): Promise<boolean> {
  const [found] = await needsOfCases(reading, { ids: [id], horizon: await horizonOfReading(reading) });
  return found?.needs.some((each) => each.need === need) === true;
}

/** The word of whoever sees to a need of a case now; null where nobody does. */
export function claimOfRow(
  { claims, listed_on }: ListedCaseRow,
  need: Need,
  { now, horizon }: { readonly now: number; readonly horizon: Horizon },
): TakenNeed | null {
  return claimOn(claims, need, { listedOn: listed_on, now, horizon });
}

type Page = Answer<'recordNeeds'>['data'];
type NeedsQuery = { readonly scope: 'MINE' | 'TEAM'; readonly page: number; readonly limit: number };

/** The cases that wait for this person, or for their team, worst first and of one kind the oldest first. */
export async function listNeeds(context: Context<StaffActor>, { scope, page, limit }: NeedsQuery): Promise<Page> {
  const { db, actor, deps } = context;
  const now = deps.clock();
  const horizon = await horizonOfReading(context);
  const waiting = await waitingCases(db, caseVisibility(actor), {
    userId: actor.userId,
    scope,
    today: horizon.today,
    until: horizon.aheadUntil,
    endedSince: endedSince(now),
  });
  const found = (await needsOfCases(context, { ids: waiting.ids, horizon })).flatMap((each) => {
    const needs = scope === 'TEAM' ? each.needs : each.needs.filter((need) => isNeedFor(actor.userId, need));
    return needs[0] === undefined ? [] : [{ ...each, needs, worst: needs[0] }];
  });
  const shown = new Map(
    (
      await redactCases(
        context,
        found.map(({ record }) => record),
      )
    ).map((record) => [record.id, record]),
  );
  const records = found
    .map(({ record, row, needs, worst: { consentID, clinicians: _, ...worst }, versions }) => {
      const line = shown.get(record.id) ?? record;
      const { patient, current, clinician } = presentCase(line, deps);
      const isOpen = line === record;
      // A newer draft may be of another side than the form of which something waits.
      const about = versions.find((each) => each.consentID === (consentID ?? record.in_force_consent_id));
      return {
        ...worst,
        question: isOpen ? worst.question : null,
        points: isOpen ? worst.points : '',
        more: needs.length - 1,
        recordID: record.id,
        caseNumber: shownCaseNumber(record.number),
        patient,
        procedures: isOpen && about !== undefined ? about.procedures.map(listedProcedure) : (current?.procedures ?? []),
        clinician,
        listedOn: row.listed_on,
        isUrgent: isUrgent(row.listed_on, horizon),
        taken: claimOfRow(row, worst.need, { now, horizon }),
      };
    })
    .toSorted(
      (one, other) =>
        rankOfNeed(one) - rankOfNeed(other) ||
        Date.parse(one.updatedAt) - Date.parse(other.updatedAt) ||
        (one.recordID < other.recordID ? -1 : 1),
    );
  const pages = Math.ceil(records.length / limit);
  return {
    records: records.slice((page - 1) * limit, page * limit),
    page,
    limit,
    total: records.length,
    pages,
    ...(waiting.isCut ? { totalIsCapped: true as const } : {}),
    ...(scope === 'TEAM' && !waiting.hasTeam ? { hasNoTeam: true as const } : {}),
  };
}

function listedProcedure({ procedureName, side, site }: Consent['procedures'][number]) {
  return { procedureName, side, site };
}
