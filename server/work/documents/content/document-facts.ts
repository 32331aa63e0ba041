import { counted } from '#domain/base/counted.ts';
import { authorityLines } from '#domain/capacity/capacity-authority-words.ts';
import type { ClinicianStatement } from '#domain/consents/consent.ts';
import { isFullShown, type FullShownContent, type ShownContent } from '#domain/consents/digest.ts';
import type { Family } from '#domain/family/family.ts';
import { consenterOf } from '#domain/family/consenter.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { isClinician, isParent, ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { roleInText } from '#domain/forms/role-words.ts';
import { declineOf } from '#domain/family/decline-of.ts';
import { OPINION_WORDS } from '#domain/capacity/capacity-people-words.ts';
import { BASIS_WORDS } from '#domain/family/family-words.ts';
import { ageOn, exactParts, exactTime, localDate, longDate, longTime } from '#domain/values/plain-date.ts';
import { ADULT_FROM } from '#domain/forms/age-at-signing.ts';
import type { ClinicianCredentials } from '#server/data/tables/tables.ts';
import type { Fact, PdfBlock } from '#server/outside/pdf/blocks.ts';
import { capturedMoment } from '#server/work/cases/captured-moment.ts';
import { interpreterWords } from './document-interpreter.ts';
import { factRows, signatureOf } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

/** The key facts at the top of a document: clinician, decision-maker, who signed and when, ability to decide, interpreter. */
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
                value: [{ text: clinician.given.name, bold: true }, { text: `, ${credentialWords(clinician.credentials)}` }],
              },
            ]),
        ...fact('Who decides', deciderWords(source)),
        ...fact('Who did not agree', declinedWords(source)),
        ...factRows(askedFacts(pinned, source.timeZone)),
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
    const who = `${given.name}, ${roleInText(recipient.role)}`;
    if (given.paper !== undefined) return [`${who}, on paper dated ${longDate(given.paper.signedOn)}`];
    const { day, time, zone } = exactParts(receivedAt, timeZone);
    return [
      signedAt !== null && day === exactParts(signedAt, timeZone).day
        ? `${who}, ${time} ${zone}`
        : `${who}, ${exactTime(receivedAt, timeZone)}`,
    ];
  });
  return lines.join(' · ');
}

/** The signers who said no, with the time. */
function declinedWords({ recipients, events, consentId: consentID, timeZone }: DocumentSource): string {
  return recipients
    .filter(({ role, state }) => state === 'DECLINED' && ROLE_RULES[role].noticeOfNo !== null)
    .map(({ name, role, signing_order: order }) => {
      const { at } = declineOf(events, { consentID, order });
      return `${name}, ${roleInText(role)}${at === null ? '' : `. Declined ${exactTime(at, timeZone)}`}`;
    })
    .join('\n');
}

/** Who was asked about somebody who cannot decide, in a line each. */
function askedFacts(pinned: ShownContent, zone: string): (readonly [string, string])[] {
  if (!isFullShown(pinned) || pinned.capacity === null || deciderOf(pinned.formType) !== 'clinician') return [];
  const { secondOpinion, people } = pinned.capacity;
  const { name, role, view, at } = secondOpinion;
  const asked = people.consulted.map((each) => [each.name, each.relation].filter((part) => part !== '').join(', '));
  return [
    [
      'Second opinion',
      name === ''
        ? ''
        : [name, role, view === null ? '' : OPINION_WORDS[view].toLowerCase(), at === null ? '' : `given ${longTime(at, zone)}`]
            .filter((part) => part !== '')
            .join(', '),
    ],
    ['People asked', [...asked, ...(people.imca === null ? [] : [`${people.imca.name}, advocate`])].join(' · ') || 'Nobody'],
  ];
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

/** `Consultant, registration number 7000042`; what the profile did not hold is said as well. */
export function credentialWords(credentials: ClinicianCredentials | null): string {
  const { grade, registrationNumber } = credentials ?? { grade: null, registrationNumber: null };
  return `${grade ?? 'grade not recorded'}, registration number ${registrationNumber ?? 'not recorded'}`;
}

function fact(term: string, text: string): Fact[] {
  return text === '' ? [] : [{ term, value: [{ text }] }];
}

/** The decision-maker in words; empty where that is the patient. */
function deciderWords({ pinned }: DocumentSource): string {
  if (!isFullShown(pinned)) return '';
  const { formType, family, capacity } = pinned;
  switch (deciderOf(formType)) {
    case 'clinician':
      return capacity === null ? '' : (authorityLines(capacity)[0]?.text ?? '');
    case 'family':
      return family === null || family.basis === null ? '' : familyWords(family.basis, pinned);
    case 'patient':
      return '';
  }
}

function familyWords(basis: NonNullable<Family['basis']>, { recipients, patient }: FullShownContent): string {
  const parents = recipients.filter(({ role }) => isParent(role)).map(({ name }) => name);
  switch (basis) {
    case 'PARENT':
      return parents.length > 0 ? `${BASIS_WORDS[basis]}:\n${parents.join(', ')}` : BASIS_WORDS[basis];
    case 'CHILD':
      return `${BASIS_WORDS[basis]}: ${spokenName(patient)} decides`;
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
