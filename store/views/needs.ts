import { isUnsettled } from '#domain/consents/family-decline.ts';
import { openPointsInWords, openPointsNow } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { NEEDS, needOf, waitsForOthers, type Need } from '#domain/cases/needs.ts';
import { openRefusals } from '#domain/signing/refused-identity.ts';
import { readProfile } from '#store/session/profile.ts';
import type { Store } from '#store/session/store.ts';
import { readSummaries } from '#store/entities/summaries.ts';
import type { CaseSummaryView } from './case.ts';
import { summarizeCases, type SummarizedCase } from './case-summaries.ts';
import { compareIds } from './compare-ids.ts';

/** One case that waits for this user. */
export type NeedView = {
  readonly need: Need;
  readonly recordID: string;
  readonly patient: CaseSummaryView['patient'];
  readonly procedures: NonNullable<CaseSummaryView['current']>['procedures'];
  /** the oldest open question, for a QUESTION */
  readonly question: string | null;
  /** the choices that the form leaves open in words, for a TALK; else empty */
  readonly points: string;
  /** ISO, last change of the version */
  readonly updatedAt: string;
  /** plain date of the list for surgery; null where the case is on none */
  readonly listedOn: string | null;
};

/** `othersCount`: this user's versions that wait for somebody else. */
export type NeedsView = { readonly rows: readonly NeedView[]; readonly othersCount: number };

/**
 * Reads this user's cases that wait for them, worst first and of one kind the oldest first. A case with a change that the server did
 * not take is left out: the outbox shows it.
 *
 * @param now - epoch ms
 */
export async function readNeeds(store: Store, now: number): Promise<NeedsView> {
  const user = await readProfile(store);
  const all = await summarizeCases(store, await readSummaries(store));
  const cases = all.filter(({ record }) => record.clinician._id === user?._id);
  const rows = cases.flatMap((each) => needView(each, now) ?? []);
  return {
    rows: rows.toSorted((one, other) => NEEDS.indexOf(one.need) - NEEDS.indexOf(other.need) || byAge(one, other)),
    // These wait for the clinician as well, where a signer comes next and something stands in the way.
    othersCount: cases.filter(({ record }) => waitsForOthersAlone(record, rows)).length,
  };
}

function needView({ record, consents }: SummarizedCase, now: number): NeedView | null {
  const { current, recordID, patient, listed = null } = record;
  const version = consents.find(({ consentID }) => consentID === record.currentConsentID);
  if (current === null || version === undefined || current.local?.blocked !== undefined) return null;
  const open = version.questions.filter(({ answer }) => answer === null);
  const hasOpenQuestion = open.length > 0;
  const hasWrongDetails = openRefusals({ ...current, timeline: version.Timeline }).length > 0;
  const hasLockedLink = version.links?.some(({ state }) => state === 'LOCKED') === true;
  const openPoints = openPointsOnForm(version);
  const isOpen = { hasOpenQuestion, hasWrongDetails, hasLockedLink, isUnsettled: isUnsettled(version), openPoints };
  const need = needOf({ ...current, ...isOpen }, now);
  if (need === null) return null;
  const { procedures, updatedAt } = current;
  const question = need === 'QUESTION' ? (open[0]?.text ?? null) : null;
  const points = need === 'TALK' ? openPointsInWords(openPointsNow(openPoints, { isSigned: current.status === 'SIGNED' })) : '';
  return { need, recordID, patient, procedures, question, points, updatedAt, listedOn: listed?.date ?? null };
}

function waitsForOthersAlone({ current, recordID }: CaseSummaryView, rows: readonly NeedView[]): boolean {
  return current !== null && waitsForOthers(current) && !rows.some((row) => row.recordID === recordID);
}

function byAge(one: NeedView, other: NeedView): number {
  return Date.parse(one.updatedAt) - Date.parse(other.updatedAt) || compareIds(one.recordID, other.recordID);
}
