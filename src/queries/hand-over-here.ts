import type { Consent } from '#contract/record-shapes.ts';
import type { TicketDetails } from '#contract/signing.ts';
import { contentDigest } from '#domain/digest.ts';
import { shownOf } from '#domain/shown.ts';
import type { SignerRole } from '#domain/states.ts';
import type { Held } from '#src/held/held.ts';
import { sha256 } from '#store/hex.ts';
import { commit } from '#store/commit.ts';
import { opsOfLane } from '#store/outbox/lane.ts';
import { laneOf } from '#store/outbox/queued.ts';
import { readPatient } from '#store/patients.ts';
import { readPinned } from '#store/pinned.ts';
import { ticketView } from '#store/ticket-view.ts';

// What a handover does with an open vault. Loaded with the vault: it brings the database along.

/** Whether something of this version or its patient still waits to be sent: then the server does not know what is handed over. */
export async function isWaiting({ store: { db } }: Held, { consentID, patientID }: Consent): Promise<boolean> {
  const lanes = await Promise.all([opsOfLane(db, laneOf('consents', consentID)), opsOfLane(db, laneOf('patients', patientID))]);
  return lanes.some((ops) => ops.length > 0);
}

/** What the signer is shown where the server cannot tell; null where this tablet has not all of it exactly as it is to be signed. */
export async function shownHere(
  { store }: Held,
  {
    consent,
    role,
    organisation,
  }: { readonly consent: Consent; readonly role: SignerRole; readonly organisation: TicketDetails['organisation'] },
): Promise<TicketDetails | null> {
  const [here, pinned] = await Promise.all([readPatient(store, consent.patientID), readPinned(store, consent.consentID)]);
  const details = here === null ? null : ticketView({ consent, patient: here.patient, pinned, role, organisation });
  if (details === null) return null;
  return (await contentDigest(shownOf(details), sha256)) === details.contentDigest ? details : null;
}

/** Keeps that the tablet was handed over. @throws NotHere, StorageFull */
export async function keepHandover(
  { store }: Held,
  { consentID, role, handoverId }: { readonly consentID: string; readonly role: SignerRole; readonly handoverId: string },
): Promise<void> {
  await commit(store, { call: 'consentSendToSign', input: { consentID, role, handoverId } });
}
