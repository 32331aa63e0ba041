import { foldForSearch, searchWords } from '#domain/search-text.ts';
import { cardOf, openPage, type Card } from './card-pages.ts';
import { openEntity } from './kept.ts';
import type { Store } from './store.ts';
import { readable } from './vault/seal.ts';

/** The patients of an open vault, in memory: found while somebody types. */
export type SearchCards = {
  readonly size: () => number;
  /** Up to `most` cards that hold every word, those whose name begins with one first, by name. */
  readonly search: (text: string, most?: number) => Card[];
  /** Shows a card at once; it is kept only with `keepCards`. */
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
  const unsent = new Set(await db.patients.where('state').equals('unsent').primaryKeys());
  // A patient whom the server has only just taken is on no page yet.
  for (const id of await db.patients.toCollection().primaryKeys()) {
    const row = entries.has(id) && !unsent.has(id) ? undefined : await db.patients.get(id);
    const patient = row === undefined ? null : await readable(openEntity(vault, 'patients', row));
    if (patient !== null) entries.set(id, entryOf(cardOf(patient)));
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
