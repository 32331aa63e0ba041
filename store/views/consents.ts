import { decryptEntity, type LocalConsent } from '#store/entities/types.ts';
import type { LocalChange } from '#store/outbox/prepare-op.ts';
import { pinOffline } from './pin-offline.ts';
import { SHOWN_VERSION } from '#domain/consents/pinned-record.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import { savePinned, type Pinned } from '#store/entities/pinned.ts';
import type { Store } from '#store/session/store.ts';
import type { EntityRow, RowState } from '#store/db/vault-database.ts';
import { nullIfUnreadable, type Keys } from '#store/crypto/seal.ts';

/** A version as this device has it; `state` says whether it has unsent changes, `changedAt` is epoch ms on this device. */
export type StoredConsent = { readonly consent: LocalConsent; readonly state: RowState; readonly changedAt: number };

/**
 * Prepares the op that sends a draft: pins the content first, if this device can, and names the pinned template's version.
 *
 * @throws Damaged, KeyForgotten, StorageFull
 */
export async function prepareSend(store: Store, consentID: string): Promise<LocalChange<'consentSend'>> {
  const stored = await readConsent(store, consentID);
  const pinResult = stored === null ? null : await pinOffline(store, stored.consent);
  const pinned = pinResult?.kind === 'pinned' ? pinResult.pinned : null;
  if (pinned !== null) await savePinned(store, consentID, pinned);
  return {
    call: 'consentSend',
    input: { consentID, channel: 'DEVICE', ...(pinned === null ? {} : pinnedVersions(pinned)) },
    // The pinned content names the patient: the patient's queued changes are sent first.
    ...(stored === null ? {} : { patientId: stored.consent.patientID }),
  };
}

/** The versions of what was shown on this device, and the language beside English: the server pins the same. */
function pinnedVersions({ templateVersion, shown }: Pinned) {
  const translation = fullShownOf(shown)?.translation?.language ?? null;
  return { templateVersion, shownVersion: SHOWN_VERSION, translation };
}

/** Reads a version; null when it is not on this device. @throws Damaged, KeyForgotten */
export async function readConsent({ db, vault }: Store, consentID: string): Promise<StoredConsent | null> {
  const row = await db.consents.get(consentID);
  return row === undefined ? null : storedConsentOf(row, await decryptEntity(vault, 'consents', row));
}

/** Reads the versions of a case, without damaged ones. */
export async function readConsentsOfCase({ db, vault }: Store, recordID: string): Promise<StoredConsent[]> {
  // Rows of older builds stand under the empty id until their case is known.
  const rows = await db.consents.where('recordId').anyOf([recordID, '']).toArray();
  return (await openAll(vault, rows)).filter(({ consent }) => consent.recordID === recordID);
}

/** Reads the versions of these patients, without damaged ones. */
export async function readConsentsOfPatients({ db, vault }: Store, ids: readonly string[]): Promise<StoredConsent[]> {
  return openAll(vault, await db.consents.where('patientId').anyOf(ids).toArray());
}

async function openAll(keys: Keys, rows: readonly EntityRow[]): Promise<StoredConsent[]> {
  const opened = rows.map(async (row) => {
    const consent = await nullIfUnreadable(decryptEntity(keys, 'consents', row));
    return consent === null ? [] : [storedConsentOf(row, consent)];
  });
  return (await Promise.all(opened)).flat();
}

function storedConsentOf({ state, updatedAt }: EntityRow, consent: LocalConsent): StoredConsent {
  return { consent, state, changedAt: updatedAt };
}
