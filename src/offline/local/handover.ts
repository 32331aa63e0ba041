import { sha256HexAsync } from '#contract/engine/hex.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { TicketDetails } from '#contract/signing.ts';
import { contentDigest } from '#domain/consents/digest.ts';
import { shownRecordOf } from '#domain/consents/shown.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { readLibrary } from '#store/entities/library.ts';
import { readPinned } from '#store/entities/pinned.ts';
import { laneOf } from '#store/outbox/calls.ts';
import type { Session } from '#src/session/session.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { opsOfLane } from '#store/outbox/lanes.ts';
import { sealHandoverToken } from '#store/session/handover-token.ts';
import { StorageFull } from '#store/session/quota.ts';
import { readPatient } from '#store/views/patients.ts';
import { toTicketView } from '#store/views/ticket.ts';
import type { LocalContext } from './context.ts';

type Handover = {
  readonly consentID: string;
  readonly role: SignerRole;
  readonly signing_order?: number;
  readonly handoverId: string;
};

type SignerForm = {
  readonly consent: Consent;
  readonly role: SignerRole;
  readonly signingOrder?: number;
  readonly organisation: TicketDetails['organisation'];
  readonly languages?: TicketDetails['languages'];
};

/** Handovers that this device can make without the server. */
export function localHandovers({ store }: LocalContext) {
  const { db } = store;
  return {
    /** True while ops of this version or its patient are unsent: the server does not know the form that is handed over. */
    hasUnsent: async ({ consentID, patientID }: Consent): Promise<boolean> => {
      const lanes = [laneOf('consents', consentID), laneOf('patients', patientID)];
      return (await Promise.all(lanes.map((lane) => opsOfLane(db, lane)))).some((ops) => ops.length > 0);
    },
    /** The signer's form; null when this device does not have all of it exactly as it is to be signed. */
    signerDetails: async ({ consent, ...signer }: SignerForm): Promise<TicketDetails | null> => {
      const [stored, pinned, library] = await Promise.all([
        readPatient(store, consent.patientID),
        readPinned(store, consent.consentID),
        readLibrary(store),
      ]);
      const details = stored === null ? null : toTicketView({ consent, patient: stored.patient, pinned, library, ...signer });
      if (details === null) return null;
      return (await contentDigest(shownRecordOf(details), sha256HexAsync)) === details.contentDigest ? details : null;
    },
    /** Queues the handover. @throws NotOnDevice, StorageFull */
    queue: async (input: Handover): Promise<void> => {
      await enqueue(store, { call: 'consentSendToSign', input });
    },
    /**
     * Seals the token of the session that is about to leave this tablet, so that sending goes on once a password has taken it back
     * without the server. A full tablet goes without.
     */
    sealToken: async ({ token, tokenExpiryDate }: Session): Promise<void> => {
      if (token === null) return;
      await sealHandoverToken(store, { token, tokenExpiryDate }).catch((failure: unknown) => {
        if (!(failure instanceof StorageFull)) throw failure;
      });
    },
  };
}
