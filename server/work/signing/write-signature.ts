import type { StoredSignatureInput } from '#domain/signing/signature.ts';
import { insertSignature, updateRecipient } from '#server/data/signing/signers.ts';
import type { ClinicianCredentials } from '#server/data/tables/tables.ts';
import type { BySigner } from '#server/work/cases/event-by.ts';
import { recordEvent, type CaseEvent, type OpenCase } from '#server/work/cases/open-case.ts';

type Signed = {
  input: StoredSignatureInput;
  userId: string | null;
  handoverId: string | null;
  credentials?: ClinicianCredentials;
  /** the author of the event: the signer of the place */
  by: BySigner;
  /** parts of the event beside role, place, method and digest */
  event?: Omit<CaseEvent, 'type' | 'by'>;
};

/** Writes one signature that counts: its row, the state of its signer, and the event that tells of both. */
export async function writeSignature(open: OpenCase, { input, by, event = {}, ...ids }: Signed): Promise<void> {
  const { db, consent, now, deps } = open;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  const { role, method } = input;
  const order = by.signer.signing_order;
  const evidence = await insertSignature(db, { ...key, signatureId: deps.newId(), order, given: input, ...ids, receivedAt: now });
  await updateRecipient(db, { ...key, order }, { state: 'SIGNED', method, signed_at: now });
  await recordEvent(open, { ...event, type: 'SIGNED', by, detail: { role, order, method, evidence, ...event.detail } });
}
