import { dateOnPaper } from '#domain/documents/paper-scan.ts';
import { isUnlikeName } from '#domain/signing/signature.ts';
import { PROTECTION_EVENTS } from '#domain/patients/restricted.ts';
import { exactTime } from '#domain/values/plain-date.ts';
import { ENGLISH_NAMES } from '#domain/values/patient-languages.ts';
import { placeholder } from '#domain/consents/recipients.ts';
import { METHOD_WORDS } from '#domain/forms/method-words.ts';
import type { PaperEvidence, SignatureInput } from '#domain/signing/signature.ts';
import { isInterpreter, type SignerRole } from '#domain/forms/signer-roles.ts';
import { eventAuthors } from '#domain/cases/event-author.ts';
import { isHiddenEvent, type TimelineEvent, type TimelineEventType } from '#domain/cases/timeline.ts';
import { composed, composedList } from '#domain/values/composed.ts';
import type { RecipientRow, SignatureRow } from '#server/data/signing/signers.ts';
import type { PdfBlock, SignatureBlock } from '#server/outside/pdf/blocks.ts';
import { carriedWords } from '#server/work/signing/signed-by.ts';
import { interpreterIdentity } from './document-interpreter.ts';
import { heading, onHospitalsDevice } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';
import { timelineRow } from './document-timeline.ts';

/** The evidence in the box of a signature beside the sentence and the mark. */
export function signatureEvidence(
  source: DocumentSource,
  recipient: RecipientRow,
  found: SignatureRow,
): Pick<SignatureBlock, 'method' | 'language' | 'identity' | 'scan'> {
  const { given } = found;
  const identity = identityWords(source, recipient, found);
  return {
    ...howWords(source, recipient, found),
    ...(identity === '' ? {} : { identity }),
    ...(given.paper === undefined ? {} : { scan: scanWords(given.paper, source.timeZone) }),
  };
}

/** The timeline of the case, and the numbers by which content and timeline are checked. */
export function timelineBlocks({ events, timeZone, digest, signers, hiddenVersions = NONE }: DocumentSource): PdfBlock[] {
  const authorOf = eventAuthors(events, signers);
  const head = events.at(-1)?.hash;
  const shown = events.filter((event) => !NOT_FOR_SIGNERS.has(event.type) && !isHiddenEvent(event, hiddenVersions));
  return [
    ...(shown.length === 0
      ? []
      : [
          heading('Timeline'),
          {
            kind: 'timeline' as const,
            rows: runsOf(shown).map(({ event, times }) => timelineRow(event, { author: authorOf(event), timeZone, times })),
          },
        ]),
    {
      kind: 'digests',
      rows: [
        { term: 'What was shown (SHA-256)', text: digest },
        ...(head === undefined ? [] : [{ term: 'Last event of the timeline (SHA-256)', text: head }]),
      ],
      note: ATTACHED,
    },
  ];
}

const ATTACHED = 'Attached: content.json, the record that this document was drawn from. It says how both numbers are recomputed.';

function howWords(
  { events, consentId }: DocumentSource,
  { name, role, signing_order: order, attests }: RecipientRow,
  { given }: SignatureRow,
): Pick<SignatureBlock, 'method' | 'language'> {
  const method =
    attests === null ? METHOD_WORDS[given.method] : `${METHOD_WORDS[given.method]}, as witness of ${placeholder(attests, 1)}`;
  const attested = attests === null ? '' : `As witness of ${placeholder(attests, 1)}. `;
  const notes = signatureNotes(given, { name, method, carried: carriedWords(events, { consentId, role, order }) });
  return given.paper === undefined ? notes : { ...notes, method: `${attested}On paper, dated ${dateOnPaper(given.paper)}` };
}

/**
 * The words about the way of a signature, under the form or under later answers: how it was signed, under another name, how it came, and in
 * which language the pages were read.
 *
 * @param name - on the form
 * @param method - in words
 */
export function signatureNotes(
  signature: Pick<SignatureInput, 'method' | 'typedName' | 'nameConfirmed' | 'readIn' | 'machineTranslated'>,
  { name, method, late, carried }: { name: string; method: string; late?: string | undefined; carried: string | undefined },
): Pick<SignatureBlock, 'method' | 'language'> {
  const unlike = isUnlikeName(signature, name) ? UNLIKE_NAME[signature.nameConfirmed === true ? 'confirmed' : 'open'] : undefined;
  const language = languageWords(signature);
  return {
    method: composedList(
      [method, late, unlike, carried].filter((each) => each !== undefined),
      '. ',
    ),
    ...(language === '' ? {} : { language }),
  };
}

/** The language of the pages that a signer read; empty for English. */
function languageWords({ readIn, machineTranslated }: Pick<SignatureInput, 'readIn' | 'machineTranslated'>): string {
  const read = readIn && `Pages shown in ${ENGLISH_NAMES[readIn]} when signing (translation not yet reviewed)`;
  return composedList(
    [read, machineTranslated === true ? MACHINE_TRANSLATED : undefined].filter((each) => each !== undefined),
    '. ',
  );
}

const MACHINE_TRANSLATED = 'Shown in a machine translation by the browser';

const UNLIKE_NAME = {
  confirmed: 'Typed another name than the form’s; asked, the signer said that they sign so',
  open: 'Typed another name than the form’s; nobody asked',
} as const;

function scanWords({ checkedBy, checkedAt, sha256 }: PaperEvidence, timeZone: string): string {
  return composed`Checked by ${checkedBy}, ${exactTime(checkedAt, timeZone)}. SHA-256: ${sha256}`;
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
  signature: SignatureRow,
): string {
  const at = check?.confirmed === true ? exactTime(check.at, timeZone) : '';
  if (signature.given.paper !== undefined) return 'Identity not checked here';
  const shownAt = linkVisitOf(events, { consentId, order });
  if (shownAt !== undefined) return linkWords(role, exactTime(shownAt, timeZone));
  if (isInterpreter(role) && at !== '') return interpreterIdentity(pinned.interpreting, at);
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
