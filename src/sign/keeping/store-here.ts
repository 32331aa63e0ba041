import { whenQuiet } from '#src/held/busy.ts';
import { means, thisDevice } from '#src/held/this-device.ts';
import { deviceId } from '#store/device-id.ts';
import type { Parcel } from '#store/parcel.ts';
import { noteUnsentCount } from '#store/sentinel.ts';
import type { Store } from '#store/store.ts';
import { openVaultDatabase } from '#store/vault-database.ts';

/** The clinician's store, open to keep what the signer says. Nothing is sent from here: that needs the clinician's session. */
export async function storeHere({ vault, clockOffset }: Parcel): Promise<Store> {
  const own = thisDevice();
  // Nobody is asked to close tabs while a patient reads: the staff pages say so afterwards.
  const db = openVaultDatabase(vault.userHash, { letGo: whenQuiet, onBlocked: () => undefined });
  await db.open();
  return {
    device: own,
    db,
    vault,
    deviceId: await deviceId(own, means.newId),
    means,
    clockOffset: () => clockOffset,
    onUnsent: () => void noteUnsentCount(own, localStorage).catch(reportError),
  };
}
