import type { Answer } from '#contract/calls.ts';
import { mayMove, statusAfterSignature } from '#domain/case-machine.ts';
import { isForChild } from '#domain/completeness.ts';
import { contentDigest } from '#domain/digest.ts';
import { DONE } from '#domain/messages.ts';
import { ageOn } from '#domain/plain-date.ts';
import { signatureFaults, type SignatureInput } from '#domain/signature.ts';
import type { SignerRole } from '#domain/states.ts';
import { userById } from '#server/data/accounts/users.ts';
import type { Credentials } from '#server/data/tables.ts';
import { queueDocumentJob } from '#server/work/documents/document-jobs.ts';
import { mayStartConsent } from '#domain/patient-status.ts';
import {
  insertSignature,
  hasOpenQuestion,
  recipientsIn,
  signaturesIn,
  updateRecipient,
  type RecipientRow,
} from '#server/data/consents/signers.ts';
import { Refused } from '#server/api-error.ts';
import { sha256Hex } from '#server/sha256.ts';
import { refuseUnprintable } from './send-consent.ts';
import { changeVersion, recordEvent, type OpenCase } from './open-case.ts';
import { statementsOf } from './view.ts';
import { handoverOf } from './handover.ts';
import { dayOfSigning } from './captured-moment.ts';
import { storeRefusedSignature } from './refused-signature.ts';
import { carriedFor, senderNote, signerIds, type SignedBy } from './signed-by.ts';
import { supersedeOlder } from './supersede.ts';
import { systemAuthor } from '#server/work/documents/system-event.ts';

/**
 * Stores one signature, once, and finishes the version when it was the last one needed. The document is then sealed by a job that
 * is queued in the same transaction.
 *
 * @throws Refused SIGNED_CONTENT_MISMATCH when what was shown is not what was sent, ALREADY_SIGNED, MOVE_REFUSED in a state that
 *   takes none, OPEN_QUESTION, FORBIDDEN when a staff session reaches for another block than the clinician's, INVALID for too
 *   little ink
 */
export async function sign(open: OpenCase, given: SignatureInput): Promise<Answer<'recordSign'>> {
  const { db, consent, now, deps } = open;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  const by = await signerOf(open, given);
  const recipients = await recipientsIn(db, key);
  const recipient = await refuseUnfit(open, given, { recipients, by });
  const signed = by.kind === 'own account' ? ownSignature(given, by.name) : given;
  refuseUnprintable([signed.name, signed.typedName, signed.witness, signed.comments]);
  const evidence = await insertSignature(db, {
    ...key,
    signatureId: deps.newId(),
    given: signed,
    ...signerIds(by),
    receivedAt: now,
    ...(await credentialsOf(open, by)),
  });
  await updateRecipient(db, { ...key, role: given.role }, { state: 'SIGNED', method: given.method, signed_at: now });
  await recordEvent(open, {
    type: 'SIGNED',
    deviceAt: given.capturedAt,
    clockOffset: given.clockOffset,
    signerName: signed.name,
    ...carriedFor(open, by, { name: signed.name, role: given.role }),
    detail: { role: given.role, method: given.method, evidence, ...nameNote(recipient, signed), ...senderNote(open, by) },
  });
  const status = statusAfterSignature(recipients.map((each) => (each.role === given.role ? { state: 'SIGNED' } : each)));
  const version = await finish(open, { status, comments: commentsOf(given) });
  return {
    message: DONE.SIGNED,
    data: { consentID: consent.id, status, signerState: 'SIGNED', sealState: status === 'SIGNED' ? 'SEALING' : 'NONE', version },
  };
}

/** Pinned with the signature: a later change of the profile changes nothing that was signed. */
async function credentialsOf({ db, record }: OpenCase, by: SignedBy): Promise<{ credentials?: Credentials }> {
  const user = by.kind === 'own account' ? await userById(db, record.organisation_id, by.userId) : undefined;
  return user === undefined ? {} : { credentials: { grade: user.grade, registrationNumber: user.consultant_code } };
}

/** Staff sign the clinician’s block under their own account; another block is filled on a handed-over device alone. */
async function signerOf(open: OpenCase, given: SignatureInput): Promise<SignedBy> {
  const { actor } = open;
  if (actor.kind === 'staff' && given.role === 'CLINICIAN')
    return { kind: 'own account', userId: actor.userId, name: actor.name };
  const { id: handoverId, isOffline } = await handoverOf(open, given);
  return { kind: 'handover', handoverId, isOffline };
}

