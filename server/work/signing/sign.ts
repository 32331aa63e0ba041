import { blockedState, notNow } from '#server/work/cases/not-now.ts';
import type { Answer } from '#contract/calls.ts';
import { mayMove, statusAfterSignature } from '#domain/cases/case-machine.ts';
import { contentDigest, isOfKnownShape } from '#domain/consents/digest.ts';
import { witnessStatement } from '#domain/signing/witness-statement.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { decides, signsAsStaff, signsUnderAccount } from '#domain/forms/signer-roles.ts';
import { signerAt } from '#domain/consents/recipients.ts';
import { ENDED_BY_NEWER } from '#domain/cases/state-words.ts';
import { signatureFaults, type SignatureCall, type SignatureInput } from '#domain/signing/signature.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import { userById } from '#server/data/accounts/users.ts';
import type { ClinicianCredentials } from '#server/data/tables/tables.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { addWitness, hasOpenQuestion, recipientsIn, signaturesIn, type RecipientRow } from '#server/data/signing/signers.ts';
import { Refused } from '#server/api-error.ts';
import { isByLink } from '#server/http/actor.ts';
import { sha256Hex } from '#server/sha256.ts';
import { isBothClinicians } from './both-clinicians.ts';
import { commentsOf } from './comments.ts';
import { storeWords } from '#server/work/cases/store-words.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { SIGNER_UNCLEAR } from '#server/work/cases/signer-of-call.ts';
import { statementOfSigner } from './statements.ts';
import { handoverOf } from './handover.ts';
import { finish } from './finish.ts';
import { ageFault } from './age-fault.ts';
import { nameNote } from './name-note.ts';
import { leftOpenBy, withUnseenLate } from './left-open.ts';
import { storeRefusedSignature } from './refused-signature.ts';
import { bySigner, senderNote, signerIds, type SignedBy } from './signed-by.ts';
import { writeSignature } from './write-signature.ts';
import { isExcusedOfWitness } from './pinned-at.ts';
import { witnessFaultsOf } from './witness-faults.ts';

/**
 * Stores one signature, once, and finishes the version when it was the last one needed. The document is then sealed by a job that
 * is queued in the same transaction.
 *
 * @throws Refused SIGNED_CONTENT_MISMATCH when the shown record differs from the sent one, ALREADY_SIGNED, MOVE_REFUSED in a
 *   state that accepts none, OPEN_QUESTION, TALK_OPEN, FORBIDDEN when a staff session signs another block than the clinic's, INVALID for too
 *   little ink and for somebody who may not be the witness
 */
export async function sign(open: OpenCase, input: SignatureCall): Promise<Answer<'recordSign'>> {
  const { db, consent } = open;
  const { by, order } = await signerOf(open, input);
  const signers = await recipientsIn(db, { organisationId: consent.organisation_id, id: consent.id });
  const signer = await refuseUnfit(open, input, { signers, by, order });
  const leftOpen = { ...leftOpenBy(open, input, signers), ...(await withUnseenLate(open, input)) };
  const signed = by.kind === 'own account' ? ownSignature(input, by.name) : input;
  await storeSignature(open, signed, { signer, by, leftOpen });
  await storeWords(open, { kind: 'COMMENT', text: signed.comments ?? '', by: { signer } });
  const witness = await storeWitness(open, signed, { signer, by });
  const states = signers.map((each) => (each === signer ? { ...each, state: 'SIGNED' as const } : each));
  // A signature after a refusal does not settle the disagreement: a clinician must record that the adults agree.
  const isUnsettled = consent.disagreement?.outcome === 'NOT_SETTLED';
  const status = isUnsettled ? 'PARTIALLY_SIGNED' : statusAfterSignature([...states, ...witness]);
  const version = await finish(open, { status, comments: commentsOf(consent, signed) });
  return {
    message: DONE.SIGNED,
    data: { consentID: consent.id, status, signerState: 'SIGNED', sealState: status === 'SIGNED' ? 'SEALING' : 'NONE', version },
  };
}

type Signing = {
  signer: Pick<RecipientRow, 'signing_order' | 'role' | 'name'>;
  by: SignedBy;
  /** as the event tells of it */
  leftOpen?: { leftOpen?: string; nowLate?: string };
};

