import { dateOnPaper } from '#domain/documents/paper-scan.ts';
import { counted } from '#domain/base/counted.ts';
import { authorityLines } from '#domain/capacity/capacity-authority-words.ts';
import type { ClinicianStatement } from '#domain/consents/consent.ts';
import { isFullShown, type FullShownContent, type ShownContent } from '#domain/consents/digest.ts';
import type { Family } from '#domain/family/family.ts';
import { consenterOf } from '#domain/family/consenter.ts';
import { BASIS_WORDS } from '#domain/family/family-words.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { declineOf } from '#domain/family/decline-of.ts';
import { OPINION_WORDS } from '#domain/capacity/capacity-people-words.ts';
import { roleInText } from '#domain/forms/role-words.ts';
import { isClinician, isInterpreter, isParent, type SignerRole } from '#domain/forms/signer-roles.ts';
import { ageOn, exactParts, exactTime, localDate, longDate, longTime } from '#domain/values/plain-date.ts';
import { ADULT_FROM } from '#domain/forms/age-at-signing.ts';
import type { SignatureRow } from '#server/data/signing/signers.ts';
import type { ClinicianCredentials } from '#server/data/tables/tables.ts';
import type { Fact, PdfBlock } from '#server/outside/pdf/blocks.ts';
import { capturedMoment } from '#server/work/cases/captured-moment.ts';
import { interpreterWords } from './document-interpreter.ts';
import { factRows, signatureOf } from './document-parts.ts';
import { settledRows } from './document-settled.ts';
import type { DocumentSource } from './document-source.ts';
import { deciderOf } from '#domain/forms/form-types.ts';
import { composed, composedList } from '#domain/values/composed.ts';

/**
 * The key facts at the top of a document: clinician, decision-maker, who did not agree and how it was settled, who signed and when, ability
 * to decide, interpreter.
 */
export function keyFacts(source: DocumentSource): PdfBlock[] {
  const { pinned, signatures } = source;
  const clinician = signatures.find(({ role }) => isClinician(role));
  return [
    {
      kind: 'facts',
      rows: [
        ...(clinician === undefined
          ? []
          : [
              {
                term: 'Clinician',
                value: [
                  { text: clinician.given.name, bold: true },
                  { text: composed`, ${credentialWords(clinician.credentials, absentCredentials(clinician))}` },
                ],
              },
            ]),
        ...fact(isSigned(source) ? 'Who decided' : 'Who decides', deciderWords(source)),
        ...declinedFacts(source),
        ...factRows(settledRows(source)),
        ...factRows(consultedFacts(pinned, source.timeZone)),
        ...fact('Signed by', signedWords(source)),
        ...fact('Age', ageWords(source)),
        ...ableFacts(source),
        ...fact('Interpreter', interpreterWords(pinned.interpreting)),
      ],
    },
  ];
}

/** Everybody who signed, with the time; and the day, where it is not that of the form. */
function signedWords(source: DocumentSource): string {
  const { recipients, signatures, timeZone, signedAt } = source;
  const lines = recipients.flatMap((recipient) => {
    const found = signatureOf(signatures, recipient);
    if (found === undefined) return [];
    const { given, received_at: receivedAt } = found;
    const who = composed`${given.name}, ${roleInText(recipient.role)}`;
    const { day, time, zone } = exactParts(receivedAt, timeZone);
    const isOnItsDay = given.paper === undefined && signedAt !== null && day === exactParts(signedAt, timeZone).day;
    return [isOnItsDay ? composed`${who}, ${time} ${zone}` : composed`${who}, ${signedWhen(found, timeZone)}`];
  });
  return composedList(lines, ' · ');
}

/** When somebody signed: to the second by the server's clock; of a form on paper the day alone. */
export function signedWhen({ given, received_at: receivedAt }: SignatureRow, timeZone: string): string {
  return given.paper === undefined ? exactTime(receivedAt, timeZone) : `on paper dated ${dateOnPaper(given.paper)}`;
}

/** The people asked about somebody who cannot decide, in a line each. */
function consultedFacts(pinned: ShownContent, zone: string): (readonly [string, string])[] {
  if (!isFullShown(pinned) || pinned.capacity === null || deciderOf(pinned.formType) !== 'clinician') return [];
  const { secondOpinion, people } = pinned.capacity;
  const { name, role, view, at } = secondOpinion;
  const consulted = people.consulted.map((each) => commaed([each.name, each.relation]));
  return [
    [
      'Second opinion',
      name === ''
        ? ''
        : commaed([
            name,
            role,
            view === null ? '' : OPINION_WORDS[view].toLowerCase(),
            at === null ? '' : `given ${longTime(at, zone)}`,
          ]),
    ],
    [
      'People asked',
      composedList([...consulted, ...(people.imca === null ? [] : [composed`${people.imca.name}, advocate`])], ' · ') || 'Nobody',
    ],
  ];
}

function commaed(parts: readonly string[]): string {
  return composedList(
    parts.filter((part) => part !== ''),
    ', ',
  );
}

/** Whether somebody is able to decide, and whom it is about; nothing where a court has decided. */
function ableFacts(source: DocumentSource): Fact[] {
  const { pinned, clinicianStatement } = source;
  const basis = isFullShown(pinned) ? (pinned.family?.basis ?? null) : null;
  const { formType } = pinned;
  const consenter = consenterOf({ formType, basis });
  if (consenter === 'court') return [];
  return fact(
    consenter === 'parent' ? 'Able to decide for the child' : 'Able to decide',
    capacityWords(clinicianStatement, source),
  );
}

