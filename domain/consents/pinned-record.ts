import { detailsOfChoices, wholeDetail } from './choice-details.ts';
import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { isInterpreted, type ConsentProcedure, type Interpreter } from './consent.ts';
import type { Capacity } from '#domain/capacity/capacity.ts';
import type { FullShownContent, ShownContent, ShownFields } from './digest.ts';
import type { SecondAssessment } from '#domain/family/child.ts';
import type { Family } from '#domain/family/family.ts';
import { FULL_SHAPE, pickBy, SECOND_ASSESSMENT, TRANSLATION, WHOLE_SHAPE } from './pinned-shape.ts';
import type { PlannedRecipient } from './recipients.ts';
import { formStatements } from './form-statements.ts';
import { hasSections, withoutSections } from '#domain/library/stored-section.ts';
import { shownChoices } from './shown-choices.ts';
import type { PinnedTranslation } from './pinned-translation.ts';
import type { TranslatedText } from '#domain/templates/translation.ts';
import { FORMS } from '#domain/forms/form-rules.ts';

/** The newest record that this build pins: the fourth names the court that decides, the fifth has the shape of version 4, the sixth meanings. */
export const SHOWN_VERSION = 6;

/** The newest shape of a record. */
export const NEWEST_SHAPE = 4;

/** The first record whose statement names the court that decides. */
export const COURT_NAMED_SINCE = 4;

/** The first record with the details of its choices. */
export const DETAILS_SINCE = 5;

/** The first record with the meanings of what is signed. */
export const MEANINGS_SINCE = 6;

/** The shape that builds with sections know: a build that knows an earlier one alone shows none. */
export const SECTIONS_SINCE = 3;

/** Everything of one version that is fixed when it is sent. */
export type PinInput = Omit<ShownFields, 'recipients'> & {
  readonly oldProcedures: readonly ConsentProcedure[];
  readonly family: Family;
  readonly capacity: Capacity | null;
  readonly recipients: readonly PlannedRecipient[];
  /** null: the form is in English alone */
  readonly translation: PinnedTranslation | null;
  readonly choiceDetails?: readonly ChoiceDetail[] | undefined;
  /** of what is signed, in the language of the translation; null or absent: a form in English alone, or of a build before meanings */
  readonly meanings?: readonly TranslatedText[] | null;
};

/**
 * The builds before of which a tablet may have pinned a form offline.
 *
 * @property isByOlderBuild - in version 1; such builds completed no form with a family's part or for somebody who cannot decide, so that
 *   these are never without it
 * @property namesNoCourt - from before the statement named the court that decides
 */
export type PinOptions = { readonly isByOlderBuild?: boolean; readonly namesNoCourt?: boolean };

/**
 * The record that is pinned at send, and shown to every signer. Version 2 of its shape is used only where version 1 cannot hold what is
 * shown, version 3 only with a translation, version 4 only with details of its choices or meanings; server and tablet share this function, so that their digests agree.
 */
export function pinnedRecordOf(input: PinInput, { isByOlderBuild = false, namesNoCourt = false }: PinOptions = {}): ShownContent {
  const isFull = isByOlderBuild ? hasPartsOfItsOwn(input) : needsFullShape(input);
  return isFull ? fullShape(input, namesNoCourt) : firstShape(input);
}

/** Whether a form shows more than version 1 of the record can hold. */
function needsFullShape(input: PinInput): boolean {
  const { interpreting, oldProcedures } = input;
  const hasInterpreter = interpreting.interpreter !== null && isInterpreted(interpreting);
  return (
    hasPartsOfItsOwn(input) ||
    hasInterpreter ||
    oldProcedures.length > 0 ||
    input.procedures.some(hasSections) ||
    input.translation !== null ||
    detailsShown(input) !== undefined
  );
}

/** Whether others decide, or a child: somebody signs on the strength of a part that version 1 leaves out. */
function hasPartsOfItsOwn({ formType, family }: PinInput): boolean {
  const { hasPart } = FORMS[formType];
  return hasPart.family || hasPart.capacity || family.child !== null;
}

function firstShape({ formType, template, procedures, answers, interpreting, patient, recipients }: PinInput): ShownContent {
  return {
    formType,
    template,
    // Version 1 never has the member: a tablet of a build before showed no sections, whatever the form has.
    procedures: procedures.map(withoutSections),
    answers,
    interpreting,
    patient,
    recipients: recipients.map(({ role, name, order }) => ({ role, name, order })),
  };
}

function fullShape(input: PinInput, namesNoCourt: boolean): FullShownContent {
  const { hasPart } = FORMS[input.formType];
  const details = detailsShown(input);
  const isTranslated = input.translation !== null;
  const small = isTranslated ? { ...FULL_SHAPE, translation: TRANSLATION } : FULL_SHAPE;
  const isWhole = details !== undefined || (input.meanings ?? null) !== null;
  const picked = pickBy(isWhole ? WHOLE_SHAPE : small, {
    ...input,
    shownVersion: isWhole ? 4 : isTranslated ? 3 : 2,
    choiceDetails: details?.map(wholeDetail),
    answers: { ...input.answers, additionalChoices: shownChoices(input.formType, input.answers.additionalChoices) },
    interpreting: { ...input.interpreting, interpreter: partyOf(input.interpreting.interpreter) },
    family: hasPart.family || input.family.child !== null ? input.family : null,
    capacity: hasPart.capacity ? input.capacity : null,
    statements: formStatements(input, { namesNoCourt }),
  });
  // The shape names the fields of the type.
  return withSecondAssessment(picked as FullShownContent, input.family);
}

/** The details of the choices that the form shows. */
function detailsShown({ formType, answers, choiceDetails }: PinInput): ChoiceDetail[] | undefined {
  return detailsOfChoices({ additionalChoices: shownChoices(formType, answers.additionalChoices), choiceDetails });
}

function withSecondAssessment(record: FullShownContent, { child }: Family): FullShownContent {
  const gillick = record.family?.child?.gillick ?? null;
  const second = child?.gillick?.second ?? null;
  if (record.family == null || record.family.child === null || gillick === null || second === null) return record;
  // The shape names the fields of the type.
  const picked = pickBy(SECOND_ASSESSMENT, second) as SecondAssessment;
  return { ...record, family: { ...record.family, child: { ...record.family.child, gillick: { ...gillick, second: picked } } } };
}

// The contact data of an interpreter are not part of what is shown.
function partyOf(interpreter: Interpreter | null): object | null {
  if (interpreter === null) return null;
  const { emailAddress: _e, phone: _p, ...party } = interpreter;
  return party;
}
