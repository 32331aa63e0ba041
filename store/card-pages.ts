import type { Patient } from '#domain/patient.ts';
import type { Store } from './store.ts';
import type { CardsRow } from './vault-database.ts';
import { readable, seal, unseal } from './vault/seal.ts';

/** What a list and a search need of a patient. */
export type Card = Pick<
  Patient,
  'id' | 'recordID' | 'firstName' | 'lastName' | 'dateOfBirth' | 'nhsNumber' | 'hospitalNumber' | 'status'
>;

/** Cards on one sealed page: enough that unlocking is quick, few enough that one change seals little again [choice]. */
export const CARDS_ON_A_PAGE = 512;

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

/** The cards of one page; `isDamaged` when it could not be read. */
export type Page = {
  readonly page: number;
  readonly localRev: number;
  readonly cards: readonly Card[];
  readonly isDamaged: boolean;
};

/** A page that cannot be read is an empty one, and takes no other with it. */
export async function openPage({ vault }: Store, row: CardsRow): Promise<Page> {
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
