import { isUnlikeName } from '#domain/signing/signature.ts';
import { PROTECTION_EVENTS } from '#domain/patients/restricted.ts';
import { exactTime, longDate } from '#domain/values/plain-date.ts';
import { ENGLISH_NAMES } from '#domain/values/patient-languages.ts';
import { isSignedOnPaper } from '#domain/documents/paper-scan.ts';
import { placeholder } from '#domain/consents/recipients.ts';
import { ROLE_WORDS, roleInText } from '#domain/forms/role-words.ts';
import { METHOD_WORDS } from '#domain/forms/method-words.ts';
import type { PaperEvidence } from '#domain/signing/signature.ts';
import { isInterpreter, type SignerRole } from '#domain/forms/signer-roles.ts';
import { eventAuthors } from '#domain/cases/event-author.ts';
import { isHiddenEvent, type TimelineEvent, type TimelineEventType } from '#domain/cases/timeline.ts';
import { composed, composedList } from '#domain/values/composed.ts';
import type { RecipientRow, SignatureRow } from '#server/data/signing/signers.ts';
import type { EvidenceRow, PdfBlock } from '#server/outside/pdf/blocks.ts';
import { carriedWords } from '#server/work/signing/signed-by.ts';
import { interpreterIdentity, namedInterpreter } from './document-interpreter.ts';
import { absenceWords, signatureOf, timesOf } from './document-signing.ts';
import { laterDigests, laterEvidence } from './document-later.ts';
import { onHospitalsDevice } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';
import { timelineRow } from './document-timeline.ts';

/** The page that records who signed, when and how, with the timeline of the case. */
export function evidenceBlocks(source: DocumentSource): PdfBlock[] {
  const { events, timeZone, digest, consentId, hiddenVersions = NONE, signers } = source;
  const authorOf = eventAuthors(events, signers);
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
    { kind: 'evidence', rows: evidenceRows(source) },
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
        ...laterDigests(source),
      ],
    },
    { kind: 'heading', level: 3, text: 'Timeline' },
    {
      kind: 'timeline',
      rows: runsOf(events.filter((event) => !NOT_FOR_SIGNERS.has(event.type) && !isHiddenEvent(event, hiddenVersions))).map(
        ({ event, times }) => timelineRow(event, { author: authorOf(event), timeZone, times }),
      ),
      ...(head === undefined ? {} : { head }),
    },
  ];
}

function evidenceRows(source: DocumentSource): EvidenceRow[] {
  const { pinned, signatures, recipients, timeZone } = source;
  const named = namedInterpreter(pinned, isSignedOnPaper(recipients));
  return [
    ...recipients.map((recipient) => {
      const found = signatureOf(signatures, recipient);
      return {
        label: placeholder(recipient.signing_order, 1),
        who: composed`${found?.given.name ?? recipient.name}, ${roleInText(recipient.role)}`,
        how: found === undefined ? absenceWords(source, recipient) : howWords(source, recipient, found),
        ...(found === undefined ? { onDevice: '', received: '' } : timesOf(found, timeZone)),
        identity: identityWords(source, recipient, found),
      };
    }),
    ...laterEvidence(source),
    ...(named === null
      ? []
      : [
          {
            label: 'No signature',
            who: composed`${named.name}, ${ROLE_WORDS.INTERPRETER.toLowerCase()}`,
            how: named.how,
            onDevice: '',
            received: '',
            identity: '',
          },
        ]),
  ];
}

function howWords(
  { events, consentId, timeZone }: DocumentSource,
  { name, role, signing_order: order, attests }: RecipientRow,
  { given }: SignatureRow,
): string {
  const method =
    attests === null ? METHOD_WORDS[given.method] : `${METHOD_WORDS[given.method]}, as witness of ${placeholder(attests, 1)}`;
  const attested = attests === null ? '' : `As witness of ${placeholder(attests, 1)}. `;
  if (given.paper !== undefined) return composed`${attested}${paperWords(given.paper, timeZone)}`;
  const carried = carriedWords(events, { consentId, role, order });
  const read = given.readIn && `Pages shown in ${ENGLISH_NAMES[given.readIn]} when signing (translation not yet reviewed)`;
  const unlike = isUnlikeName(given, name) ? UNLIKE_NAME[given.nameConfirmed === true ? 'confirmed' : 'open'] : undefined;
  const machine = given.machineTranslated === true ? MACHINE_TRANSLATED : undefined;
  return composedList(
    [method, unlike, read, machine, carried].filter((each) => each !== undefined),
    '. ',
  );
}

