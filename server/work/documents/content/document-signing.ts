import { deviceClockWords } from '#domain/base/device-clock.ts';
import { isFullShown } from '#domain/consents/digest.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { exactTime, longDate } from '#domain/values/plain-date.ts';
import { isSignedOnPaper } from '#domain/documents/paper-scan.ts';
import { declineOf } from '#domain/family/decline-of.ts';
import { placeholder } from '#domain/consents/recipients.ts';
import { ROLE_WORDS, roleInText } from '#domain/forms/role-words.ts';
import { METHOD_WORDS } from '#domain/forms/method-words.ts';
import { ROLE_RULES, type SignatureBlockType } from '#domain/forms/signer-roles.ts';
import type { RecipientRow, SignatureRow } from '#server/data/signing/signers.ts';
import type { EvidenceRow, SignatureMark, PdfBlock, SignatureBlock } from '#server/outside/pdf/blocks.ts';
import { credentialWords } from './document-facts.ts';
import { namedInterpreter } from './document-interpreter.ts';
import { laterSignatures } from './document-later.ts';
import type { DocumentSource } from './document-source.ts';
import { deciderOf } from '#domain/forms/form-types.ts';
import { composed } from '#domain/values/composed.ts';

const SPOKEN = 'Agreement was spoken';

/** The words in the box of a patient who cannot decide. */
export const CANNOT_DECIDE = 'Not signed: cannot decide';

/** The signatures in their order, each witness beside the one they attest, and what a signer signed after the form. */
export function signatureBlocks(source: DocumentSource): SignatureBlock[] {
  const { recipients } = source;
  return [
    ...unableBlocks(source),
    ...recipients
      .filter(({ attests }) => attests === null)
      .flatMap((recipient) => {
        const witnesses = recipients.filter(({ attests }) => attests === recipient.signing_order);
        const own = signatureBlock(source, recipient);
        const isAttested = witnesses.length > 0;
        const attested = witnesses.map((each) => signatureBlock(source, each));
        return [isAttested ? { ...own, startsRow: true } : own, ...attested, ...laterSignatures(source, recipient.signing_order)];
      }),
  ];
}

/** The box of a patient who cannot decide, and signs nothing; none on other forms. */
export function unableBlocks({ pinned }: DocumentSource): SignatureBlock[] {
  if (deciderOf(pinned.formType) !== 'clinician') return [];
  return [
    {
      kind: 'signature',
      label: 'No signature',
      role: ROLE_WORDS.PATIENT,
      name: spokenName(pinned.patient),
      statement: '',
      mark: { kind: 'empty', words: CANNOT_DECIDE },
    },
  ];
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
    const mark = { kind: 'empty' as const, words: absenceWords(source, recipient) };
    return { ...base, name: recipient.name, statement: '', ...(note === '' ? {} : { note }), mark };
  }
  const { given } = found;
  return {
    ...base,
    name: given.name,
    statement: given.statement,
    method: METHOD_WORDS[given.method],
    ...blockTimes(found, timeZone),
    ...(found.credentials === null ? {} : { credentials: credentialWords(found.credentials) }),
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
export function absenceWords(source: DocumentSource, recipient: RecipientRow): string {
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

/** The signature of one signer. */
export function signatureOf(
  signatures: readonly SignatureRow[],
  { role, signing_order: order }: RecipientRow,
): SignatureRow | undefined {
  return signatures.find((each) => each.role === role && (each.signing_order ?? order) === order);
}

/** Both times to the second, and what is wrong with the device's. */
export function timesOf(signature: SignatureRow, timeZone: string): Pick<EvidenceRow, 'onDevice' | 'received' | 'clock'> {
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
    return { kind: 'paper', words: `Signed with ink on paper, dated ${longDate(paper.signedOn)}. See the scan.` };
  if (strokes !== undefined && strokes.length > 0 && (method === 'DRAWN' || method === 'MARK_WITNESSED'))
    return { kind: 'ink', strokes: strokes.map((stroke) => stroke.map(({ x, y }) => ({ x, y }))) };
  if (method === 'TYPED') return { kind: 'typed', text: typedName ?? '' };
  return {
    kind: 'spoken',
    words: witness === undefined ? SPOKEN : composed`${SPOKEN} and heard by ${witness.name}, ${witness.role}`,
  };
}

type Signer = Pick<RecipientRow, 'signing_order' | 'role' | 'name'>;

/** The lines that refer to the signatures of a place for them: who signs there, and where the signature is. */
export function referenceLines(signers: readonly Signer[]): (block: SignatureBlockType) => string[] {
  const counts = new Map<number, number>();
  return (block) =>
    signers
      .filter(({ role }) => ROLE_RULES[role].block === block)
      .map(({ signing_order: order, role, name }) => {
        const nth = (counts.get(order) ?? 0) + 1;
        counts.set(order, nth);
        return composed`${placeholder(order, nth)}, ${name}, ${roleInText(role)}: under “Signatures” above`;
      });
}

/** The references to signatures, drawn in the form's own text at each place for signatures. */
export function signatureReferences({ pinned, recipients }: DocumentSource): (block: SignatureBlockType) => PdfBlock[] {
  const linesOf = referenceLines(recipients);
  const named = namedInterpreter(pinned, isSignedOnPaper(recipients));
  return (block) => {
    const lines = linesOf(block);
    if (block === 'consent-patient' && deciderOf(pinned.formType) === 'clinician') lines.push(CANNOT_DECIDE);
    if (block === 'consent-interpreter' && named !== null) lines.push(composed`${named.name}: ${named.how}`);
    return lines.map(referenceParagraph);
  };
}

/** A line in the place of a signature. */
export function referenceParagraph(text: string): PdfBlock {
  return { kind: 'paragraph', quiet: true, spans: [{ text }] };
}
