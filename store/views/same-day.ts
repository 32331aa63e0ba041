import { unitedSameDay, type SameDayConsent } from '#domain/theatre/same-day.ts';
import { readSummaries } from '#store/entities/summaries.ts';
import type { ListingEntry } from '#store/entities/summary-entries.ts';
import type { Store } from '#store/session/store.ts';
import { summarizeCases, type SummarizedCase } from './case-summaries.ts';

/** Cases by their ids, of this device. */
type CasesByID = ReadonlyMap<string, SummarizedCase>;

/**
 * The consents in force of one patient and day for each listing: those of this device, and those that the server told of which are not
 * here. A listing that was changed here goes by this device alone: the server spoke of another day.
 */
export function sameDayByCase(
  entries: readonly ListingEntry[],
  cases: CasesByID,
): ReadonlyMap<string, readonly SameDayConsent[]> {
  const groups = new Map<string, SameDayConsent[]>();
  const keyed = entries.map((entry) => ({ entry, key: groupOf(entry, cases) }));
  for (const { entry, key } of keyed) {
    const consent = consentInForce(entry, cases);
    if (key !== null && consent !== null) groups.set(key, [...(groups.get(key) ?? []), consent]);
  }
  return new Map(
    keyed.map(({ entry: { listing, state }, key }) => {
      const fromServer = state === 'unsent' ? [] : (listing.sameDay ?? []);
      const local = (key === null ? [] : (groups.get(key) ?? [])).map((each) => ({
        ...each,
        bothMeant: bothMeantOf(each, fromServer),
      }));
      return [listing.recordID, unitedSameDay(local, fromServer)];
    }),
  );
}

/** As {@link sameDayByCase}, of one case; empty where it is on no list, or alone. */
export async function readSameDay(store: Store, recordID: string): Promise<readonly SameDayConsent[]> {
  const summaries = await readSummaries(store);
  const date = summaries.listings.find(({ listing }) => listing.recordID === recordID)?.listing.listed?.date;
  if (date === undefined) return [];
  const entries = summaries.listings.filter(({ listing }) => listing.listed?.date === date);
  const wanted = new Set(entries.map(({ listing }) => listing.recordID));
  const consents = summaries.consents.filter(({ consent }) => wanted.has(consent.recordID));
  const cases = await summarizeCases(store, { ...summaries, consents }, 'with');
  const found = sameDayByCase(entries, new Map(cases.map((each) => [each.record.recordID, each]))).get(recordID) ?? [];
  return found.length > 1 ? found : [];
}

/** The record in use and the day; null for a case that is on no list, or whose patient is not here. */
function groupOf({ listing: { recordID, listed } }: ListingEntry, cases: CasesByID): string | null {
  const patient = cases.get(recordID)?.record.patient;
  return patient === undefined || listed === null ? null : `${patient.id} ${listed.date}`;
}

function consentInForce({ listing: { recordID, inForceConsentID } }: ListingEntry, cases: CasesByID): SameDayConsent | null {
  const version = cases.get(recordID)?.consents.find(({ consentID }) => consentID === inForceConsentID);
  if (version?.status !== 'SIGNED') return null;
  const procedures = version.procedures.map(({ procedureID, procedureName, side, site }) => ({
    procedureID,
    procedureName,
    side,
    site,
  }));
  return { recordID, consentID: version.consentID, procedures, bothMeant: [] };
}

function bothMeantOf({ consentID }: SameDayConsent, fromServer: readonly SameDayConsent[]): SameDayConsent['bothMeant'] {
  return fromServer.find((each) => each.consentID === consentID)?.bothMeant ?? [];
}