/** The name is the session's, also where it stands as the signature: nobody signs as somebody else. */
function ownSignature(given: SignatureInput, name: string): SignatureInput {
  if (given.method !== 'DRAWN' && given.method !== 'TYPED')
    throw new Refused('INVALID', { fields: [{ path: 'method', message: 'Staff sign by drawing or typing' }] });
  return { ...given, name, ...(given.method === 'TYPED' ? { typedName: name } : {}) };
}

// In this order: who has signed, whether the form still takes signatures, whether it is the form that was shown, and the ink last.
async function refuseUnfit(
  open: OpenCase,
  given: SignatureInput,
  { recipients, by }: { recipients: readonly RecipientRow[]; by: SignedBy },
): Promise<RecipientRow> {
  const { db, consent, record, patient } = open;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  if ((await signaturesIn(db, key)).some(({ role }) => role === given.role)) throw new Refused('ALREADY_SIGNED');
  if (!mayMove(consent.status, 'sign') || consent.pinned === null) {
    const name = recipients.find(({ role }) => role === given.role)?.name;
    // A signature that was given before the form was known to be made in error stays as evidence.
    if (consent.status !== 'VOIDED' || name === undefined) throw new Refused('MOVE_REFUSED');
    throw new Refused('MOVE_REFUSED', {
      afterwards: storeRefusedSignature(open, given, { by, name, reason: 'The form was recorded in error' }),
    });
  }
  // A newer version is being written: signing the old one as well would leave two that differ.
  if (record.current_consent_id !== consent.id) throw new Refused('MOVE_REFUSED');
  if (!mayStartConsent(patient.status)) throw new Refused('PATIENT_TAKES_NONE');
  const recipient = recipients.find(({ role }) => role === given.role);
  if (recipient === undefined) throw new Refused('FORBIDDEN');
  // Sent by a build before: nobody under 16 signs it unassessed. The signature is kept as evidence.
  if (isForChild(ageOn(consent.pinned.patient.dateOfBirth, dayOfSigning(open, given))))
    throw new Refused('MOVE_REFUSED', {
      afterwards: storeRefusedSignature(open, given, { by, name: recipient.name, reason: 'The patient was under 16' }),
    });
  // A signer who has said that the name or birth date is wrong does not sign this form.
  if (recipient.identity?.confirmed === false) throw new Refused('MOVE_REFUSED');
  const isAsShown =
    given.contentDigest === (await contentDigest(consent.pinned, sha256Hex)) && given.contentDigest === consent.digest;
  if (!isAsShown || given.statement !== statementsOf(consent)[given.role])
    throw new Refused('SIGNED_CONTENT_MISMATCH', {
      afterwards: storeRefusedSignature(open, given, {
        by,
        name: recipient.name,
        reason: 'The form shown was not the one sent',
      }),
    });
  if (given.role === 'PATIENT' && (await hasOpenQuestion(db, key))) throw new Refused('OPEN_QUESTION');
  const faults = signatureFaults(given);
  if (faults.length > 0) throw new Refused('INVALID', { fields: faults });
  return recipient;
}

function nameNote({ name }: RecipientRow, { name: signedName }: SignatureInput) {
  return name === signedName ? {} : { nameAsSigned: signedName, nameExpected: name };
}

function commentsOf({ role, comments }: SignatureInput): { patient_comments?: string; interpreter_comments?: string } {
  if (comments === undefined || comments === '') return {};
  const fields: Partial<Record<SignerRole, 'patient_comments' | 'interpreter_comments'>> = {
    PATIENT: 'patient_comments',
    INTERPRETER: 'interpreter_comments',
  };
  const field = fields[role];
  return field === undefined ? {} : { [field]: comments };
}

async function finish(
  open: OpenCase,
  { status, comments }: { status: 'PARTIALLY_SIGNED' | 'SIGNED'; comments: object },
): Promise<number> {
  const { db, consent, now, deps, record } = open;
  if (status === 'PARTIALLY_SIGNED') return changeVersion(open, { status, ...comments });
  await supersedeOlder(open);
  const version = await changeVersion(open, { status, ...comments, seal_state: 'SEALING', signed_at: now }, consent.id);
  await recordEvent(open, { type: 'ALL_SIGNED', actor: systemAuthor(deps) });
  await queueDocumentJob(db, deps, { kind: 'SEAL', organisationId: record.organisation_id, consentID: consent.id, now });
  return version;
}
