import { EMPTY_FAMILY, familyOnForm, type Family } from '#domain/family/family.ts';
import { isFullShown } from '#domain/consents/digest.ts';
import { shownChoices } from '#domain/consents/shown-choices.ts';
import { laterAnswersShown } from '#domain/signing/later-signature.ts';
import { importedTag, statusesOf } from './fhir-codes.ts';
import { presentWords } from '#server/data/signing/own-words.ts';
import type { OwnWords } from '#domain/consents/own-words.ts';
import { derivedId, referenceTo } from './fhir-ids.ts';
import type { RecordVersionParts } from './record-parts.ts';
import type { FhirQuestionnaireResponse, QuestionnaireAnswer, QuestionnaireItem, Reference } from './r4.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

type Around = {
  readonly origin: string;
  readonly requests: readonly Reference[];
  /** the author; undefined where not known */
  readonly clinician: Reference | undefined;
};

/** The content of a version beside its procedures, each item under our own path. It holds no one's address. */
export function questionnaireResponse(
  version: RecordVersionParts,
  { origin, requests, clinician }: Around,
): FhirQuestionnaireResponse {
  const { row } = version;
  const item = itemsOf(version);
  // Imported answers are not attributed to the patient: they are statements of a file.
  const isPatients = row.origin === null && deciderOf(row.form_type) === 'patient';
  return {
    resourceType: 'QuestionnaireResponse',
    id: responseId(version),
    ...importedTag(row, origin),
    ...(requests.length === 0 ? {} : { basedOn: [...requests] }),
    status: statusesOf(row).response,
    subject: referenceTo(row.patient.id),
    authored: row.origin?.at ?? row.sent_at ?? row.updated_at,
    ...(clinician === undefined ? {} : { author: clinician }),
    // For a child and for somebody who cannot decide others answer, of whom no single one is the source.
    ...(isPatients ? { source: referenceTo(row.patient.id) } : {}),
    ...(item.length === 0 ? {} : { item }),
  };
}

/** The id of a version's answers. */
export function responseId({ row }: RecordVersionParts): string {
  return derivedId('QuestionnaireResponse', row.id);
}

function itemsOf(version: RecordVersionParts): QuestionnaireItem[] {
  const { row } = version;
  const { content } = row;
  // Of an imported version the file is all that is known: an empty form would answer no to what nobody asked.
  if (row.origin !== null) return [...items('origin', row.origin), ...items('importedSigners', row.imported_signers)];
  const choices = shownChoices(row.form_type, content.additionalChoices).flatMap(({ id, title, answer }) =>
    answer === null ? [] : [{ linkId: `additionalChoices.${id}`, text: title, answer: [{ valueString: answer }] }],
  );
  // Beside the answers that were signed, each with its signer and time.
  const later = laterAnswersShown(row.later_answers).flatMap(
    ({ signing_order: order, role, name, at, isLate, readBy, answers }, nth) =>
      answers.flatMap(({ id, title, answer }) => [
        { linkId: `laterAnswers.${nth}.${id}`, text: title, answer: [{ valueString: answer }] },
        ...items(`laterAnswers.${nth}.${id}`, {
          order,
          role,
          name,
          at,
          ...(isLate === undefined ? {} : { isLate }),
          ...(readBy === undefined ? {} : { readBy }),
        }),
      ]),
  );
  return [
    ...items('clinicianStatement', content.clinicianStatement),
    ...items('mattersToMe', content.mattersToMe),
    ...choices,
    ...later,
    ...items('refusals', content.refusals),
    ...items('interpreterNeeded', content.interpreterNeeded),
    ...items('interpreterNoneReason', content.interpreterNoneReason),
    ...items('interpreter', content.interpreter),
    ...Object.entries(familyOf(version)).flatMap(([name, part]) => items(name, part)),
    ...items('capacity', deciderOf(row.form_type) === 'clinician' ? content.capacity : null),
    ...presentWords(row).flatMap((words, at) => wordsItems(`ownWords.${at}`, words)),
    ...row.questions.flatMap(({ text, answer }, at) => items(`questions.${at}`, { text, answer })),
  ];
}

/** Words with their speaker; what matters stands above, and has its speaker here. */
function wordsItems(path: string, { kind, speaker, text, at }: OwnWords): QuestionnaireItem[] {
  return items(path, { kind, speaker, text, at });
}

/** The family's part that the form shows, with the outcome of a disagreement that was recorded later. */
function familyOf({ row, age }: RecordVersionParts): Partial<Family> {
  const { content, pinned, form_type: formType } = row;
  const family = pinned === null ? familyOnForm(content, { formType, age }) : isFullShown(pinned) ? pinned.family : null;
  const { basis, parents, lookedAfter, needsAllAdults, disagreement, child } = family ?? EMPTY_FAMILY;
  const shown = { basis, parents, lookedAfter, disagreement: row.disagreement ?? disagreement, child };
  return deciderOf(formType) === 'family' ? { ...shown, needsAllAdults } : shown;
}

/** Ways to reach somebody, and ids of our own: neither is an answer. */
const LEFT_OUT: ReadonlySet<string> = new Set(['emailAddress', 'phone', 'id']);
const DATES: ReadonlySet<string> = new Set(['date', 'day']);
const INSTANTS: ReadonlySet<string> = new Set(['at', 'assessedAt', 'signedAt']);

/** A value as items, one for each scalar in it and one for each list of scalars; what is empty was not answered. */
function items(path: string, value: unknown): QuestionnaireItem[] {
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    const answer = value.flatMap((each) => answerOf(path, each));
    return answer.length === 0 ? [] : [{ linkId: path, answer }];
  }
  if (typeof value !== 'object' || value === null) {
    const answer = answerOf(path, value);
    return answer.length === 0 ? [] : [{ linkId: path, answer }];
  }
  return Object.entries(value)
    .filter(([name]) => !LEFT_OUT.has(name))
    .flatMap(([name, part]) => items(`${path}.${name}`, part));
}

function answerOf(path: string, value: unknown): QuestionnaireAnswer[] {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (typeof value === 'boolean') return [{ valueBoolean: value }];
  if (typeof value === 'number') return [{ valueInteger: value }];
  if (typeof value !== 'string' || value.trim() === '') return [];
  if (DATES.has(name)) return [{ valueDate: value }];
  return [INSTANTS.has(name) ? { valueDateTime: value } : { valueString: value }];
}
