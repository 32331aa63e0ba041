import type { Page } from 'playwright';

/** Tables of a vault whose rows have a state. */
export type Table = 'patients' | 'consents' | 'blobs' | 'ops';

/** The rows of a table of the only vault of this browser, also without its keys; their content is sealed. */
export function vaultRowsOf(page: Page, table: Table): Promise<readonly { id?: string | undefined; state: string }[]> {
  return page.evaluate(async (name) => {
    const found = (await indexedDB.databases()).find((each) => each.name?.startsWith('v-'));
    if (found?.name === undefined) return [];
    const opening = indexedDB.open(found.name);
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('The vault does not open')));
    });
    const asking = db.transaction(name).objectStore(name).getAll();
    const rows = await new Promise<{ id?: string; state: string }[]>((resolve) =>
      asking.addEventListener('success', () => resolve(asking.result)),
    );
    db.close();
    return rows.map(({ id, state }) => ({ id, state }));
  }, table);
}
