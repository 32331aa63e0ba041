import { deviceClockWords, eventClockWords } from '#domain/device-clock.ts';
import { exactTime } from '#domain/plain-date.ts';
import { placeholder } from '#domain/recipients.ts';
import { METHOD_WORDS, ROLE_WORDS } from '#domain/signing-words.ts';
import { TIMELINE_EVENTS, type TimelineEvent, type TimelineEventType } from '#domain/timeline.ts';
import type { RecipientRow, SignatureRow } from '#server/data/consents/signers.ts';
import type { EvidenceRow, Mark, PdfBlock, SignatureBlock } from '#server/outside/pdf/blocks.ts';
import { carriedWords } from '#server/work/consents/signed-by.ts';
import { credentialWords } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';

/** The signature of one recipient, with its statement, times and way of signing; an empty box while there is none. */
export function signatureBlock({ signatures, timeZone }: DocumentSource, recipient: RecipientRow): SignatureBlock {
  const found = signatureOf(signatures, recipient);
  const base = { kind: 'signature' as const, label: placeholder(recipient.signing_order, 1), role: ROLE_WORDS[recipient.role] };
  if (found === undefined) return { ...base, name: recipient.name, statement: '', mark: { kind: 'empty' } };
  const { given } = found;
  return {
    ...base,
    name: given.name,
    statement: given.statement,
    method: METHOD_WORDS[given.method],
    ...timesOf(found, timeZone),
    ...(found.credentials === null ? {} : { credentials: credentialWords(found.credentials) }),
    ...(given.witness === undefined ? {} : { witness: `${given.witness.name}, ${given.witness.role}` }),
    mark: markOf(given),
  };
}

/** The signature of one signer. */
function signatureOf(
  signatures: readonly SignatureRow[],
  { role, signing_order: order }: RecipientRow,
): SignatureRow | undefined {
  return signatures.find((each) => each.role === role && (each.signing_order ?? order) === order);
}

/** Both times to the second, and what is wrong with the device's. */
function timesOf(signature: SignatureRow, timeZone: string): Pick<EvidenceRow, 'onDevice' | 'received' | 'clock'> {
  const { captured_at: deviceAt, received_at: receivedAt, given } = signature;
  const clock = deviceClockWords({ deviceAt, receivedAt, clockOffset: given.clockOffset });
  return {
    onDevice: exactTime(deviceAt, timeZone),
    received: exactTime(receivedAt, timeZone),
    ...(clock === null ? {} : { clock }),
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

/** The page that records who signed, when and how, with the timeline of the case. */
export function evidenceBlocks(source: DocumentSource): PdfBlock[] {
  const { events, signatures, recipients, timeZone, digest, consentId } = source;
  const head = events.at(-1)?.hash;
  return [
    { kind: 'heading', level: 2, text: 'Evidence' },
    {
      kind: 'paragraph',
      spans: [
        {
          text: 'This page records who signed, when and how. Times are those of the device that was signed on and of the server that received the signature. The server’s times count.',
        },
      ],
    },
    {
      kind: 'evidence',
      rows: recipients.map((recipient) => {
        const found = signatureOf(signatures, recipient);
        return {
          label: placeholder(recipient.signing_order, 1),
          who: `${found?.given.name ?? recipient.name}, ${ROLE_WORDS[recipient.role].toLowerCase()}`,
          how: found === undefined ? absenceWords(recipient) : howWords(events, found),
          ...(found === undefined ? { onDevice: '', received: '' } : timesOf(found, timeZone)),
          identity: identityWords(source, recipient, found),
        };
      }),
    },
    {
      kind: 'facts',
      rows: [
        { term: 'Version', value: [{ text: consentId }] },
        {
          term: 'Digest of what was shown',
          value: [
            { text: digest },
            {
              text: '\nA fingerprint (SHA-256) of all that each signer was shown. Another wording, risk or side would give another one.',
              italic: true,
            },
          ],
        },
      ],
    },
    { kind: 'heading', level: 3, text: 'Timeline' },
    {
      kind: 'timeline',
      rows: runsOf(events.filter(({ type }) => !NOT_FOR_SIGNERS.has(type))).map(({ event, times }) => ({
        at: exactTime(event.at, timeZone),
        what: times === 1 ? titleOf(event) : `${titleOf(event)}, ${times} times`,
        ...clockOf(event),
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

function clockOf(event: TimelineEvent): { clock?: string } {
  const clock = eventClockWords(event);
  return clock === null ? {} : { clock };
}

function absenceWords({ state, required }: RecipientRow): string {
  if (state === 'DECLINED') return 'Did not agree';
  return state === 'EXPIRED' && !required ? 'Did not sign' : 'Not signed';
}

function howWords(events: readonly TimelineEvent[], { role, given }: SignatureRow): string {
  const carried = carriedWords(events, role);
  return carried === undefined ? METHOD_WORDS[given.method] : `${METHOD_WORDS[given.method]}. ${carried}`;
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

// Signers and their families get the document: it does not say that somebody hides from one of them.
const NOT_FOR_SIGNERS = new Set<string>(['CONTACT_HIDDEN', 'CONTACT_SHOWN'] satisfies TimelineEventType[]);
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
    ? `On the hospital’s device; name and date of birth confirmed by the signer, ${exactTime(check.at, timeZone)}`
    : 'On the hospital’s device, handed over by the clinician; name and date of birth not separately confirmed';
}
