import { dateOnPaper } from '#domain/documents/paper-scan.ts';
import { deviceClockWords } from '#domain/base/device-clock.ts';
import { isFullShown } from '#domain/consents/digest.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { exactTime } from '#domain/values/plain-date.ts';
import { isSignedOnPaper } from '#domain/documents/paper-scan.ts';
import { declineOf } from '#domain/family/decline-of.ts';
import { placeholder } from '#domain/consents/recipients.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import type { RecipientRow, SignatureRow } from '#server/data/signing/signers.ts';
import type { SignatureMark, SignatureBlock } from '#server/outside/pdf/blocks.ts';
import { signatureEvidence } from './document-evidence.ts';
import { absentCredentials, credentialWords } from './document-facts.ts';
import { statementMeaning } from './document-meanings.ts';
import { namedInterpreter } from './document-interpreter.ts';
import { laterSignatures } from './document-later.ts';
import { signatureOf } from './document-parts.ts';
import type { SigningParts } from './signatures-in-text.ts';
import type { DocumentSource } from './document-source.ts';
import { deciderOf } from '#domain/forms/form-types.ts';
import { composed } from '#domain/values/composed.ts';

const SPOKEN = 'Agreement was spoken';

/** The words in the box of a patient who cannot decide. */
export const CANNOT_DECIDE = 'Not signed: cannot decide';

/**
 * The signatures of a signed form: each signer's box with those of their witnesses and of what they answered since beside it, and the boxes
 * of who signs nothing.
 */
export function signedParts(source: DocumentSource): SigningParts {
  const { recipients } = source;
  return {
    ...absentParts(source),
    boxesOf: (recipient) => {
      const witnesses = recipients.filter(({ attests }) => attests === recipient.signing_order);
      const own = signatureBlock(source, recipient);
      const isAttested = witnesses.length > 0;
      const attested = witnesses.map((each) => signatureBlock(source, each));
      return [isAttested ? { ...own, startsRow: true } : own, ...attested, ...laterSignatures(source, recipient.signing_order)];
    },
  };
}

/** The boxes of those who sign nothing: a patient who cannot decide, an interpreter who is named alone. */
export function absentParts(source: DocumentSource): Pick<SigningParts, 'unable' | 'named'> {
  const named = namedInterpreter(source.pinned, isSignedOnPaper(source.recipients));
  return {
    unable: unableBlocks(source),
    named: named === null ? [] : [absentBox(ROLE_WORDS.INTERPRETER, named.name, named.how)],
  };
}

function absentBox(role: string, name: string, words: string): SignatureBlock {
  return { kind: 'signature', label: 'No signature', role, name, statement: '', mark: { kind: 'absent', words } };
}

/** The box of a patient who cannot decide, and signs nothing; none on other forms. */
function unableBlocks({ pinned }: DocumentSource): SignatureBlock[] {
  if (deciderOf(pinned.formType) !== 'clinician') return [];
  return [absentBox(ROLE_WORDS.PATIENT, spokenName(pinned.patient), CANNOT_DECIDE)];
}

/** The signature of one recipient, with its statement, times and way of signing; an empty box that says why while there is none. */
function signatureBlock(source: DocumentSource, recipient: RecipientRow): SignatureBlock {
  const { signatures, timeZone } = source;
  const found = signatureOf(signatures, recipient);
  const base = {
    kind: 'signature' as const,
    label: placeholder(recipient.signing_order, 1),
    role: isOptional(source, recipient) ? `${ROLE_WORDS[recipient.role]}, optional` : ROLE_WORDS[recipient.role],
  };
  if (found === undefined) {
    const note = declineNote(source, recipient);
    const mark = { kind: 'absent' as const, words: absenceWords(source, recipient) };
    return { ...base, name: recipient.name, statement: '', ...(note === '' ? {} : { note }), mark };
  }
  const { given } = found;
  return {
    ...base,
    name: given.name,
    statement: given.statement,
    ...statementMeaning(source.pinned, { role: recipient.role, statement: given.statement }),
    ...signatureEvidence(source, recipient, found),
    ...blockTimes(found, timeZone),
    ...(found.credentials === null ? {} : { credentials: credentialWords(found.credentials, absentCredentials(found)) }),
    ...(given.witness === undefined ? {} : { witness: composed`${given.witness.name}, ${given.witness.role}` }),
    mark: markOf(given),
  };
}

/** The times beside a signature: on paper there is no device. */
function blockTimes(found: SignatureRow, timeZone: string): Pick<SignatureBlock, 'onDevice' | 'received' | 'clock'> {
  const { onDevice, ...received } = timesOf(found, timeZone);
  return onDevice === '' ? received : { onDevice, ...received };
}

/** Whether the form as sent was to be signed without this signer too. */
function isOptional({ pinned }: DocumentSource, { signing_order: ownOrder }: RecipientRow): boolean {
  return isFullShown(pinned) && pinned.recipients.some(({ order, required }) => order === ownOrder && !required);
}

/** Why a signer's box is empty. */
function absenceWords(source: DocumentSource, recipient: RecipientRow): string {
  const { state, required } = recipient;
  if (state === 'EXPIRED') return 'Did not sign';
  if (state !== 'DECLINED') return 'Not signed';
  const isSettled = !required && !isOptional(source, recipient);
  return isSettled ? 'Did not agree. The disagreement was settled without this signature' : 'Did not agree';
}

/** The words of a signer who did not agree; empty without any. */
export function declineNote(
  { events, consentId: consentID }: DocumentSource,
  { state, signing_order: order }: RecipientRow,
): string {
  return state === 'DECLINED' ? declineOf(events, { consentID, order }).words : '';
}

/** Both times to the second, and what is wrong with the device's. */
function timesOf(
  signature: SignatureRow,
  timeZone: string,
): Pick<SignatureBlock, 'clock'> & { onDevice: string; received: string } {
  const { captured_at: deviceAt, received_at: receivedAt, given } = signature;
  // No device was signed on.
  if (given.paper !== undefined) return { onDevice: '', received: exactTime(receivedAt, timeZone) };
  const clock = deviceClockWords({ deviceAt, receivedAt, clockOffset: given.clockOffset });
  return {
    onDevice: exactTime(deviceAt, timeZone),
    received: exactTime(receivedAt, timeZone),
    ...(clock === null ? {} : { clock }),
  };
}

function markOf({ method, strokes, typedName, witness, paper }: SignatureRow['given']): SignatureMark {
  if (paper !== undefined)
    return { kind: 'paper', words: `Signed with ink on paper, dated ${dateOnPaper(paper)}. See the scan.` };
  if (strokes !== undefined && strokes.length > 0 && (method === 'DRAWN' || method === 'MARK_WITNESSED'))
    return { kind: 'ink', strokes: strokes.map((stroke) => stroke.map(({ x, y }) => ({ x, y }))) };
  if (method === 'TYPED') return { kind: 'typed', text: typedName ?? '' };
  return {
    kind: 'spoken',
    words: witness === undefined ? SPOKEN : composed`${SPOKEN} and heard by ${witness.name}, ${witness.role}`,
  };
}
