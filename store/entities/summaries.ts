import { readMarks, readSummaryPages, unsummarised, type SummaryMark } from '#store/db/summary-marks.ts';
import type { VaultDatabase } from '#store/db/vault-database.ts';
import { isQuotaExceeded } from '#store/session/quota.ts';
import type { Store } from '#store/session/store.ts';
import type { CaseCard } from './search-pages.ts';
import {
  makeSummaryEntries,
  entryKeyOf,
  readMarkedRows,
  type ConsentEntry,
  type EntryKey,
  type ListingEntry,
  type MarkedRows,
  type SummaryEntry,
} from './summary-entries.ts';
import { lastOpenedPages, openPages, pagesWith, writePages, type OpenedPages } from './summary-pages.ts';

/**
 * The summaries of every row on this device, from which lists, needs and lights are built; `unreadable`: listings that cannot be
 * decrypted.
 */
export type Summaries = {
  readonly consents: readonly ConsentEntry[];
  readonly listings: readonly ListingEntry[];
  readonly patients: ReadonlyMap<string, CaseCard>;
  readonly unreadable: number;
};

/** Changes that one fold takes [choice]: an interrupted rebuild of a large vault goes on from the last fold. */
const CHANGES_PER_FOLD = 256;

const turns = new WeakMap<VaultDatabase, Promise<unknown>>();

/**
 * Reads the summaries of all cases on this device. Changes since the last read are folded in first, from the rows; missing or damaged
 * summaries are made anew from all rows. A full device gets them without storing them. Not to be called inside a transaction.
 */
export async function readSummaries(store: Store): Promise<Summaries> {
  const before = turns.get(store.db) ?? Promise.resolve();
  // Readers take turns: the next one finds stored what this one has folded in.
  const reading = before.then(() => foldAndRead(store));
  turns.set(
    store.db,
    reading.catch(() => undefined),
  );
  return reading;
}

async function foldAndRead(store: Store): Promise<Summaries> {
  let mode: Mode = { isRebuild: false, isFull: false };
  let hasRebuilt = false;
  for (;;) {
    const stored = lastOpenedPages(store) ?? (await openPages(store));
    const before: OpenedPages = mode.isRebuild ? { rev: stored.rev, pages: new Map() } : stored;
    const entries = allEntries(before);
    const changes = await readChanges(store, { rev: before.rev, entries, ...mode });
    if (changes === null) {
      await openPages(store);
      continue;
    }
    const { settled, left, counts } = changes;
    const changed = await makeSummaryEntries(store, changes.rows);
    if (mode.isFull) return summariesOf(allEntries(pagesWith(before, changed)));
    if (settled.length === 0) {
      if (hasRebuilt || isComplete(entries, counts)) return summariesOf(entries);
      // Unmarked rows, or an unreadable page: the summaries are rebuilt from all rows.
      mode = { isRebuild: true, isFull: false };
      continue;
    }
    hasRebuilt ||= mode.isRebuild;
    const cases = casesOf(changes.rows, changed);
    try {
      if (!(await writePages(store, { before, changed, settled, left, cases }))) await openPages(store);
      else mode = { isRebuild: false, isFull: false };
    } catch (failure) {
      if (!isQuotaExceeded(failure)) throw failure;
      mode = { ...mode, isFull: true };
    }
  }
}

/** `isRebuild`: from all rows. `isFull`: nothing can be stored, so that all changes are taken at once. */
type Mode = { readonly isRebuild: boolean; readonly isFull: boolean };
type Counts = { readonly consents: number; readonly listings: number };
type Entries = ReadonlyMap<EntryKey, SummaryEntry>;
type Changes = {
  readonly settled: readonly SummaryMark[];
  readonly left: readonly SummaryMark[];
  readonly rows: MarkedRows;
  readonly counts: Counts;
};

/** Reads the marked rows in one transaction; null when the pages are not the ones that were opened. */
async function readChanges(
  store: Store,
  { rev, entries, isRebuild, isFull }: Mode & { readonly rev: string | null; readonly entries: Entries },
): Promise<Changes | null> {
  const { db } = store;
  return db.transaction('r', [db.consents, db.listings, db.patients, db.bases, db.kv], async () => {
    const stored = await readSummaryPages(db);
    if ((stored?.rev ?? null) !== rev) return null;
    const isAnew = isRebuild || stored === null;
    const marks = isAnew ? await allMarks(db) : await readMarks(db);
    const isKnown = (key: EntryKey) => entries.has(key);
    // A patient without forms or listings has no entry.
    const isDue = (mark: SummaryMark) => mark.table !== 'patients' || isKnown(entryKeyOf(mark));
    const due = marks.filter(isDue);
    const idle = marks.filter((mark) => !isDue(mark));
    const taken = isFull ? due : due.slice(0, CHANGES_PER_FOLD);
    return {
      settled: [...idle, ...taken],
      left: isAnew ? due.slice(taken.length) : [],
      rows: await readMarkedRows(store, taken, isKnown),
      counts: { consents: await db.consents.count(), listings: await db.listings.count() },
    };
  });
}

async function allMarks({ consents, listings }: VaultDatabase): Promise<SummaryMark[]> {
  const ids = { consents: await consents.toCollection().primaryKeys(), listings: await listings.toCollection().primaryKeys() };
  return (['consents', 'listings'] as const).flatMap((table) => ids[table].map((id) => unsummarised({ table, id })));
}

/** The cases of rows of older builds. */
function casesOf({ consents }: MarkedRows, changed: ReadonlyMap<EntryKey, SummaryEntry | undefined>) {
  return consents.flatMap(({ id, row }) => {
    const entry = changed.get(entryKeyOf({ table: 'consents', id }));
    if (row === undefined || row.recordId || entry == null || !('consent' in entry)) return [];
    return [{ id, localRev: row.localRev, recordId: entry.consent.recordID }];
  });
}

function allEntries({ pages }: OpenedPages): Entries {
  const [first, ...others] = pages.values();
  if (first === undefined || others.length === 0) return first ?? new Map();
  return new Map([first, ...others].flatMap((page) => [...page]));
}

function isComplete(entries: Entries, counts: Counts): boolean {
  const countOf = (table: keyof Counts) => [...entries.keys()].filter((key) => key.startsWith(`${table}:`)).length;
  return countOf('consents') === counts.consents && countOf('listings') === counts.listings;
}

function summariesOf(entries: Entries): Summaries {
  const consents: ConsentEntry[] = [];
  const listings: ListingEntry[] = [];
  const patients = new Map<string, CaseCard>();
  let unreadable = 0;
  for (const [key, entry] of entries) {
    if (entry === null) unreadable += key.startsWith('listings:') ? 1 : 0;
    else if ('consent' in entry) consents.push(entry);
    else if ('listing' in entry) listings.push(entry);
    else patients.set(entry.card.id, entry.card);
  }
  return { consents, listings, patients, unreadable };
}
