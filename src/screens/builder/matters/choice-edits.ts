import { detailsOfChoices, isDetailOf } from '#domain/consents/choice-details.ts';
import type { AdditionalChoice, Interpreter } from '#domain/consents/consent.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { languageName } from '#domain/values/language-name.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { choiceDetailFrom, choiceWordsValue, type ChoiceWordsValue } from '#src/ui/clinical/choice-words-value.ts';
import type { Draft } from '../draft/draft.ts';

/** The language to interpret, of a patient's record; empty where the record says English, which tells nothing about it. */
export function languageToInterpret({ language }: Pick<Patient['communication'], 'language'>): string {
  return /^en(?:-|$)/i.test(language) ? '' : languageName(language);
}

/** Gives one additional choice an answer; null leaves it to the patient. */
export function changeChoice(draft: Draft, id: string, answer: AdditionalChoice['answer']): Draft {
  return { ...draft, additionalChoices: draft.additionalChoices.map((each) => (each.id === id ? { ...each, answer } : each)) };
}

/** Changes the words of one choice, or its mark of safety. */
export function changeChoiceWords(draft: Draft, choice: AdditionalChoice, change: Partial<ChoiceWordsValue>): Draft {
  const { additionalChoices, choiceDetails = [] } = draft;
  const before = choiceDetails.find((each) => isDetailOf(each, choice));
  const value = { ...choiceWordsValue(before), ...change };
  const others = choiceDetails.filter(({ id }) => id !== choice.id);
  const made = choiceDetailFrom({ id: choice.id, ask: choice.title }, value);
  const isEmpty = made.isSafety !== true && Object.keys(made.words).length === 1;
  const own = isEmpty ? [] : [made];
  return { ...draft, choiceDetails: detailsOfChoices({ additionalChoices, choiceDetails: [...others, ...own] }) ?? [] };
}

const NOBODY: Interpreter = {
  name: '',
  emailAddress: null,
  phone: null,
  language: '',
  agencyId: null,
  mode: 'IN_PERSON',
  statement: '',
  relation: null,
  relationReason: '',
  signsHere: false,
};

/**
 * Changes the interpreter's details; details that are all as they start mean no interpreter.
 *
 * @param language - the language that the details start with: the patient's
 */
export function changeInterpreter(draft: Draft, change: Partial<Interpreter>, language: string): Draft {
  const start = { ...NOBODY, language };
  const interpreter = { ...start, ...draft.interpreter, ...change };
  const isNobody = isSameValue({ ...interpreter, mode: start.mode }, start);
  return { ...draft, interpreter: isNobody ? null : interpreter };
}
