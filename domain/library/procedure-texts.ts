import type { Benefit, Risk } from './procedure-parts.ts';
import { isOfEnglish, type TranslatedText, type TranslationKind } from '#domain/templates/translation.ts';
import type { ProcedureTranslationDraft } from './procedure-translation.ts';

/** The texts of a procedure that patients read, and that may be translated. */
export type ProcedureTexts = {
  readonly procedureName: string;
  readonly procedureDescription: string;
  readonly benefits: readonly Pick<Benefit, 'text'>[];
  readonly risks: readonly Pick<Risk, 'name' | 'text'>[];
  readonly alternatives: readonly string[];
};

/** The field of a text, with its place in the list where it has one: `risks.0.name`. */
export type TextPath = string;

/** Each English text of a procedure in the order of the editor; empty ones are left out. */
export function englishTextsOf(procedure: ProcedureTexts): { path: TextPath; english: string }[] {
  const { procedureName, procedureDescription, benefits, risks, alternatives } = procedure;
  return [
    { path: 'procedureName', english: procedureName },
    { path: 'procedureDescription', english: procedureDescription },
    ...benefits.map(({ text }, at) => ({ path: `benefits.${at}`, english: text })),
    ...risks.flatMap(({ name, text }, at) => [
      { path: `risks.${at}.name`, english: name },
      { path: `risks.${at}.text`, english: text },
    ]),
    ...alternatives.map((english, at) => ({ path: `alternatives.${at}`, english })),
  ].filter(({ english }) => english !== '');
}

type Texts = Omit<ProcedureTranslationDraft, 'language'>;

/** Each translated text with its path: `risks.0.name`. */
export function translatedTextsOf(translation: Texts): (TranslatedText & { path: TextPath })[] {
  const { procedureName, procedureDescription, benefits, risks, alternatives } = translation;
  const at = (path: TextPath, pair: TranslatedText | null) => (pair === null ? [] : [{ path, ...pair }]);
  return [
    ...at('procedureName', procedureName),
    ...at('procedureDescription', procedureDescription),
    ...benefits.flatMap((pair, nth) => at(`benefits.${nth}`, pair)),
    ...risks.flatMap(({ name, text }, nth) => [...at(`risks.${nth}.name`, name), ...at(`risks.${nth}.text`, text)]),
    ...alternatives.flatMap((pair, nth) => at(`alternatives.${nth}`, pair)),
  ];
}

/** `risks.name` of `risks.0.name`: the field of a text, without its place in the list. */
export function fieldOfTextPath(path: TextPath): string {
  return path.replace(/\.\d+/u, '');
}

/**
 * The translation of one English text: the one that was written for exactly this English, by its field. Undefined where there is none,
 * where the English has changed since, and where the field has two that differ.
 */
export function translationOf(translation: Texts, { path, english }: { path: TextPath; english: string }): string | undefined {
  const found = translatedTextsOf(translation).filter(
    (each) => fieldOfTextPath(each.path) === fieldOfTextPath(path) && isOfEnglish(each, english),
  );
  const texts = new Set(found.map(({ text }) => text));
  return texts.size === 1 ? found[0]?.text : undefined;
}

/** The rules of a procedure's translation: patients read each text of it that is of the present English, and the others in English. */
export const PROCEDURE_TRANSLATION: TranslationKind<ProcedureTranslationDraft, ProcedureTexts> = {
  empty: (language) => ({
    language,
    procedureName: null,
    procedureDescription: null,
    benefits: [],
    risks: [],
    alternatives: [],
  }),
  hasTexts: (translation) => translatedTextsOf(translation).length > 0,
  // A text that was left out or moved is no change of words.
  isUnchanged: (draft, before) => {
    const known = new Set(wordsOf(before));
    return wordsOf(draft).every((words) => known.has(words));
  },
  isReadable: (translation, procedure) => translatedTextsOf(presentPart(translation, procedure)).length > 0,
  untranslated: (translation, procedure) => [
    ...new Set(
      englishTextsOf(procedure)
        .filter((each) => translationOf(translation, each) === undefined)
        .map(({ english }) => english),
    ),
  ],
};

/**
 * The part of a translation that a reader of the procedure is shown: the texts of its present English. Those of other English words,
 * and those of which a field has two, are left out.
 */
export function presentPart<T extends Texts>(translation: T, procedure: ProcedureTexts): T {
  const english = englishTextsOf(procedure).map((each) => ({ ...each, kind: fieldOfTextPath(each.path) }));
  const isRead = (kind: TextPath, pair: TranslatedText | null): pair is TranslatedText =>
    pair !== null &&
    english.some((each) => each.kind === kind && each.english === pair.english && translationOf(translation, each) === pair.text);
  const orNull = (kind: TextPath, pair: TranslatedText | null) => (isRead(kind, pair) ? pair : null);
  return {
    ...translation,
    procedureName: orNull('procedureName', translation.procedureName),
    procedureDescription: orNull('procedureDescription', translation.procedureDescription),
    benefits: translation.benefits.filter((pair) => isRead('benefits', pair)),
    risks: translation.risks
      .map(({ name, text }) => ({ name: orNull('risks.name', name), text: orNull('risks.text', text) }))
      .filter(({ name, text }) => name !== null || text !== null),
    alternatives: translation.alternatives.filter((pair) => isRead('alternatives', pair)),
  };
}

function wordsOf(translation: Texts): string[] {
  return translatedTextsOf(translation).map(({ path, english, text }) => JSON.stringify([fieldOfTextPath(path), english, text]));
}
