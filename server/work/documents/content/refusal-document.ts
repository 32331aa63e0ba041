import { NO_REASON } from '#domain/cases/withdrawal.ts';
import { AFTER_REFUSAL, REFUSAL_STATE } from '#domain/documents/refusal-words.ts';
import { blankHeading } from '#domain/consents/form-heading.ts';
import { deciderOf } from '#domain/forms/form-types.ts';
import { ROLE_WORDS, roleInText } from '#domain/forms/role-words.ts';
import { isClinician, ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { exactTime } from '#domain/values/plain-date.ts';
import { composed, composedList } from '#domain/values/composed.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { PdfBlock, PdfDocument } from '#server/outside/pdf/blocks.ts';
import { detailText, saidAt, timeLines } from './addendum-document.ts';
import { attachmentOf } from './document-attachment.ts';
import { linkVisitOf, linkWords, timelineBlocks } from './document-evidence.ts';
import { credentialWords } from './document-facts.ts';
import { documentHead } from './document-head.ts';
import { factBlocks, heading, onHospitalsDevice, paragraph } from './document-parts.ts';
import { textWithSignatures } from './signatures-in-text.ts';
import { copyFooter } from './document-footer.ts';
import { signedParts } from './document-signing.ts';
import type { DocumentSource } from './document-source.ts';
import { bodyBlocks, identityBlock } from './document.ts';

const TITLE = 'Refusal of treatment';
const REFUSED = 'REFUSED';

/** Somebody who said no on a form, with the event of it. */
type Refuser = { readonly signer: RecipientRow; readonly event: TimelineEvent };

/** How a form ended with a no. `end`: the event that ended it, which staff wrote where nobody's answer did. */
type Refusal = { readonly refusers: readonly Refuser[]; readonly end: TimelineEvent };

/**
 * The paper of a form that ended with a no: first who refused, when, by which way and why, then the form as it was shown. It is no consent,
 * and says so on each page.
 */
export function refusalDocument(form: DocumentSource): PdfDocument {
  const source: DocumentSource = { ...form, isRefusal: true };
  const { pinned, madeAt, versionNumber } = source;
  const refusal = refusalOf(source);
  return {
    ...documentHead(source, { subject: TITLE, state: 'refused', title: TITLE }),
    createdAt: madeAt,
    // The full name of a Form 4 may say that an attorney consents.
    subtitle: `${blankHeading(pinned.formType).fullName} · version ${versionNumber}`,
    state: { words: REFUSED, tone: 'stop' },
    watermark: REFUSED,
    footer: { ...copyFooter(source), state: REFUSAL_STATE },
    blocks: [
      identityBlock(source),
      strip(source, refusal),
      ...whoBlocks(source, refusal),
      heading('What happens next'),
      ...AFTER_REFUSAL[deciderOf(pinned.formType) === 'clinician' ? 'advised' : 'decided'].map(paragraph),
      heading('What was offered and shown'),
      ...factBlocks(shownLines(source)),
      ...bodyBlocks(source, textWithSignatures(pinned.template.nodes, source.recipients, signedParts(source))),
      ...timelineBlocks(source),
    ],
    attachment: { name: 'content.json', json: attachedJson(source, refusal) },
  };
}

/** @throws Error for a form that did not end with a no */
function refusalOf({ events, consentId, recipients }: DocumentSource): Refusal {
  const own = events.filter(({ versionId }) => versionId === consentId);
  const current = own.slice(own.findLastIndex(({ type }) => type === 'RECALLED') + 1);
  const end = current.findLast(({ type, detail }) => type === 'DECLINED' && detail['goesOn'] !== true);
  if (end === undefined) throw new Error('a form that nobody declined has no refusal');
  const refusers = recipients.flatMap((signer): Refuser[] => {
    if (signer.state !== 'DECLINED' || ROLE_RULES[signer.role].mayDecline !== 'counts') return [];
    const event = current.findLast(
      ({ type, detail }) => (type === 'DECLINED' || type === 'CHILD_SAID_NO') && detail['order'] === signer.signing_order,
    );
    return event === undefined ? [] : [{ signer, event }];
  });
  return { refusers, end };
}

/** The strip at the head of the first page: who, when, how and why. */
function strip({ timeZone }: DocumentSource, { refusers, end }: Refusal): PdfBlock {
  const lines = refusers.map(
    ({ signer, event }) => composed`${whoOf(signer)}, ${exactTime(saidAt(event), timeZone)}. ${wayOf(event)}. ${whyOf(event)}`,
  );
  const recorded = isOfStaff(end) ? [composed`${endWords(end)}, ${exactTime(saidAt(end), timeZone)}. ${whyOf(end)}`] : [];
  return {
    kind: 'notice',
    tone: 'stop',
    title: 'This treatment was refused. This is no consent.',
    spans: [{ text: [...lines, ...recorded].join('\n') }],
  };
}

function whoBlocks(source: DocumentSource, { refusers, end }: Refusal): PdfBlock[] {
  const { timeZone } = source;
  return [
    heading('Who refused'),
    ...refusers.flatMap(({ signer, event }) =>
      factBlocks([
        { label: ROLE_WORDS[signer.role], text: signer.name },
        ...timeLines(event, timeZone),
        { label: 'How', text: wayOf(event) },
        ...identityLines(source, { signer, event }),
        { label: 'In their own words', text: whyOf(event) },
      ]),
    ),
    ...(isOfStaff(end)
      ? [
          heading('Recorded by', 3),
          ...factBlocks([
            { label: 'Name', text: accountWords(end.actor) },
            ...timeLines(end, timeZone),
            { label: 'Why it does not go ahead', text: whyOf(end) },
          ]),
        ]
      : []),
  ];
}

/** The treatment as it was laid before whoever refused, and by whom. */
function shownLines({ pinned, signatures, recipients, sentAt, digest, timeZone }: DocumentSource) {
  const clinician = recipients.find(({ role }) => isClinician(role));
  const signed = signatures.find(({ role }) => isClinician(role));
  const grade = signed === undefined ? '' : credentialWords(signed.credentials);
  return [
    {
      label: 'Explained by',
      text: clinician === undefined ? 'Nobody is named' : composedList([clinician.name, grade].filter(Boolean), ', '),
    },
    { label: 'Offered', text: pinned.procedures.map(({ procedureName }) => procedureName).join('\n') },
    ...(sentAt === null ? [] : [{ label: 'Shown since', text: exactTime(sentAt, timeZone) }]),
    { label: 'Digest of what was shown', text: digest },
  ];
}

function whoOf({ name, role }: RecipientRow): string {
  return composed`${name}, ${roleInText(role)}`;
}

function accountWords({ name, role }: TimelineEvent['actor']): string {
  return composedList([name, role].filter(Boolean), ', ');
}

function endWords({ actor }: TimelineEvent): string {
  return composed`It does not go ahead, recorded by ${accountWords(actor)}`;
}

/** Whether staff ended the form: how adults disagree was settled so, and no one's own answer ended it. */
function isOfStaff({ detail }: TimelineEvent): boolean {
  return typeof detail['order'] !== 'number';
}

function whyOf({ detail }: TimelineEvent): string {
  const words = [detailText(detail['reason']), detailText(detail['comments'])].filter((each) => each !== '');
  return words.length === 0 ? NO_REASON : composed`“${words.join('\n')}”`;
}

function wayOf({ detail }: TimelineEvent): string {
  if (typeof detail['sheet'] === 'string')
    return 'Written on the paper sheet for a tablet that does not work, and brought back by staff';
  if (detail['isByLink'] === true) return 'By a link, away from the hospital';
  const sender = detailText(detail['sentBy']);
  const sent = sender === '' ? '' : composed`; sent on by ${sender} from the tablet, which had not reached the server`;
  return `On the hospital’s device, handed over by the clinician${sent}`;
}

function identityLines({ events, consentId, timeZone }: DocumentSource, { signer, event }: Refuser) {
  const { role, signing_order: order, identity } = signer;
  // On paper nobody was asked here.
  if (typeof event.detail['sheet'] === 'string') return [{ label: 'Identity', text: 'Identity not checked here' }];
  const visit = linkVisitOf(events, { consentId, order, act: 'DECLINED' });
  const at = identity?.confirmed === true ? exactTime(identity.at, timeZone) : '';
  return [
    { label: 'Identity', text: visit === undefined ? onHospitalsDevice(role, at) : linkWords(role, exactTime(visit, timeZone)) },
  ];
}

/** The record inside the file: that of the form, and the no. */
function attachedJson(source: DocumentSource, { refusers, end }: Refusal): string {
  const record = JSON.parse(attachmentOf(source)) as object;
  const eventOf = ({ id, at, deviceAt, detail, hash }: TimelineEvent) => ({ id, at, deviceAt, detail, hash });
  return JSON.stringify({
    kind: 'REFUSAL',
    ...record,
    refusedBy: refusers.map(({ signer: { name, role, signing_order: order }, event }) => ({
      name,
      role,
      order,
      event: eventOf(event),
    })),
    endedBy: { actor: end.actor, event: eventOf(end) },
  });
}
