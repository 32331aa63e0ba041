import { isSameValue } from '#domain/base/canonical.ts';
import { signatureFaults, type SignatureInput } from '#domain/signing/signature.ts';
import { cancelledIn, insertSignature } from '#server/data/signing/signers.ts';
import type { Db } from '#server/data/db.ts';
import { findCase, recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import type { SignerAuthor } from '#server/work/cases/event-by.ts';
import { bySigner, senderNote, signerIds, type SignedBy } from './signed-by.ts';

/** The most refused signatures that are stored for one role [choice]. */
const STORED_MOST = 20;

/**
 * The work that stores a signature that is refused: it counts for nothing, and is evidence of the signer's act, once, with an event in
 * the timeline that gives the reason. A signature with too little ink is not stored.
 *
 * @param signer - on the form
 * @param reason - why it is refused, as staff read it
 */
export function storeRefusedSignature(
  { actor, now, deps, consent: { id: consentID } }: OpenCase,
  input: SignatureInput,
  { by, signer, reason }: { by: SignedBy; signer: SignerAuthor; reason: string },
): (db: Db) => Promise<void> {
  return async (db) => {
    if (signatureFaults(input).length > 0) return;
    const open = await findCase({ db, actor, now, deps }, consentID);
    if (open === undefined) return;
    const key = { organisationId: open.record.organisation_id, id: consentID };
    const before = await cancelledIn(db, { ...key, role: input.role });
    const isStored = before.some((each) => isSameValue(each.given, input));
    if (isStored || before.length >= STORED_MOST) return;
    const signatureId = deps.newId();
    const evidence = await insertSignature(db, {
      ...key,
      signatureId,
      order: signer.signing_order,
      given: input,
      ...signerIds(by),
      receivedAt: open.now,
      cancelledAt: open.now,
    });
    await recordEvent(open, {
      type: 'SIGNATURE_REFUSED',
      deviceAt: input.capturedAt,
      clockOffset: input.clockOffset,
      by: bySigner(open, by, signer),
      detail: {
        reason,
        role: input.role,
        method: input.method,
        contentDigest: input.contentDigest,
        signatureId,
        evidence,
        ...senderNote(open, by),
      },
    });
  };
}