async function storeSignature(open: OpenCase, signed: SignatureCall, { signer, by, leftOpen }: Signing): Promise<void> {
  const { capturedAt, clockOffset } = signed;
  await writeSignature(open, {
    by: bySigner(open, by, signer),
    input: signed,
    ...signerIds(by),
    ...(await credentialsOf(open, by)),
    event: {
      deviceAt: capturedAt,
      clockOffset,
      detail: {
        ...nameNote(signer, signed),
        ...senderNote(open, by),
        ...(signed.machineTranslated === true ? { machineTranslated: 'Yes' } : {}),
        ...leftOpen,
        ...(isByLink(open.actor) ? { isByLink: true } : {}),
      },
    },
  });
}

/**
 * The witness of a mark or a spoken agreement, as a signer behind the others: with a signature of their own in the same act, or
 * waiting for it. Forms from before the rule have the words of the witness alone.
 */
async function storeWitness(
  open: OpenCase,
  { witness, ...attested }: SignatureInput,
  { signer, by }: Signing,
): Promise<{ state: string; required: boolean }[]> {
  const { db, consent } = open;
  const { method } = attested;
  if (witness === undefined || (method !== 'MARK_WITNESSED' && method !== 'VERBAL_WITNESSED')) return [];
  if (witness.method === undefined && (await isExcusedOfWitness(open))) return [];
  const key = { organisationId: consent.organisation_id, id: consent.id };
  const attests = signer.signing_order;
  const order = await addWitness(db, { ...key, name: witness.name, attests, required: true });
  if (witness.method === undefined) return [{ state: 'WAITING', required: true }];
  const { contentDigest, capturedAt, clockOffset, handoverId, consentID } = attested;
  const own: SignatureInput = {
    consentID,
    role: 'WITNESS',
    signing_order: order,
    name: witness.name,
    method: witness.method,
    ...(witness.strokes === undefined ? {} : { strokes: witness.strokes }),
    ...(witness.typedName === undefined ? {} : { typedName: witness.typedName }),
    ...(witness.nameConfirmed === undefined ? {} : { nameConfirmed: witness.nameConfirmed }),
    ...(witness.adult === undefined ? {} : { adult: witness.adult }),
    statement: witnessStatement(signer.name, method),
    contentDigest,
    capturedAt,
    ...(clockOffset === undefined ? {} : { clockOffset }),
    ...(handoverId === undefined ? {} : { handoverId }),
  };
  await storeSignature(open, own, { signer: { signing_order: order, role: 'WITNESS', name: witness.name }, by });
  return [{ state: 'SIGNED', required: true }];
}

/** Pinned with the signature: a later change of the profile changes nothing that was signed. */
async function credentialsOf({ db, record }: OpenCase, by: SignedBy): Promise<{ credentials?: ClinicianCredentials }> {
  const user = by.kind === 'own account' ? await userById(db, record.organisation_id, by.userId) : undefined;
  return user === undefined ? {} : { credentials: { grade: user.grade, registrationNumber: user.consultant_code } };
}

/** Staff sign the clinic’s block under their own account; another block is filled on a handed-over device alone. */
async function signerOf(open: OpenCase, input: SignatureInput): Promise<{ by: SignedBy; order: number | undefined }> {
  const { actor } = open;
  const isOwn = signsUnderAccount(input.role) || (signsAsStaff(input.role) && input.handoverId === undefined);
  if (actor.kind === 'staff' && isOwn)
    return { by: { kind: 'own account', userId: actor.userId, name: actor.name }, order: input.signing_order };
  const { id: handoverId, isOffline, order } = await handoverOf(open, input);
  return { by: { kind: 'handover', handoverId, isOffline }, order };
}

/** The name is the session's, also where it stands as the signature: nobody signs as somebody else. */
function ownSignature(input: SignatureCall, name: string): SignatureCall {
  if (input.method !== 'DRAWN' && input.method !== 'TYPED')
    throw new Refused('INVALID', { fields: [{ path: 'method', message: 'Staff sign by drawing or typing' }] });
  return { ...input, name, ...(input.method === 'TYPED' ? { typedName: name } : {}) };
}

