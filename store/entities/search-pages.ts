import type { Patient } from '#domain/patient.ts';
import { shownPatientOf, type ShownPatient } from '#domain/shown-patient.ts';
import type { Store } from '#store/session/store.ts';
import type { CardsRow } from '#store/db/vault-database.ts';
import { nullIfUnreadable, seal, unseal } from '#store/crypto/seal.ts';

/** The fields of a patient that lists and the search need. */
export type PatientCard = ShownPatient & Pick<Patient, 'id' | 'recordID' | 'status'>;

/** Cards on one sealed page [choice]: enough that an unlock decrypts few pages, few enough that a change seals little again. */
export const CARDS_PER_PAGE = 512;

/** The card of a patient, or of anything wider than one. */
export function cardOf(patient: PatientCard): PatientCard {
  const { id, recordID, status } = patient;
  return { id, recordID, ...shownPatientOf(patient), status };
}

/** Stores the cards of synced patients. Only changed pages are sealed again. */
export async function savePatientCards(
  store: Store,
  changed: readonly PatientCard[],
  removed: readonly string[] = [],
): Promise<void> {
  const { db, vault, env } = store;
  for (;;) {
    const pages = await Promise.all((await db.cards.toArray()).map((row) => readCardPage(store, row)));
    const next = placeCards(pages, changed, removed);
    const rows: CardsRow[] = await Promise.all(
      next.map(async ({ page, localRev, cards }) => {
        const sealed = await seal(vault.synced, { table: 'cards', id: String(page) }, cards, env);
        return { ...sealed, page, localRev: localRev + 1 };
      }),
    );
    const isWritten = await db.transaction('rw', db.cards, async () => {
      for (const { page, localRev } of next) if (((await db.cards.get(page))?.localRev ?? 0) !== localRev) return false;
      await db.cards.bulkPut(rows);
      return true;
    });
    if (isWritten) return;
  }
}

/** The cards of one page; `isDamaged` when it could not be read. */
export type CardPage = {
  readonly page: number;
  readonly localRev: number;
  readonly cards: readonly PatientCard[];
  readonly isDamaged: boolean;
};

/** Decrypts a page of cards. An unreadable page reads as an empty one, so that the others still open. */
export async function readCardPage({ vault }: Store, row: CardsRow): Promise<CardPage> {
  const { page, localRev } = row;
  // Cards are the only values sealed for this table.
  const cards = (await nullIfUnreadable(unseal(vault, { table: 'cards', id: String(page) }, row))) as
    | readonly PatientCard[]
    | null;
  return { page, localRev, cards: cards ?? [], isDamaged: cards === null };
}

/** The pages that change when these cards are put and those ids removed. */
function placeCards(pages: readonly CardPage[], changed: readonly PatientCard[], removed: readonly string[]): CardPage[] {
  const byPage = new Map(pages.map(({ page, cards }) => [page, new Map(cards.map((card) => [card.id, card]))]));
  const pageOf = new Map(pages.flatMap(({ page, cards }) => cards.map(({ id }) => [id, page] as const)));
  const touched = new Set<number>();
  let last = Math.max(0, ...byPage.keys());
  for (const card of changed) {
    const known = pageOf.get(card.id);
    if (known === undefined && (byPage.get(last)?.size ?? 0) >= CARDS_PER_PAGE) last += 1;
    const page = known ?? last;
    const cards = byPage.get(page) ?? new Map<string, PatientCard>();
    byPage.set(page, cards.set(card.id, card));
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
    cards: [...(byPage.get(page)?.values() ?? [])],
    isDamaged: false,
  }));
}
