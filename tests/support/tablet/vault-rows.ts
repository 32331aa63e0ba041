import type { Page } from 'playwright';
import { expect, vi } from 'vitest';
import { SOON_MOST } from '#tests/support/checks/soon-most.ts';

/** Tables of a vault. */
export type Table = 'patients' | 'consents' | 'blobs' | 'ops' | 'kv';

/** `seal` differs for each time that a sealed value was written. */
type VaultRow = {
  readonly id?: string | undefined;
  readonly k?: string | undefined;
  readonly state?: string | undefined;
  readonly seal?: string | undefined;
};

/** The rows of a table of the only vault of this browser, also without its keys; their content is sealed. */
export function vaultRowsOf(page: Page, table: Table): Promise<readonly VaultRow[]> {
  return page.evaluate(async (name) => {
    const found = (await indexedDB.databases()).find((each) => each.name?.startsWith('v-'));
    if (found?.name === undefined) return [];
    const opening = indexedDB.open(found.name);
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('The vault does not open')));
    });
    const asking = db.transaction(name).objectStore(name).getAll();
    const rows = await new Promise<(VaultRow & { value?: { iv?: Uint8Array } })[]>((resolve) =>
      asking.addEventListener('success', () => resolve(asking.result)),
    );
    db.close();
    return rows.map(({ id, k, state, value }) => ({ id, k, state, seal: value?.iv?.join('.') }));
  }, table);
}

/** The number of signers' visits that are stored in the only vault of this browser. */
export async function visitsIn(page: Page): Promise<number> {
  return (await sealedVisits(page)).length;
}

/** Time between two looks, ms: longer than a slow disk takes to write a visit. */
const BETWEEN_LOOKS = 300;

/** Resolves once the signer's visit is stored and no newer state of it is being written. */
export async function untilVisitStored(page: Page): Promise<void> {
  let last = '';
  const look = async () => {
    const before = last;
    last = (await sealedVisits(page)).join();
    expect([last === '', last]).toEqual([false, before]);
  };
  await vi.waitFor(look, { timeout: SOON_MOST, interval: BETWEEN_LOOKS });
}

async function sealedVisits(page: Page): Promise<string[]> {
  return (await vaultRowsOf(page, 'kv')).filter(({ k }) => k?.startsWith('visit:')).map(({ seal }) => seal ?? '');
}
