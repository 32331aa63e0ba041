import { clockOffset } from '#src/device/clock.ts';
import { whenEditLockFree } from '#src/device/edit-lock.ts';
import { deviceDatabase, env } from '#src/device/env.ts';
import { newId } from '#src/device/new-id.ts';
import { noteUnsentCount } from '#src/device/sentinel.ts';
import { reportStorageLost } from '#src/device/storage-lost.ts';
import { OPEN_LIMIT } from '#src/device/storage-verdict.ts';
import { confirmSettings, patientLanguages } from '#src/session/confirm-settings.ts';
import { deviceId } from '#store/db/device-id.ts';
import { openWithin } from '#store/db/open-within.ts';
import { openVaultDatabase } from '#store/db/vault-database.ts';
import { markVault } from '#store/db/vault-mark.ts';
import type { Store } from '#store/session/store.ts';
import type { Vault } from '#store/vault/open.ts';

type Handlers = {
  /** Called once after a restore of the server, with the number of calls that this tablet sends again. */
  readonly onRestored: (resent: number) => void;
  /** Called when ops that waited for a person go back into the queue by themselves. */
  readonly onReturned: () => void;
  /** Called when a tab with an older build keeps the database from opening. */
  readonly onBlocked: () => void;
  readonly onFault: (fault: unknown) => void;
};

/** Opens the database of a vault, with this page's clock, settings and events. */
export async function openStore(vault: Vault, { onBlocked, onRestored, onReturned, onFault }: Handlers): Promise<Store> {
  const device = deviceDatabase();
  const db = openVaultDatabase(vault.userHash, { letGo: whenEditLockFree, onBlocked });
  await openWithin(db, OPEN_LIMIT);
  await markVault(db);
  return {
    device,
    db,
    vault,
    deviceId: await deviceId(device, newId),
    env,
    clockOffset,
    confirmSettings,
    patientLanguages,
    onStorageLost: reportStorageLost,
    onRestored,
    onReturned,
    onUnsentCount: () => noteUnsentCount().catch(onFault),
  };
}
