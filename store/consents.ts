import type { SignerRole } from '#domain/states.ts';
import { commit } from './commit.ts';
import { openEntity, type DraftFields, type KeptConsent } from './kept.ts';
import type { Change } from './outbox/new-op.ts';
import type { QueuedInput } from './outbox/queued.ts';
import { pinHere } from './pin-here.ts';
import { keepPinned } from './pinned.ts';
import type { Store } from './store.ts';
import type { EntityRow, RowState } from './vault-database.ts';
import { readable, type Keys } from './vault/seal.ts';

/** A version as this device knows it, and whether the server has all of it; `changedAt` is epoch ms on this device. */
export type ConsentHere = { readonly consent: KeptConsent; readonly state: RowState; readonly changedAt: number };

/** What a new version starts with; its ids are made here and are final. */
export type NewConsent = Omit<QueuedInput<'consentCreate'>, 'consentID' | 'recordID'> & { readonly recordID?: string };

/** Keeps a new version and queues it behind its patient. Both happen, or neither does. */
export async function createConsent(store: Store, given: NewConsent): Promise<{ consentID: string; recordID: string }> {
  const ids = { consentID: store.means.newId(), recordID: given.recordID ?? store.means.newId() };
  await commit(store, { call: 'consentCreate', input: { ...given, ...ids }, patientId: given.patientID });
  return ids;
}

/** Keeps what was written; saves that nobody has tried to send yet travel as one. @throws NotHere, NotSent */
export async function saveDraft(store: Store, consentID: string, fields: DraftFields): Promise<void> {
  await commit(store, { call: 'consentUpdate', input: { ...fields, consentID } });
}

/**
 * Makes a draft ready to sign on this device; the server judges when it arrives whether it is whole.
 *
 * @throws NotHere
 */
export async function sendConsent(store: Store, consentID: string): Promise<void> {
  await commit(store, await sending(store, consentID));
}

/** What makes a draft ready: what will be shown is pinned before, wherever this device can, and the pinned template is named. */
export async function sending(store: Store, consentID: string): Promise<Change<'consentSend'>> {
  const here = await readConsent(store, consentID);
  const found = here === null ? null : await pinHere(store, here.consent);
  const pinned = found?.kind === 'pinned' ? found.pinned : null;
  if (pinned !== null) await keepPinned(store, consentID, pinned);
  return {
    call: 'consentSend',
    input: { consentID, channel: 'DEVICE', ...(pinned === null ? {} : { templateVersion: pinned.templateVersion }) },
    // What was shown names the patient: whatever still waits for the patient goes first.
    ...(here === null ? {} : { patientId: here.consent.patientID }),
  };
}

/** Notes that the device was handed over for one version and role. @returns the handover's id */
export async function startHandover(store: Store, consentID: string, role: SignerRole): Promise<string> {
  const handoverId = store.means.newId();
  await commit(store, { call: 'consentSendToSign', input: { consentID, role, handoverId } });
  return handoverId;
}

/**
 * Keeps a signature and queues it.
 *
 * @param ink - SHA-256 of the strokes that were kept at pen-up; none for a typed or spoken one
 * @throws InkMissing, NotHere, NotSent
 */
export async function signConsent(
  store: Store,
  signature: Omit<QueuedInput<'recordSign'>, 'strokes'>,
  ink?: string,
): Promise<void> {
  await commit(store, { call: 'recordSign', input: signature, ...(ink === undefined ? {} : { ink }) });
}

/** Takes a signed consent back, at once on this device. @throws NotHere */
export async function withdrawConsent(store: Store, consentID: string, reason?: string): Promise<void> {
  await commit(store, { call: 'recordWithdraw', input: { consentID, ...(reason === undefined ? {} : { reason }) } });
}

/** The version, or null when this device has none with this id. @throws Damaged, KeyForgotten */
export async function readConsent({ db, vault }: Store, consentID: string): Promise<ConsentHere | null> {
  const row = await db.consents.get(consentID);
  return row === undefined ? null : hereOf(row, await openEntity(vault, 'consents', row));
}

/** All versions on this device; one that is damaged is left out. */
export async function allConsents({ db, vault }: Store): Promise<ConsentHere[]> {
  return openAll(vault, await db.consents.toArray());
}

/** The versions of a patient on this device, the newest change first; one that is damaged is left out. */
export async function consentsOfPatient({ db, vault }: Store, patientId: string): Promise<ConsentHere[]> {
  const rows = await db.consents.where('patientId').equals(patientId).toArray();
  return openAll(
    vault,
    rows.toSorted((one, other) => other.updatedAt - one.updatedAt),
  );
}

async function openAll(keys: Keys, rows: readonly EntityRow[]): Promise<ConsentHere[]> {
  const opened = rows.map(async (row) => {
    const consent = await readable(openEntity(keys, 'consents', row));
    return consent === null ? [] : [hereOf(row, consent)];
  });
  return (await Promise.all(opened)).flat();
}

function hereOf({ state, updatedAt }: EntityRow, consent: KeptConsent): ConsentHere {
  return { consent, state, changedAt: updatedAt };
}