// Checks in this order: whether the signer has signed, whether the form accepts signatures, whether it is the form that was
// shown, and the ink last.
async function refuseUnfit(
  open: OpenCase,
  input: SignatureInput,
  { signers, by, order }: { signers: readonly RecipientRow[]; by: SignedBy; order: number | undefined },
): Promise<RecipientRow> {
  const { db, consent, record, patient } = open;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  const signer = signerAt(signers, { role: input.role, signing_order: order });
  if (signer === 'ambiguous') throw new Refused('INVALID', { fields: [SIGNER_UNCLEAR] });
  const asEvidence = (of: RecipientRow, reason: string) => ({
    afterwards: storeRefusedSignature(open, input, { by, signer: of, reason }),
  });
  // The ink of a tablet that had no network is another signature than that on the paper.
  if (signer?.state === 'SIGNED')
    throw new Refused('ALREADY_SIGNED', signer.method === 'PAPER_SCAN' ? asEvidence(signer, 'Signed on paper before') : {});
  if (!mayMove(consent.status, 'sign') || consent.pinned === null) {
    const reason = lateReason(consent, signer);
    if (reason === undefined || signer === undefined) throw notNow(open);
    throw new Refused('MOVE_REFUSED', { ...asEvidence(signer, reason), blocked: blockedState(open) });
  }
  // A newer version is being written: signing the old one as well would leave two that differ.
  if (record.current_consent_id !== consent.id) throw notNow(open);
  if (!mayStartConsent(patient.status)) throw new Refused('PATIENT_TAKES_NONE');
  if (signer === undefined) throw new Refused('FORBIDDEN');
  if (isByLink(open.actor) && (input.method === 'MARK_WITNESSED' || input.method === 'VERBAL_WITNESSED'))
    throw new Refused('INVALID', {
      fields: [{ path: 'method', message: 'A witness is there in person: please sign in the hospital' }],
    });
  const isCompared = signsAsStaff(input.role) || input.witness !== undefined || signers.some(({ attests }) => attests !== null);
  const before = isCompared ? await signaturesIn(db, key) : [];
  const name = by.kind === 'own account' ? by.name : input.name;
  const names = by.kind === 'own account' ? [name] : [name, signer.name];
  if (isBothClinicians(open, { role: input.role, names, userId: by.kind === 'own account' ? by.userId : null, before }))
    throw new Refused('FORBIDDEN');
  const fault = await ageFault(open, consent.pinned, input);
  if (fault !== undefined)
    throw new Refused('MOVE_REFUSED', { ...asEvidence(signer, fault), blocked: blockedState(open, 'SIGNER_HAS_AGED') });
  // A signer who has said that the name or birth date is wrong does not sign this form.
  if (signer.identity?.confirmed === false) throw notNow(open, 'SIGNER_FOUND_FAULT');
  const isAsShown =
    isOfKnownShape(consent.pinned) &&
    input.contentDigest === (await contentDigest(consent.pinned, sha256Hex)) &&
    input.contentDigest === consent.digest;
  if (!isAsShown || input.statement !== statementOfSigner(consent, signer, signers))
    throw new Refused('SIGNED_CONTENT_MISMATCH', asEvidence(signer, 'The form shown was not the one sent'));
  if (decides(input.role) && (await hasOpenQuestion(db, key))) throw new Refused('OPEN_QUESTION');
  const faults = [
    ...signatureFaults(input),
    ...witnessFaultsOf(consent.pinned, signer, {
      ...input,
      name,
      before: before.map((each) => each.given),
      isExcused: isCompared && (await isExcusedOfWitness(open)),
      isQueued: open.isQueued,
    }),
  ];
  if (faults.length > 0) throw new Refused('INVALID', { fields: faults });
  return signer;
}

/** Why a signature made in good time no longer counts, and is stored as evidence; undefined for any other late one. */
export function lateReason(
  { status, void_kind: kind }: Pick<ConsentRow, 'status' | 'void_kind'>,
  signer: Pick<RecipientRow, 'state'> | undefined,
): string | undefined {
  if (status === 'VOIDED') return kind === null ? ENDED_BY_NEWER : 'The form was recorded in error';
  // An optional signer, on an offline tablet.
  return status === 'SIGNED' && signer?.state === 'EXPIRED' ? 'All who had to sign had signed before' : undefined;
}