/**
 * The patient's age in whole years on the day of the last signature, by its device's clock as corrected: a tablet without a network may
 * send it after a birthday. The rules about ages judge a signature at the same moment.
 */
export function ageAtSigning({ pinned, signatures, signedAt, madeAt, timeZone }: DocumentSource): number {
  const moments = signatures.map(({ given, received_at: now }) => capturedMoment({ now }, given));
  const moment = moments.length > 0 ? Math.max(...moments) : signedAt === null ? madeAt : Date.parse(signedAt);
  return ageOn(pinned.patient.dateOfBirth, localDate(moment, timeZone));
}

/**
 * `Consultant, registration number 7000042`; what the profile did not hold is said as well.
 *
 * @param absent - of what is not known: {@link absentCredentials}
 */
export function credentialWords(credentials: ClinicianCredentials | null, absent = 'not recorded'): string {
  const { grade, registrationNumber } = credentials ?? { grade: null, registrationNumber: null };
  return composed`${grade ?? `grade ${absent}`}, registration number ${registrationNumber ?? absent}`;
}

/** Where a grade or a number is missing: on the paper, where it was looked for there, or in our records. */
export function absentCredentials({
  given,
  user_id: userId,
  credentials,
}: Pick<SignatureRow, 'given' | 'user_id' | 'credentials'>): string {
  const isFromPaper = given.paper !== undefined && userId === null && credentials !== null;
  return isFromPaper ? 'not written on the paper' : 'not recorded';
}

function fact(term: string, text: string): Fact[] {
  return text === '' ? [] : [{ term, value: [{ text }] }];
}

/** Whether a form is signed: a document of it says how it came out, and not what was planned. */
function isSigned({ signedAt }: Pick<DocumentSource, 'signedAt'>): boolean {
  return signedAt !== null;
}

/** Everybody who did not agree, each with the time and whether they had confirmed who they are. */
function declinedFacts(source: DocumentSource): Fact[] {
  const { recipients, events, consentId: consentID, timeZone } = source;
  return recipients
    .filter(({ state }) => state === 'DECLINED')
    .flatMap(({ name, role, signing_order: order, identity }) => {
      const { at } = declineOf(events, { consentID, order });
      const when = at === null ? '' : `, ${exactTime(at, timeZone)}`;
      const who =
        identity?.confirmed === true
          ? `confirmed who they are, ${exactTime(identity.at, timeZone)}`
          : 'identity not separately confirmed';
      return fact(absenceOf(role), composed`${name}, ${roleInText(role)}${when}; ${who}`);
    });
}

function absenceOf(role: SignerRole): string {
  return isInterpreter(role) ? 'Did not sign' : 'Did not agree';
}

/** The decision-maker in words, by name those who have signed; empty where that is the patient. */
function deciderWords(source: DocumentSource): string {
  const { pinned } = source;
  if (!isFullShown(pinned)) return '';
  const { formType, family, capacity } = pinned;
  switch (deciderOf(formType)) {
    case 'clinician':
      return capacity === null ? '' : (authorityLines(capacity)[0]?.text ?? '');
    case 'family':
      return family === null || family.basis === null ? '' : familyWords(family.basis, { pinned, source });
    case 'patient':
      return '';
  }
}

function familyWords(
  basis: NonNullable<Family['basis']>,
  { pinned: { recipients, patient }, source }: { pinned: FullShownContent; source: DocumentSource },
): string {
  const signed = source.recipients.filter(({ state }) => state === 'SIGNED').map(({ signing_order: order }) => order);
  const parents = recipients
    .filter(({ role, order }) => isParent(role) && (!isSigned(source) || signed.includes(order)))
    .map(({ name }) => name);
  switch (basis) {
    case 'PARENT':
      return parents.length > 0 ? composed`${BASIS_WORDS[basis]}: ${composedList(parents, ', ')}` : BASIS_WORDS[basis];
    case 'CHILD':
      return composed`${BASIS_WORDS[basis]}: ${spokenName(patient)}${isSigned(source) ? '' : ' decides'}`;
    case 'COURT':
      return BASIS_WORDS[basis];
  }
}

/** The age of a child or young person where no part about the family says it. */
function ageWords(source: DocumentSource): string {
  const age = ageAtSigning(source);
  const isInFamilyPart = isFullShown(source.pinned) && source.pinned.family !== null;
  return age >= ADULT_FROM || isInFamilyPart ? '' : counted(age, 'year');
}

function capacityWords(
  statement: ClinicianStatement | null,
  { sentAt, timeZone }: Pick<DocumentSource, 'sentAt' | 'timeZone'>,
): string {
  if (statement === null) return 'No judgement was recorded.';
  const when = sentAt === null ? '' : `, recorded on ${longDate(localDate(Date.parse(sentAt), timeZone))}`;
  const discussed = statement.discussed
    ? 'The procedure was discussed.'
    : 'It was not recorded that the procedure was discussed.';
  return `${statement.capacity ? 'Yes' : 'No'}, in the clinician’s judgement${when}. ${discussed}`;
}