const MACHINE_TRANSLATED = 'Shown in a machine translation by the browser';

const UNLIKE_NAME = {
  confirmed: 'Typed another name than the form’s; asked, the signer said that they sign so',
  open: 'Typed another name than the form’s; nobody asked',
} as const;

function paperWords({ signedOn, checkedBy, checkedAt, sha256 }: PaperEvidence, timeZone: string): string {
  const checked = composed`scan checked by ${checkedBy}, ${exactTime(checkedAt, timeZone)}`;
  return composed`On paper, dated ${longDate(signedOn)}; ${checked}. SHA-256 of the scan: ${sha256}`;
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

const NONE: ReadonlySet<string> = new Set();

// Signers and their families get the document: it does not say that somebody hides from one of them.
const NOT_FOR_SIGNERS = new Set<string>([
  ...PROTECTION_EVENTS,
  // Told to the clinician alone: parents are not told how a child answered, nor one parent how the other did.
  'UNDERSTANDING_CHECKED',
] satisfies TimelineEventType[]);
const RUNS = new Set(['CONSENT_UPDATED', 'ANSWERS_GIVEN']);

function identityWords(
  { timeZone, pinned, signatures, events, consentId }: DocumentSource,
  { identity: check, role, attests, signing_order: order }: RecipientRow,
  signature: SignatureRow | undefined,
): string {
  const at = check?.confirmed === true ? exactTime(check.at, timeZone) : '';
  if (signature?.given.paper !== undefined) return 'Identity not checked here';
  const shownAt = signature === undefined ? undefined : linkVisitOf(events, { consentId, order });
  if (shownAt !== undefined) return linkWords(role, exactTime(shownAt, timeZone));
  if (isInterpreter(role) && at !== '') return interpreterIdentity(pinned.interpreting, at);
  if (signature === undefined) return '';
  if (signature.user_id !== null && signature.handover_id === null) return 'Signed in with a personal account';
  if (attests !== null && at !== '') return `On the hospital’s device; said own name, ${at}`;
  if (attests !== null) {
    // A witness may also sign later, in a handover of their own.
    const attested = signatures.find(({ signing_order: order }) => order === attests);
    const how = attested?.handover_id === signature.handover_id ? 'beside the signer' : 'handed over by the clinician';
    return `On the hospital’s device, ${how}; identity not separately confirmed`;
  }
  return onHospitalsDevice(role, at);
}

/** The time at which the signer of this place showed who they are by a link, before they signed or declined by it; undefined for any other way. */
export function linkVisitOf(
  events: readonly TimelineEvent[],
  { consentId, order, act = 'SIGNED' }: { readonly consentId: string; readonly order: number; readonly act?: TimelineEventType },
): string | undefined {
  const isOf = ({ versionId, detail }: TimelineEvent) => versionId === consentId && detail['order'] === order;
  const at = events.findLastIndex((event) => event.type === act && isOf(event));
  if (at === -1 || events[at]?.detail['isByLink'] !== true) return undefined;
  return events.slice(0, at).findLast((event) => event.type === 'LINK_VERIFIED' && isOf(event))?.at;
}

/** How somebody by a link showed who they are. @param at - in words */
export function linkWords(role: SignerRole, at: string): string {
  return isInterpreter(role)
    ? `By a link, away from the hospital; gave own name and the number or code known to the hospital, ${at}`
    : `By a link, away from the hospital; gave the patient’s date of birth and own last name, ${at}`;
}
