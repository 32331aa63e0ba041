import { confirmSettings } from '#src/session/confirm-settings.ts';
import { whenEditLockFree } from '#src/device/edit-lock.ts';
import { sentinelCopies } from '#src/device/sentinel-copies.ts';
import { env, deviceDatabase } from '#src/device/env.ts';
import { deviceId } from '#store/db/device-id.ts';
import type { Handoff } from '#store/session/handoff.ts';
import { storeUnsentCount } from '#store/db/sentinel.ts';
import { markVault } from '#store/db/vault-mark.ts';
import type { Store } from '#store/session/store.ts';
import { openVaultDatabase } from '#store/db/vault-database.ts';

/**
 * Opens the clinician's store for the signer's writes. Nothing is sent from this page: sending needs the clinician's session.
 */
export async function openHandoffStore({ vault, clockOffset }: Handoff): Promise<Store> {
  const own = deviceDatabase();
  // A blocked upgrade is ignored: nobody asks a patient to close tabs, and the staff pages report it afterwards.
  const db = openVaultDatabase(vault.userHash, { letGo: whenEditLockFree, onBlocked: () => undefined });
  await db.open();
  // A vault that was cleared since the handover has lost its row too: its empty database gets no mark, and takes no write.
  if ((await own.vaults.get(vault.userHash)) !== undefined) await markVault(db);
  return {
    device: own,
    db,
    vault,
    deviceId: await deviceId(own, env.newId),
    env,
    clockOffset: () => clockOffset,
    confirmSettings,
    // A signer's pages pin no form.
    patientLanguages: () => [],
    onUnsentCount: () => storeUnsentCount(own, sentinelCopies).then(() => undefined, reportError),
  };
}
