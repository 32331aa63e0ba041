import { foldForSearch, searchWords } from '#domain/search-text.ts';
import { cardOf, readCardPage, type PatientCard } from './search-pages.ts';
import { decryptEntity } from './types.ts';
import type { Store } from '#store/session/store.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';

/** In-memory search over the patients of an open vault, fast enough for each keystroke. */
export type PatientSearch = {
  readonly size: () => number;
  /** Up to `limit` cards that contain every word, by name; cards with a word that begins so come first. */
  readonly search: (text: string, limit?: number) => PatientCard[];
  readonly find: (id: string) => PatientCard | undefined;
  /** Adds or replaces a card in memory; `savePatientCards` stores it. */
  readonly put: (card: PatientCard) => void;
  readonly remove: (id: string) => void;
};

type Entry = { readonly card: PatientCard; readonly text: string; readonly order: string };

/** Decrypts all card pages, and the patients that are on no page yet. One page at a time, so that the screen stays responsive. */
export async function openPatientSearch(store: Store): Promise<PatientSearch> {
  const { db, vault } = store;
  const entries = new Map<string, Entry>();
  let isComplete = true;
  for (const row of await db.cards.orderBy('page').toArray()) {
    const { cards, isDamaged } = await readCardPage(store, row);
    isComplete &&= !isDamaged;
    for (const card of cards) entries.set(card.id, entryOf(card));
  }
  // A full pull restores the patients of an unreadable page.
  if (!isComplete) await db.kv.delete('cursor');
  const unsent = new Set(await db.patients.where('state').equals('unsent').primaryKeys());
  // An unsent patient, or one that the server has only just acknowledged, is on no page yet.
  for (const id of await db.patients.toCollection().primaryKeys()) {
    const row = entries.has(id) && !unsent.has(id) ? undefined : await db.patients.get(id);
    const patient = row === undefined ? null : await nullIfUnreadable(decryptEntity(vault, 'patients', row));
    if (patient !== null) entries.set(id, entryOf(cardOf(patient)));
  }
  const sorted = [...entries.values()].toSorted((one, other) => (one.order < other.order ? -1 : 1));
  const remove = (id: string) => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entries.delete(id);
    sorted.splice(insertionIndex(sorted, entry.order), 1);
  };
  return {
    size: () => entries.size,
    search: (text, limit = 20) => findCards(sorted, searchWords(text), limit),
    find: (id) => entries.get(id)?.card,
    put: (card) => {
      remove(card.id);
      const entry = entryOf(card);
      entries.set(card.id, entry);
      sorted.splice(insertionIndex(sorted, entry.order), 0, entry);
    },
    remove,
  };
}

function entryOf(card: PatientCard): Entry {
  const { recordID, firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber } = card;
  const born = dateOfBirth.split('-').toReversed().join('/');
  const texts = [lastName, firstName, recordID, nhsNumber, hospitalNumber, dateOfBirth, born].filter((each) => each !== null);
  return { card, text: ` ${foldForSearch(texts.join(' '))}`, order: `${foldForSearch(`${lastName} ${firstName}`)} ${card.id}` };
}

// Binary search for the index of an entry with this order.
function insertionIndex(sorted: readonly Entry[], order: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.order ?? '') < order) low = middle + 1;
    else high = middle;
  }
  return low;
}

function findCards(entries: readonly Entry[], words: readonly string[], limit: number): PatientCard[] {
  const first: PatientCard[] = [];
  const others: PatientCard[] = [];
  for (const { card, text } of entries) {
    if (!words.every((word) => text.includes(word))) continue;
    if (words.some((word) => text.includes(` ${word}`))) first.push(card);
    else if (others.length < limit) others.push(card);
    if (first.length === limit) break;
  }
  return [...first, ...others].slice(0, limit);
}
