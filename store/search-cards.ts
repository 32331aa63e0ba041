import type { Patient } from '#domain/patient.ts';
import { foldForSearch, searchWords } from '#domain/search-text.ts';
import { openEntity } from './kept.ts';
import type { Store } from './store.ts';
import type { CardsRow } from './vault-database.ts';
import { Damaged, KeyForgotten, seal, unseal } from './vault/seal.ts';

/** What a list and a search need of a patient. */
export type Card = Pick<
  Patient,
  'id' | 'recordID' | 'firstName' | 'lastName' | 'dateOfBirth' | 'nhsNumber' | 'hospitalNumber' | 'status'
>;

/** Cards on one sealed page: enough that unlocking is quick, few enough that one change seals little again [choice]. */
export const CARDS_ON_A_PAGE = 512;

/** The patients of an open vault, in memory: found while somebody types. */
export type SearchCards = {
  readonly size: () => number;
  /** Up to `most` cards that hold every word, those whose name begins with one first, by name. */
  readonly search: (text: string, most?: number) => Card[];
  /** Shows a card at once; it is kept only with {@link keepCards}. */
  readonly put: (card: Card) => void;
  readonly remove: (id: string) => void;
};

type Entry = { readonly card: Card; readonly text: string; readonly order: string };

/** Opens all cards: the pages, and the patients that only this device has. A page at a time, so that the screen stays alive. */
export async function openCards(store: Store): Promise<SearchCards> {
  const { db, vault } = store;
  const entries = new Map<string, Entry>();
  let isWhole = true;
  for (const row of await db.cards.orderBy('page').toArray()) {
    const { cards, isDamaged } = await openPage(store, row);
    isWhole &&= !isDamaged;
    for (const card of cards) entries.set(card.id, entryOf(card));
  }
  // What was on a page that cannot be read comes again: the next fetch of changes starts from the beginning.
  if (!isWhole) await db.kv.delete('cursor');
  for (const row of await db.patients.where('state').equals('unsent').toArray()) {
    const patient = await readable(openEntity(vault, 'patients', row));
    if (patient !== null) entries.set(patient.id, entryOf(cardOf(patient)));
  }
  const sorted = [...entries.values()].toSorted((one, other) => (one.order < other.order ? -1 : 1));
  const remove = (id: string) => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entries.delete(id);
    sorted.splice(placeIn(sorted, entry.order), 1);
  };
  return {
    size: () => entries.size,
    search: (text, most = 20) => find(sorted, searchWords(text), most),
    put: (card) => {
      remove(card.id);
      const entry = entryOf(card);
      entries.set(card.id, entry);
      sorted.splice(placeIn(sorted, entry.order), 0, entry);
    },
    remove,
  };
}

export function cardOf({ id, recordID, firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber, status }: Patient): Card {
  return { id, recordID, firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber, status };
}

/** Keeps the cards of synced patients; only the pages that change are sealed again. */
export async function keepCards(store: Store, changed: readonly Card[], gone: readonly string[] = []): Promise<void> {
  const { db, vault, means } = store;
  for (;;) {
    const pages = await Promise.all((await db.cards.toArray()).map((row) => openPage(store, row)));
    const next = place(pages, changed, gone);
    const rows: CardsRow[] = await Promise.all(
      next.map(async ({ page, localRev, cards }) => {
        const sealed = await seal(vault.synced, { table: 'cards', id: String(page) }, cards, means);
        return { ...sealed, page, localRev: localRev + 1 };
      }),
    );
    const isKept = await db.transaction('rw', db.cards, async () => {
      for (const { page, localRev } of next) if (((await db.cards.get(page))?.localRev ?? 0) !== localRev) return false;
      await db.cards.bulkPut(rows);
      return true;
    });
    if (isKept) return;
  }
}

type Page = {
  readonly page: number;
  readonly localRev: number;
  readonly cards: readonly Card[];
  readonly isDamaged: boolean;
};

/** A page that cannot be read is an empty one, and takes no other with it. */
async function openPage({ vault }: Store, row: CardsRow): Promise<Page> {
  const { page, localRev } = row;
  // Only cards are sealed for this table.
  const cards = (await readable(unseal(vault, { table: 'cards', id: String(page) }, row))) as readonly Card[] | null;
  return { page, localRev, cards: cards ?? [], isDamaged: cards === null };
}

/** The pages that differ once these cards are in and those are out. */
function place(pages: readonly Page[], changed: readonly Card[], gone: readonly string[]): Page[] {
  const byPage = new Map(pages.map(({ page, cards }) => [page, new Map(cards.map((card) => [card.id, card]))]));
  const pageOf = new Map(pages.flatMap(({ page, cards }) => cards.map(({ id }) => [id, page] as const)));
  const touched = new Set<number>();
  let last = Math.max(0, ...byPage.keys());
  for (const card of changed) {
    const known = pageOf.get(card.id);
    if (known === undefined && (byPage.get(last)?.size ?? 0) >= CARDS_ON_A_PAGE) last += 1;
    const page = known ?? last;
    const cards = byPage.get(page) ?? new Map<string, Card>();
    byPage.set(page, cards.set(card.id, card));
    pageOf.set(card.id, page);
    touched.add(page);
  }
  for (const id of gone) {
    const page = pageOf.get(id);
    if (page === undefined) continue;
    byPage.get(page)?.delete(id);
    touched.add(page);
  }
  return [...touched].map((page) => ({
    page,
    localRev: pages.find((each) => each.page === page)?.localRev ?? 0,
    cards: [...(byPage.get(page)?.values() ?? [])],
    isDamaged: false,
  }));
}

function entryOf(card: Card): Entry {
  const { recordID, firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber } = card;
  const born = dateOfBirth.split('-').toReversed().join('/');
  const said = [lastName, firstName, recordID, nhsNumber, hospitalNumber, dateOfBirth, born].filter((each) => each !== null);
  return { card, text: ` ${foldForSearch(said.join(' '))}`, order: `${foldForSearch(`${lastName} ${firstName}`)} ${card.id}` };
}

// Where an entry of this order stands, or would stand.
function placeIn(sorted: readonly Entry[], order: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.order ?? '') < order) low = middle + 1;
    else high = middle;
  }
  return low;
}

function find(entries: readonly Entry[], words: readonly string[], most: number): Card[] {
  const first: Card[] = [];
  const others: Card[] = [];
  for (const { card, text } of entries) {
    if (!words.every((word) => text.includes(word))) continue;
    if (words.some((word) => text.includes(` ${word}`))) first.push(card);
    else if (others.length < most) others.push(card);
    if (first.length === most) break;
  }
  return [...first, ...others].slice(0, most);
}

async function readable<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((failure: unknown) => {
    if (failure instanceof Damaged || failure instanceof KeyForgotten) return null;
    throw failure;
  });
}
