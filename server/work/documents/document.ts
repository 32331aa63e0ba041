import { interpretingBlocks, procedureBlocks, templateBlocks, answerBlocks } from './document-parts.ts';
import type { ShownContent } from '#domain/digest.ts';
import { sideAndSiteWords } from '#domain/consent.ts';
import { longDate, longTime } from '#domain/plain-date.ts';
import { spacedNhsNumber } from '#domain/nhs-number.ts';
import { placeholder } from '#domain/recipients.ts';
import { ROLE_WORDS, METHOD_WORDS } from '#domain/signing-words.ts';
import type { FormType } from '#domain/states.ts';
import type { TimelineEvent } from '#domain/timeline.ts';
import { TIMELINE_EVENTS } from '#domain/timeline.ts';
import type { RecipientRow, SignatureRow } from '#server/data/consents/signers.ts';
import type { PdfBlock, Mark, PdfDocument, SignatureBlock } from '#server/outside/pdf/blocks.ts';
import { unshowable } from '#server/outside/pdf/coverage.ts';

/** The source of a consent document: the pinned content, the signatures, and their evidence. */
export type DocumentSource = {
  consentId: string;
  versionNumber: number;
  pinned: ShownContent;
  digest: string;
  verifyUrl: string;
  organisation: string;
  timeZone: string;
  /** epoch ms */
  madeAt: number;
  recipients: readonly RecipientRow[];
  signatures: readonly SignatureRow[];
  patientComments: string;
  events: readonly TimelineEvent[];
};

const FORM_TITLES: Record<FormType, string> = {
  FORM_1: 'Patient agreement to investigation or treatment',
  FORM_2: 'Parental agreement to investigation or treatment',
  FORM_3: 'Patient agreement to a procedure without sedation',
  FORM_4: 'Treatment of an adult who lacks capacity to consent',
};

/** The signed document: what was agreed, who signed, and one page of evidence. The pinned record travels inside as `content.json`. */
export function consentDocument(source: DocumentSource): PdfDocument {
  const { pinned, consentId, organisation, madeAt, verifyUrl, versionNumber } = source;
  return {
    title: FORM_TITLES[pinned.formType],
    subject: 'Consent',
    language: 'en-GB',
    createdAt: madeAt,
    organisation,
    subtitle: `${pinned.formType.replace('_', ' ').replace('FORM', 'Form')} · version ${versionNumber}`,
    state: { words: 'Signed', tone: 'ok' },
    footer: { versionId: consentId, verifyUrl },
    blocks: [identity(pinned), ...bodyBlocks(source), { kind: 'pageBreak' }, ...evidenceBlocks(source)],
    attachment: { name: 'content.json', json: attachmentOf(source) },
  };
}

function identity({ patient, procedures }: ShownContent): PdfBlock {
  return {
    kind: 'identity',
    lastName: patient.lastName,
    firstName: patient.firstName,
    born: longDate(patient.dateOfBirth),
    ...(patient.nhsNumber === null ? {} : { nhsNumber: spacedNhsNumber(patient.nhsNumber) }),
    ...(patient.hospitalNumber === null ? {} : { hospitalNumber: patient.hospitalNumber }),
    procedures: procedures.map(({ procedureName, side, site }) => {
      const where = sideAndSiteWords({ side, site });
      return where === '' ? { name: procedureName } : { name: procedureName, side: where };
    }),
  };
}

// The template says where each signature stands; everything else of the form comes before its first signature.
function bodyBlocks(source: DocumentSource): PdfBlock[] {
  const { pinned } = source;
  const content = [
    ...pinned.procedures.flatMap((each) => procedureBlocks(each)),
    ...answerBlocks(pinned),
    ...interpretingBlocks(pinned.interpreting),
    ...noteBlocks(source),
  ];
  const counts = new Map<string, number>();
  const blocks = templateBlocks(pinned.template.nodes, (role) => {
    const recipient = source.recipients.find((each) => each.role === role);
    if (recipient === undefined) return [];
    const nth = (counts.get(role) ?? 0) + 1;
    counts.set(role, nth);
    return [signatureBlock(source, recipient, nth)];
  });
  const first = blocks.findIndex(({ kind }) => kind === 'signature');
  const at = first === -1 ? blocks.length : first;
  return [...content, ...blocks.slice(0, at), { kind: 'heading', level: 2, text: 'Signatures' }, ...blocks.slice(at)];
}

function noteBlocks({ patientComments }: DocumentSource): PdfBlock[] {
  const note = (title: string, text: string): PdfBlock[] =>
    text === ''
      ? []
      : [
          { kind: 'heading', level: 3, text: title },
          { kind: 'paragraph', spans: [{ text }] },
        ];
  return note('The patient added', patientComments);
}

