import { foldForSearch, searchableText } from '#domain/values/search-text.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { shownPatientOf, type ShownPatient } from '#domain/patients/shown-patient.ts';
import type { Store } from '#store/session/store.ts';
import { clearCardMarks, type CardMarks } from '#store/db/summary-marks.ts';
import type { CardsRow } from '#store/db/vault-database.ts';
import { nullIfUnreadable, seal, unseal } from '#store/crypto/seal.ts';

/** The fields of a patient that lists and the search need. */
export type PatientCard = ShownPatient &
  Pick<Patient, 'id' | 'recordID' | 'status'> & {
    /** whether the contact details are protected; absent in cards of older builds */
    readonly restricted?: boolean | undefined;
    /** of a merged patient: the record in use, as far as it is known, and when it was merged */
    readonly survivorID?: string | null | undefined;
    readonly mergedAt?: string | null | undefined;
  };

/** The card of a patient whose cases have lights. @property interpreterNeeded - as the record says; absent where it is not known */
export type CaseCard = PatientCard & { readonly interpreterNeeded?: boolean };

/** As {@link cardOf}, for the lights of the patient's cases. */
export function caseCardOf(patient: Patient): CaseCard {
  return { ...cardOf(patient), interpreterNeeded: patient.communication.interpreterNeeded };
}

/** Cards on one sealed page [choice]: enough that an unlock decrypts few pages, few enough that a change seals little again. */
export const CARDS_PER_PAGE = 512;

/** The card of a patient, or of anything wider than one. */
export function cardOf(patient: PatientCard & { readonly mergedInto?: string | null }): PatientCard {
  const { id, recordID, status, restricted = false, mergedInto, survivorID = mergedInto, mergedAt } = patient;
  const merged = status === 'MERGED' ? { survivorID, mergedAt } : {};
  return { id, recordID, ...shownPatientOf(patient), status, ...(restricted ? { restricted } : {}), ...merged };
}

/** The way in which `text` is folded by this build; older builds stored none, or an earlier one. */
const FOLDED = 4;

/** A card as it is stored and searched: `text` is what words are looked for in, `order` what cards are sorted by. */
export type CardEntry = { readonly card: PatientCard; readonly text: string; readonly order: string; readonly folded: number };

/** Folds a card once, so that no unlock has to. */
export function entryOf(card: PatientCard): CardEntry {
  const { recordID, firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber } = card;
  const born = dateOfBirth.split('-').toReversed().join('/');
  const texts = [lastName, firstName, recordID, nhsNumber, hospitalNumber, dateOfBirth, born].filter((each) => each !== null);
  return {
    card,
    text: ` ${searchableText(texts)}`,
    order: `${foldForSearch(`${lastName} ${firstName}`)} ${card.id}`,
    folded: FOLDED,
  };
}

/** Compares two entries by the names of their patients. */
export function byOrder(one: CardEntry, other: CardEntry): number {
  return one.order < other.order ? -1 : one.order > other.order ? 1 : 0;
}

/**
 * Stores the cards of synced patients. Only changed pages are sealed again.
 *
 * @param marks - of the changes that these cards show; they are removed
 */
export async function savePatientCards(
  store: Store,
  changed: readonly PatientCard[],
  removed: readonly string[] = [],
  marks: CardMarks = new Map(),
): Promise<void> {
  const { db, vault, env } = store;
  for (;;) {
    const pages = await Promise.all((await db.cards.toArray()).map((row) => readCardPage(store, row)));
    const next = placeCards(pages, changed, removed);
    const rows: CardsRow[] = await Promise.all(
      next.map(async ({ page, localRev, entries }) => {
        const sealed = await seal(vault.synced, { table: 'cards', id: String(page) }, entries, env);
        return { ...sealed, page, localRev: localRev + 1 };
      }),
    );
    const isWritten = await db.transaction('rw', [db.cards, db.kv], async () => {
      for (const { page, localRev } of next) if (((await db.cards.get(page))?.localRev ?? 0) !== localRev) return false;
      await db.cards.bulkPut(rows);
      await clearCardMarks(db, marks);
      return true;
    });
    if (isWritten) return;
  }
}

/** The entries of one page, by name; `isDamaged` when it could not be read. */
export type CardPage = {
  readonly page: number;
  readonly localRev: number;
  readonly entries: readonly CardEntry[];
  readonly isDamaged: boolean;
};

/** Decrypts a page of cards. An unreadable page reads as an empty one, so that the others still open. */
export async function readCardPage({ vault }: Store, row: CardsRow): Promise<CardPage> {
  const { page, localRev } = row;
  // Entries are the only values sealed for this table; older builds sealed bare cards.
  const stored = (await nullIfUnreadable(unseal(vault, { table: 'cards', id: String(page) }, row))) as
    | readonly (CardEntry | PatientCard)[]
    | null;
  const isSorted = stored?.every((each) => 'card' in each && each.folded === FOLDED) === true;
  // An entry of an older build is folded anew: words are looked for as this build folds them.
  const current = (each: CardEntry) => (each.folded === FOLDED ? each : entryOf(each.card));
  const entries = (stored ?? []).map((each) => ('card' in each ? current(each) : entryOf(each)));
  return { page, localRev, entries: isSorted ? entries : entries.toSorted(byOrder), isDamaged: stored === null };
}

/** The pages that change when these cards are put and those ids removed. */
function placeCards(pages: readonly CardPage[], changed: readonly PatientCard[], removed: readonly string[]): CardPage[] {
  const byPage = new Map(pages.map(({ page, entries }) => [page, new Map(entries.map((entry) => [entry.card.id, entry]))]));
  const pageOf = new Map(pages.flatMap(({ page, entries }) => entries.map(({ card }) => [card.id, page] as const)));
  const touched = new Set<number>();
  let last = Math.max(0, ...byPage.keys());
  for (const card of changed) {
    const known = pageOf.get(card.id);
    if (known === undefined && (byPage.get(last)?.size ?? 0) >= CARDS_PER_PAGE) last += 1;
    const page = known ?? last;
    const entries = byPage.get(page) ?? new Map<string, CardEntry>();
    byPage.set(page, entries.set(card.id, entryOf(card)));
    pageOf.set(card.id, page);
    touched.add(page);
  }
  for (const id of removed) {
    const page = pageOf.get(id);
    if (page === undefined) continue;
    byPage.get(page)?.delete(id);
    touched.add(page);
  }
  return [...touched].map((page) => ({
    page,
    localRev: pages.find((each) => each.page === page)?.localRev ?? 0,
    entries: [...(byPage.get(page)?.values() ?? [])].toSorted(byOrder),
    isDamaged: false,
  }));
}
