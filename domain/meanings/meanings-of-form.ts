import { detailedChoices } from '#domain/consents/choice-details.ts';
import { isStarterChoice } from '#domain/consents/choice-in-words.ts';
import { CHOICE_WORDS, NOT_ANSWERED } from '#domain/consents/choice-words.ts';
import { formStatements, statementFactsOf } from '#domain/consents/form-statements.ts';
import type { PinInput } from '#domain/consents/pinned-record.ts';
import { shownChoices } from '#domain/consents/shown-choices.ts';
import { SIGNED_TITLES } from '#domain/consents/signed-titles.ts';
import { isClinician } from '#domain/forms/signer-roles.ts';
import { LATER_STATEMENT } from '#domain/signing/later-signature.ts';
import { witnessStatement } from '#domain/signing/witness-statement.ts';
import { STARTER_RIGHTS } from '#domain/templates/starter-rights.ts';
import { STARTER_TEXTS } from '#domain/templates/starter-texts.ts';
import { linesOfTemplate } from '#domain/templates/template-texts.ts';
import type { TranslatedText } from '#domain/templates/translation.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import { ARABIC } from './arabic.ts';
import { countsInEnglish, ONLY_ENGLISH, REST_IN_ENGLISH } from './counts-in-english.ts';
import { WELSH } from './welsh.ts';
import type { MeaningTexts } from './meaning-texts.ts';

const TEXTS: Readonly<Record<PatientLanguage, MeaningTexts>> = { cy: WELSH, ar: ARABIC };

/**
 * The meaning of each text that the signers of a form sign under, beside its English: their sentences, the choices with all answers to
 * them, headings, and the form's own text where no translator has written it. A text without one is in English alone, and says so. Server
 * and tablet share this function, so that they pin the same.
 */
export function meaningsOfForm(input: PinInput, language: PatientLanguage): TranslatedText[] {
  const texts = TEXTS[language];
  const choices = choiceMeanings(input, texts);
  const found = new Map([
    ...statementMeanings(input, texts),
    ...choices,
    ...(choices.length === 0 ? [] : [[LATER_STATEMENT, texts.later] as const]),
    ...pairs(SIGNED_TITLES, texts.titles),
    ...(input.translation?.template == null ? templateMeanings(input, texts) : []),
    [ONLY_ENGLISH, texts.onlyEnglish],
    [countsInEnglish(language), texts.notReviewed],
  ]);
  return [...found].map(([english, text]) => ({ english, text }));
}

type Pair = readonly [english: string, text: string];

/** The sentence of each signer, and those of a witness of each, who may have to make a mark or to say it. */
function statementMeanings(input: PinInput, { statements }: MeaningTexts): Pair[] {
  const facts = statementFactsOf(input);
  const own = formStatements(input).map(({ role, text }): Pair => [text, statements.ofSecondShape(role, facts)]);
  const witnessed = input.recipients
    .filter(({ role }) => !isClinician(role))
    .flatMap(({ name }) => WITNESSED.map((method): Pair => [witnessStatement(name, method), statements.ofWitness(name, method)]));
  return [...own, ...witnessed].filter(([, text]) => text !== '');
}

const WITNESSED = ['MARK_WITNESSED', 'VERBAL_WITNESSED'] as const;

/** The questions that this product asks, and what can be answered to any. */
function choiceMeanings({ formType, answers, choiceDetails }: PinInput, { choices, answers: words }: MeaningTexts): Pair[] {
  const shown = detailedChoices({ additionalChoices: shownChoices(formType, answers.additionalChoices), choiceDetails });
  if (shown.length === 0) return [];
  const questions = shown
    .filter(isStarterChoice)
    // The ids of the choices of this product are the keys of their meanings.
    .map(({ id, title }): Pair => [title, choices[id as keyof typeof choices]]);
  return [...questions, ...pairs({ ...CHOICE_WORDS, NONE: NOT_ANSWERED }, words)];
}

/** The lines of the form's own text that this product has written. */
function templateMeanings({ template }: PinInput, { rights, starter, restInEnglish }: MeaningTexts): Pair[] {
  const known = new Map<string, string>([
    [STARTER_RIGHTS.title, rights.title],
    ...STARTER_RIGHTS.lines.map((line, at): Pair => [line, rights.lines[at] ?? '']),
    ...pairs(STARTER_TEXTS, starter),
  ]);
  const lines = linesOfTemplate(template.nodes);
  const found = lines.flatMap((line): Pair[] => {
    const text = known.get(line);
    return text === undefined ? [] : [[line, text]];
  });
  return found.length === lines.length ? found : [...found, [REST_IN_ENGLISH, restInEnglish]];
}

function pairs<K extends string>(english: Readonly<Record<K, string>>, texts: Readonly<Record<K, string>>): Pair[] {
  // The keys of an object are its own.
  return (Object.keys(english) as K[]).map((key) => [english[key], texts[key]]);
}
