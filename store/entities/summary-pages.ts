import type { Store } from '#store/session/store.ts';
import { markChanged, readSummaryPages, writeSummaryPages, type SummaryMark } from '#store/db/summary-marks.ts';
import type { SummariesRow, VaultDatabase } from '#store/db/vault-database.ts';
import { nullIfUnreadable, seal, unseal } from '#store/crypto/seal.ts';
import type { EntryKey, SummaryEntry } from './summary-entries.ts';

/** Entries on one sealed page [choice]: one page holds what a clinician works with, their patients and places on lists included. */
const ENTRIES_PER_PAGE = 2048;

type Entries = ReadonlyMap<EntryKey, SummaryEntry>;

/** The summaries as they are stored. `rev` null: there are none. */
export type OpenedPages = { readonly rev: string | null; readonly pages: ReadonlyMap<number, Entries> };

const NO_PAGES: OpenedPages = { rev: null, pages: new Map() };

const opened = new WeakMap<VaultDatabase, OpenedPages>();
const openings = new WeakMap<VaultDatabase, Promise<OpenedPages>>();

/** The pages that this tab opened or wrote last; undefined before the first time. */
export function lastOpenedPages({ db }: Store): OpenedPages | undefined {
  return opened.get(db);
}

/** Decrypts the stored pages; with one missing or unreadable there are none. Concurrent calls share one run. */
export function openPages(store: Store): Promise<OpenedPages> {
  const { db } = store;
  const opening = openings.get(db) ?? decryptPages(store).finally(() => openings.delete(db));
  openings.set(db, opening);
  return opening;
}

async function decryptPages({ db, vault }: Store): Promise<OpenedPages> {
  const { stored, rows } = await db.transaction('r', [db.kv, db.summaries], async () => {
    const present = await readSummaryPages(db);
    return { stored: present, rows: present === null ? [] : await db.summaries.bulkGet([...present.pages]) };
  });
  const pages = await Promise.all(
    rows.map(async (row) => {
      if (row === undefined) return null;
      // writePages is the only writer of this table.
      const value = await nullIfUnreadable(unseal(vault, { table: 'summaries', id: String(row.page) }, row));
      return value === null ? null : ([row.page, new Map(value as [EntryKey, SummaryEntry][])] as const);
    }),
  );
  const whole = pages.filter((page) => page !== null);
  const result =
    stored === null ? NO_PAGES : { rev: stored.rev, pages: whole.length < pages.length ? new Map() : new Map(whole) };
  opened.set(db, result);
  return result;
}

/** A fold of changes into the pages. */
type PageChange = {
  /** the pages that the changes were read beside */
  readonly before: OpenedPages;
  /** new entries; undefined removes one */
  readonly changed: ReadonlyMap<EntryKey, SummaryEntry | undefined>;
  /** marks that the changes settle, and those that stay; none of the latter is stored yet */
  readonly settled: readonly SummaryMark[];
  readonly left: readonly SummaryMark[];
  /** cases of consent rows that have none outside the seal */
  readonly cases: readonly { readonly id: string; readonly localRev: number; readonly recordId: string }[];
};

/**
 * Writes changed entries into their pages and removes the settled marks, in one transaction. A mark that was set again stays.
 *
 * @returns false when another writer was faster; then nothing is written
 */
export async function writePages({ db, vault, env }: Store, change: PageChange): Promise<boolean> {
  const { before, changed, settled, left, cases } = change;
  const { pages, touched } = placeEntries(before.pages, changed);
  const rows: SummariesRow[] = await Promise.all(
    touched.map(async (page) => {
      const sealed = await seal(vault.synced, { table: 'summaries', id: String(page) }, [...(pages.get(page) ?? [])], env);
      return { ...sealed, page };
    }),
  );
  const rev = env.newId();
  const isWritten = await db.transaction('rw', [db.summaries, db.consents, db.kv], async () => {
    if (((await readSummaryPages(db))?.rev ?? null) !== before.rev) return false;
    const stored = await db.kv.bulkGet(settled.map(({ k }) => k));
    await db.kv.bulkDelete(settled.flatMap(({ k, value }, at) => (stored[at]?.value === value ? [k] : [])));
    await markChanged(
      db,
      left.map(({ table, id }) => ({ table, id, state: 'none' })),
    );
    for (const { id, localRev, recordId } of cases) {
      if ((await db.consents.get(id))?.localRev === localRev) await db.consents.update(id, { recordId });
    }
    if (before.pages.size === 0) await db.summaries.clear();
    await db.summaries.bulkPut(rows);
    await writeSummaryPages(db, { rev, pages: [...pages.keys()] });
    return true;
  });
  if (isWritten) opened.set(db, { rev, pages });
  return isWritten;
}

/** The pages with these changes, without writing them. */
export function pagesWith(before: OpenedPages, changed: PageChange['changed']): OpenedPages {
  return { rev: before.rev, pages: placeEntries(before.pages, changed).pages };
}

type Placed = { readonly pages: ReadonlyMap<number, Entries>; readonly touched: readonly number[] };

/** The pages with these changes: an entry stays on its page, and a new one goes on the last page. */
function placeEntries(before: OpenedPages['pages'], changed: PageChange['changed']): Placed {
  const pages = new Map(before);
  const touched = new Map<number, Map<EntryKey, SummaryEntry>>();
  const pageOf = new Map([...before].flatMap(([page, entries]) => [...entries.keys()].map((key) => [key, page] as const)));
  const editable = (page: number) => {
    const entries = touched.get(page) ?? new Map(before.get(page));
    touched.set(page, entries);
    pages.set(page, entries);
    return entries;
  };
  let last = Math.max(0, ...before.keys());
  for (const [key, entry] of changed) {
    const known = pageOf.get(key);
    if (entry === undefined) {
      if (known !== undefined) editable(known).delete(key);
      continue;
    }
    if (known === undefined && (pages.get(last)?.size ?? 0) >= ENTRIES_PER_PAGE) last += 1;
    editable(known ?? last).set(key, entry);
  }
  return { pages, touched: [...touched.keys()] };
}