function signatureBlock({ signatures, timeZone }: DocumentSource, recipient: RecipientRow, nth: number): SignatureBlock {
  const found = signatures.find(({ role }) => role === recipient.role);
  const base = { kind: 'signature' as const, label: placeholder(recipient.signing_order, nth), role: ROLE_WORDS[recipient.role] };
  if (found === undefined) return { ...base, name: recipient.name, statement: '', mark: { kind: 'empty' } };
  const { given } = found;
  return {
    ...base,
    name: given.name,
    statement: given.statement,
    method: METHOD_WORDS[given.method],
    onDevice: longTime(found.captured_at, timeZone),
    received: longTime(found.received_at, timeZone),
    ...(given.witness === undefined ? {} : { witness: `${given.witness.name}, ${given.witness.role}` }),
    mark: markOf(given),
  };
}

function markOf({ method, strokes, typedName, witness }: SignatureRow['given']): Mark {
  if (strokes !== undefined && strokes.length > 0 && (method === 'DRAWN' || method === 'MARK_WITNESSED'))
    return { kind: 'ink', strokes: strokes.map((stroke) => stroke.map(({ x, y }) => ({ x, y }))) };
  if (method === 'TYPED') return { kind: 'typed', text: typedName ?? '' };
  return {
    kind: 'spoken',
    words: `Agreement was spoken${witness === undefined ? '' : ` and heard by ${witness.name}, ${witness.role}`}`,
  };
}

function evidenceBlocks(source: DocumentSource): PdfBlock[] {
  const { events, signatures, recipients, timeZone, digest, consentId } = source;
  const head = events.at(-1)?.hash;
  return [
    { kind: 'heading', level: 2, text: 'Evidence' },
    {
      kind: 'paragraph',
      spans: [
        {
          text: 'This page tells who signed, when and how. Times are those of the device in the hand and of the server that received the signature.',
        },
      ],
    },
    {
      kind: 'evidence',
      rows: recipients.map((recipient) => {
        const found = signatures.find(({ role }) => role === recipient.role);
        return {
          label: placeholder(recipient.signing_order, 1),
          who: `${found?.given.name ?? recipient.name}, ${ROLE_WORDS[recipient.role].toLowerCase()}`,
          how: found === undefined ? 'Not signed' : METHOD_WORDS[found.given.method],
          onDevice: found === undefined ? '' : longTime(found.captured_at, timeZone),
          received: found === undefined ? '' : longTime(found.received_at, timeZone),
          identity: identityWords(source, recipient, found),
        };
      }),
    },
    {
      kind: 'facts',
      rows: [
        { term: 'Version', value: [{ text: consentId }] },
        { term: 'Digest of what was shown', value: [{ text: digest }] },
      ],
    },
    { kind: 'heading', level: 3, text: 'Timeline' },
    {
      kind: 'timeline',
      rows: runsOf(events).map(({ event, times }) => ({
        at: longTime(event.at, timeZone),
        what: times === 1 ? titleOf(event) : `${titleOf(event)}, ${times} times`,
        who: [
          event.actor.name,
          event.actor.role === '' ? '' : (ROLE_WORDS[event.actor.role as keyof typeof ROLE_WORDS] ?? event.actor.role),
        ]
          .filter(Boolean)
          .join(', '),
      })),
      ...(head === undefined ? {} : { head }),
    },
  ];
}

/** Edits and answers that follow each other are one line, with how many they were: the evidence stays one page to read. */
function runsOf(events: readonly TimelineEvent[]): { event: TimelineEvent; times: number }[] {
  const runs: { event: TimelineEvent; times: number }[] = [];
  for (const event of events) {
    const last = runs.at(-1);
    const isSame = last?.event.type === event.type && last.event.actor.name === event.actor.name && RUNS.has(event.type);
    if (last !== undefined && isSame) last.times += 1;
    else runs.push({ event, times: 1 });
  }
  return runs;
}

const RUNS = new Set(['CONSENT_UPDATED', 'ANSWERS_GIVEN']);

function titleOf({ type }: TimelineEvent): string {
  return type in TIMELINE_EVENTS ? TIMELINE_EVENTS[type as keyof typeof TIMELINE_EVENTS] : type;
}

function identityWords(
  { timeZone }: DocumentSource,
  { identity: check }: RecipientRow,
  signature: SignatureRow | undefined,
): string {
  if (signature === undefined) return '';
  if (signature.user_id !== null && signature.handover_id === null) return 'Signed in with a personal account';
  return check?.confirmed === true
    ? `On the hospital’s device; name and date of birth confirmed by the signer, ${longTime(check.at, timeZone)}`
    : 'On the hospital’s device, handed over by the clinician; name and date of birth not separately confirmed';
}

/** The pinned record inside the PDF: for programs, and for scripts whose text no reader extracts well. */
function attachmentOf({ pinned, digest, consentId, versionNumber, signatures, events, patientComments }: DocumentSource): string {
  return JSON.stringify({
    consentID: consentId,
    versionNumber,
    contentDigest: digest,
    shown: pinned,
    patientComments,
    signatures: signatures.map(({ given, received_at, handover_id }) => ({
      ...given,
      receivedAt: received_at,
      handoverId: handover_id,
    })),
    timelineHead: events.at(-1)?.hash ?? null,
    timelineLength: events.length,
  });
}

/** Every character of a value's texts that no font of the document can show. */
export function unprintable(value: unknown): string[] {
  return unshowable(textsOf(value).join('\n'));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
