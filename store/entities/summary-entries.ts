import type { ListedCase } from '#contract/shapes/record-summary.ts';
import type { EntityId, SummaryMark } from '#store/db/summary-marks.ts';
import type { BaseRow, EntityName, EntityRow, KvRow, RowState } from '#store/db/vault-database.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';
import { openSealed } from '#store/session/sealed-kv.ts';
import type { Store } from '#store/session/store.ts';
import { summarizeConsent, summarizePin, type PinSummary, type SummarizedConsent } from './consent-summary.ts';
import { parsePinned, pinName } from './pinned.ts';
import { caseCardOf, type CaseCard } from './search-pages.ts';
import { decryptEntity, decryptServerCopy } from './types.ts';

/** A version; `changedAt` is epoch ms on this device. Pin and server's copy are those of a version with unsent changes. */
export type ConsentEntry = {
  readonly state: RowState;
  readonly changedAt: number;
  readonly consent: SummarizedConsent;
  readonly pin: PinSummary | null;
  readonly serverCopy: SummarizedConsent | null;
};

/** A case's listing. */
export type ListingEntry = { readonly state: RowState; readonly listing: ListedCase };

/** The patient of a version or listing. */
export type PatientEntry = { readonly card: CaseCard };

/** One entity's summary; null for a row that is unreadable, or a patient who is not on this device. */
export type SummaryEntry = ConsentEntry | ListingEntry | PatientEntry | null;

export type EntryKey = `${EntityName}:${string}`;

export function entryKeyOf({ table, id }: EntityId): EntryKey {
  return `${table}:${id}`;
}

/** The rows that the entries of some marked entities are made of. */
export type MarkedRows = {
  readonly consents: readonly ConsentRows[];
  readonly listings: readonly MarkedRow[];
  readonly patients: readonly MarkedRow[];
};
type MarkedRow = { readonly id: string; readonly row: EntityRow | undefined };
type ConsentRows = MarkedRow & { readonly base: BaseRow | undefined; readonly pin: KvRow | undefined };

/**
 * Reads the rows of marked entities, and of the patients that no entry is known of. Runs inside a transaction that holds `consents`,
 * `listings`, `patients`, `bases` and `kv`.
 */
export async function readMarkedRows(
  { db }: Store,
  marks: readonly SummaryMark[],
  isKnown: (key: EntryKey) => boolean,
): Promise<MarkedRows> {
  const idsOf = (name: EntityName) => marks.filter(({ table }) => table === name).map(({ id }) => id);
  const rowsOf = async (table: EntityName, ids: readonly string[]): Promise<MarkedRow[]> => {
    const rows = ids.length === 0 ? [] : await db[table].bulkGet([...ids]);
    return ids.map((id, at) => ({ id, row: rows[at] }));
  };
  const consents = await rowsOf('consents', idsOf('consents'));
  const listings = await rowsOf('listings', idsOf('listings'));
  const owners = [...consents, ...listings].flatMap(({ row }) => (row === undefined ? [] : [row.patientId]));
  const isNew = (id: string) => !isKnown(entryKeyOf({ table: 'patients', id }));
  const patients = await rowsOf('patients', [...new Set([...idsOf('patients'), ...owners.filter(isNew)])]);
  const unsent = consents.flatMap(({ id, row }) => (row?.state === 'unsent' ? [id] : []));
  const bases = unsent.length === 0 ? [] : await db.bases.bulkGet(unsent.map((id): [string, string] => ['consents', id]));
  const pins = unsent.length === 0 ? [] : await db.kv.bulkGet(unsent.map(pinName));
  const extras = new Map(unsent.map((id, at) => [id, { base: bases[at], pin: pins[at] }]));
  return {
    consents: consents.map((each) => ({ ...each, base: extras.get(each.id)?.base, pin: extras.get(each.id)?.pin })),
    listings,
    patients,
  };
}

/** Makes the entries of these rows; undefined for an entity that is deleted. */
export async function makeSummaryEntries(store: Store, rows: MarkedRows): Promise<Map<EntryKey, SummaryEntry | undefined>> {
  const keyed = (table: EntityName, make: (each: MarkedRow & { readonly row: EntityRow }) => Promise<SummaryEntry>) => {
    return async (each: MarkedRow): Promise<readonly [EntryKey, SummaryEntry | undefined]> => {
      const { id, row } = each;
      // A patient may still come: their forms stay on the list of what is known.
      const absent = table === 'patients' ? null : undefined;
      return [entryKeyOf({ table, id }), row === undefined ? absent : await make({ ...each, row })];
    };
  };
  const { vault } = store;
  const listingOf = keyed('listings', async ({ row }) => {
    const listing = await nullIfUnreadable(decryptEntity(vault, 'listings', row));
    return listing === null ? null : { state: row.state, listing };
  });
  const patientOf = keyed('patients', async ({ row }) => {
    const patient = await nullIfUnreadable(decryptEntity(vault, 'patients', row));
    return patient === null ? null : { card: caseCardOf(patient) };
  });
  const entries = await Promise.all([
    ...rows.consents.map((each) => keyed('consents', ({ row }) => consentEntryOf(store, { ...each, row }))(each)),
    ...rows.listings.map(listingOf),
    ...rows.patients.map(patientOf),
  ]);
  return new Map(entries);
}

type ConsentParts = Omit<ConsentRows, 'row'> & { readonly row: EntityRow };

async function consentEntryOf({ vault }: Store, { row, base, pin }: ConsentParts): Promise<ConsentEntry | null> {
  const consent = await nullIfUnreadable(decryptEntity(vault, 'consents', row));
  if (consent === null) return null;
  const pinned = pin === undefined ? null : parsePinned(await openSealed(vault, pin));
  const copy = await decryptServerCopy(vault, base);
  return {
    state: row.state,
    changedAt: row.updatedAt,
    consent: summarizeConsent(consent),
    pin: pinned === null ? null : summarizePin(pinned),
    serverCopy: copy === null ? null : summarizeConsent(copy),
  };
}
