import { searchWords } from '#domain/values/search-text.ts';
import { noteCardMarks, readCardMarks, type CardMarks } from '#store/db/summary-marks.ts';
import { isQuotaExceeded } from '#store/session/quota.ts';
import { cardOf, entryOf, readCardPage, savePatientCards, type CardEntry, type PatientCard } from './search-pages.ts';
import { decryptEntity } from './types.ts';
import type { Store } from '#store/session/store.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';

/** In-memory search over the patients of an open vault, fast enough for each keystroke. */
export type PatientSearch = {
  readonly size: () => number;
  /** Up to `limit` cards that contain every word, by name; cards with a word that begins so come first. */
  readonly search: (text: string, limit?: number) => PatientCard[];
  readonly find: (id: string) => PatientCard | undefined;
  /** Every merged patient. */
  readonly merged: () => PatientCard[];
  /** Adds or replaces a card in memory; `savePatientCards` stores it. */
  readonly put: (card: PatientCard) => void;
  readonly remove: (id: string) => void;
  /** Opens the stored cards, once; before that, only those that were put are found. */
  readonly open: () => Promise<void>;
};

/** Search that opens no card before it is asked to. */
export function preparePatientSearch(store: Store): PatientSearch {
  const entries = new Map<string, CardEntry>();
  let sorted: CardEntry[] = [];
  /** changed in memory: a stored page has nothing newer of these */
  const touched = new Set<string>();
  let opening: Promise<void> | null = null;
  let last: Matches | null = null;
  const remove = (id: string) => {
    touched.add(id);
    last = null;
    const entry = entries.get(id);
    if (entry === undefined) return;
    entries.delete(id);
    sorted.splice(insertionIndex(sorted, entry.order), 1);
  };
  const put = (card: PatientCard) => {
    remove(card.id);
    const entry = entryOf(card);
    entries.set(card.id, entry);
    sorted.splice(insertionIndex(sorted, entry.order), 0, entry);
  };
  const addPage = (page: readonly CardEntry[]) => {
    const added = page.filter(({ card }) => !touched.has(card.id) && !entries.has(card.id));
    for (const entry of added) entries.set(entry.card.id, entry);
    sorted = mergeSorted(sorted, added);
    last = null;
  };
  const matching = (words: readonly string[]) => {
    const among = last !== null && isNarrower(words, last.words) ? last.entries : sorted;
    const found = among.filter(({ text }) => words.every((word) => text.includes(word)));
    last = { words, entries: found };
    return found;
  };
  const openAll = async () => {
    await openCardPages(store, { addPage, has: (id) => entries.has(id), isTouched: (id) => touched.has(id), put, remove });
  };
  return {
    size: () => entries.size,
    search: (text, limit = 20) => {
      const words = searchWords(text);
      return rankCards(matching(words), words, limit);
    },
    find: (id) => entries.get(id)?.card,
    merged: () => sorted.flatMap(({ card }) => (card.status === 'MERGED' ? [card] : [])),
    put,
    remove,
    open: () => {
      opening ??= openAll().catch((failure: unknown) => {
        opening = null;
        throw failure;
      });
      return opening;
    },
  };
}

type CardMemory = Pick<PatientSearch, 'put' | 'remove'> & {
  readonly addPage: (page: readonly CardEntry[]) => void;
  readonly has: (id: string) => boolean;
  readonly isTouched: (id: string) => boolean;
};

/** Decrypts all card pages, and the patients whose row is newer. One page at a time, so that the screen stays responsive. */
async function openCardPages(store: Store, memory: CardMemory): Promise<void> {
  const { db } = store;
  let isDamaged = false;
  for (const row of await db.cards.orderBy('page').toArray()) {
    const page = await readCardPage(store, row);
    isDamaged ||= page.isDamaged;
    memory.addPage(page.entries);
  }
  // A full pull restores the patients of an unreadable page.
  if (isDamaged) await db.kv.delete('cursor');
  const marks = await readCardMarks(db);
  // An unsent patient is on no page; nor is one of a damaged page, or of an older build that set no marks.
  const unsent = await db.patients.where('state').equals('unsent').primaryKeys();
  const missing =
    isDamaged || marks === null ? (await db.patients.toCollection().primaryKeys()).filter((id) => !memory.has(id)) : [];
  const ids = [...new Set([...unsent, ...missing, ...(marks?.keys() ?? [])])];
  const isUnsent = new Set(unsent);
  const changed: PatientCard[] = [];
  const removed: string[] = [];
  for (const id of ids) {
    const row = await db.patients.get(id);
    const patient = row === undefined ? null : await nullIfUnreadable(decryptEntity(store.vault, 'patients', row));
    if (patient === null) removed.push(id);
    else if (!isUnsent.has(id)) changed.push(cardOf(patient));
    // This tab may have written the patient meanwhile.
    if (memory.isTouched(id)) continue;
    if (patient === null) memory.remove(id);
    else memory.put(cardOf(patient));
  }
  const settled = new Map([...(marks ?? [])].filter(([id]) => !isUnsent.has(id)));
  await storeCards(store, { changed, removed, settled, isFirst: marks === null });
}

/** Stores cards that were found beside the pages. A full device does without. */
async function storeCards(
  store: Store,
  { changed, removed, settled, isFirst }: { changed: PatientCard[]; removed: string[]; settled: CardMarks; isFirst: boolean },
): Promise<void> {
  try {
    if (settled.size + changed.length > 0) await savePatientCards(store, changed, removed, settled);
    if (isFirst) await noteCardMarks(store.db);
  } catch (failure) {
    if (!isQuotaExceeded(failure)) throw failure;
  }
}

/** Two sorted lists as one. */
function mergeSorted(one: readonly CardEntry[], other: readonly CardEntry[]): CardEntry[] {
  const merged: CardEntry[] = [];
  let at = 0;
  for (const entry of one) {
    for (let next = other[at]; next !== undefined && next.order < entry.order; next = other[at]) {
      merged.push(next);
      at += 1;
    }
    merged.push(entry);
  }
  return [...merged, ...other.slice(at)];
}

// Binary search for the index of an entry with this order.
function insertionIndex(sorted: readonly CardEntry[], order: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.order ?? '') < order) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** All entries that hold every word of a search. */
type Matches = { readonly words: readonly string[]; readonly entries: readonly CardEntry[] };

/** Whether whatever holds all these words holds all the earlier ones too: the next letter of a name looks at no other entries. */
function isNarrower(words: readonly string[], earlier: readonly string[]): boolean {
  return earlier.every((each) => words.some((word) => word.includes(each)));
}

/** Those in which a word of the search begins a word come first. */
function rankCards(matches: readonly CardEntry[], words: readonly string[], limit: number): PatientCard[] {
  const first: PatientCard[] = [];
  const others: PatientCard[] = [];
  for (const { card, text } of matches) {
    if (words.some((word) => text.includes(` ${word}`))) first.push(card);
    else if (others.length < limit) others.push(card);
    if (first.length === limit) break;
  }
  return [...first, ...others].slice(0, limit);
}
