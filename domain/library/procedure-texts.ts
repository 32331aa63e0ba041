import type { Benefit, Risk } from './procedure-parts.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import type { TranslatedText } from '#domain/templates/translation.ts';
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

/**
 * The translation of one English text: the one that was written for exactly this English, by its field. Undefined where there is none,
 * where the English has changed since, and where the field has two that differ.
 */
export function translationOf(
  translation: Omit<ProcedureTranslationDraft, 'language'>,
  { path, english }: { path: TextPath; english: string },
): string | undefined {
  const texts = new Set(textsAt(translation, path).flatMap((each) => (each?.english === english ? [each.text] : [])));
  return texts.size === 1 ? [...texts][0] : undefined;
}

function textsAt(
  { procedureName, procedureDescription, benefits, risks, alternatives }: Omit<ProcedureTranslationDraft, 'language'>,
  path: TextPath,
): readonly (TranslatedText | null)[] {
  const [field, , member] = path.split('.');
  switch (field) {
    case 'procedureName':
      return [procedureName];
    case 'procedureDescription':
      return [procedureDescription];
    case 'benefits':
      return benefits;
    case 'risks':
      return risks.map(({ name, text }) => (member === 'name' ? name : text));
    default:
      return alternatives;
  }
}

/** A translation without texts: its writers are known while there is none. */
export function emptyTranslation(language: PatientLanguage): ProcedureTranslationDraft {
  return { language, procedureName: null, procedureDescription: null, benefits: [], risks: [], alternatives: [] };
}

/** Whether there is a translation, and not its writers alone. */
export function hasTexts(translation: Omit<ProcedureTranslationDraft, 'language'>): boolean {
  return pairsOf(translation).length > 0;
}

/**
 * The part of a translation that a reader of the procedure is shown: the texts of its present English. Those of other English words,
 * and those of which a field has two, are left out.
 */
export function presentPart<T extends Omit<ProcedureTranslationDraft, 'language'>>(translation: T, procedure: ProcedureTexts): T {
  const english = englishTextsOf(procedure).map((each) => ({ ...each, kind: kindOf(each.path) }));
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

/** `risks.name` of `risks.0.name`: the field of a text, without its place in the list. */
export function kindOf(path: TextPath): string {
  return path.replace(/\.\d+/u, '');
}

/** Whether every translated text of one is in the other: what was left out or moved is no change of words. */
export function isWithin(
  texts: Omit<ProcedureTranslationDraft, 'language'>,
  others: Omit<ProcedureTranslationDraft, 'language'>,
): boolean {
  const known = new Set(pairsOf(others));
  return pairsOf(texts).every((pair) => known.has(pair));
}

function pairsOf(translation: Omit<ProcedureTranslationDraft, 'language'>): string[] {
  return FIELDS.flatMap((path) =>
    textsAt(translation, path).flatMap((each) => (each === null ? [] : [JSON.stringify([path, each.english, each.text])])),
  );
}

const FIELDS: readonly TextPath[] = [
  'procedureName',
  'procedureDescription',
  'benefits',
  'risks.0.name',
  'risks.0.text',
  'alternatives',
];
