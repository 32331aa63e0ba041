import { canonical } from '#domain/digest.ts';
import { signatureFaults, type SignatureInput } from '#domain/signature.ts';
import { cancelledIn, insertSignature } from '../data/signers.ts';
import type { Sql } from '../parts.ts';
import { findCase, note, type OpenCase } from './open-case.ts';

/** How somebody came to sign: under their own account, or on a device that was handed over. */
export type SignedBy = { kind: 'own account'; userId: string; name: string } | { kind: 'handover'; handoverId: string };

/** As they stand beside a signature. */
export function signerIds(by: SignedBy): { userId: string | null; handoverId: string | null } {
  return by.kind === 'own account' ? { userId: by.userId, handoverId: null } : { userId: null, handoverId: by.handoverId };
}

/** Refused signatures of one role that are kept; beyond them somebody is only trying [choice]. */
const KEPT_MOST = 20;

/**
 * What keeps a signature over another form than the one that was sent: it counts for nothing, and stays as evidence of what
 * somebody did sign, once, with a line in the timeline. One with too little ink is none, and leaves no trace.
 *
 * @param name - the signer's as the form has it
 */
export function keepRefused(
  { actor, now, parts, consent: { id: consentID } }: OpenCase,
  given: SignatureInput,
  { by, name }: { by: SignedBy; name: string },
): (sql: Sql) => Promise<void> {
  return async (sql) => {
    if (signatureFaults(given).length > 0) return;
    const open = await findCase({ sql, actor, now, parts }, consentID);
    if (open === undefined) return;
    const key = { organisationId: open.record.organisation_id, id: consentID };
    const before = await cancelledIn(sql, { ...key, role: given.role });
    const isKept = before.some((each) => canonical(each.given) === canonical(given));
    if (isKept || before.length >= KEPT_MOST) return;
    const signatureId = parts.newId();
    await insertSignature(sql, { ...key, signatureId, given, ...signerIds(by), receivedAt: now, cancelledAt: now });
    await note(open, {
      type: 'SIGNATURE_REFUSED',
      deviceAt: given.capturedAt,
      signerName: name,
      detail: { role: given.role, method: given.method, contentDigest: given.contentDigest, signatureId },
    });
  };
}
