import { isSameValue } from '#domain/base/canonical.ts';
import { ENGLISH_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { lineWords, type Clash, type FieldMerge, type MergeWords } from '#src/editing/form-merge.ts';
import type { Sides } from '#src/editing/merge-lines.ts';

type Translation = { readonly language: PatientLanguage };
type Translated<T> = { readonly translations: readonly T[] };
/** The written texts of one language, by names that stay when another person edits a text. */
type Texts<E> = ReadonlyMap<string, E>;

/** One kind of translation as the merge uses it. `E`: a text with its English. */
export type TranslatedTexts<T, E> = {
  readonly textsOf: (translation: T) => Texts<E>;
  readonly withTexts: (language: PatientLanguage, texts: readonly E[]) => T | null;
  readonly wordsOf: (text: E, language: PatientLanguage) => readonly MergeWords[];
  /** the English that tells a text from the others of its translation; null where there is one text alone */
  readonly englishOf: (text: E) => string | null;
  /** a rich text, to read as a whole */
  readonly nodesOf?: (text: E) => readonly TemplateNode[];
};

/** The merge of two people's edits of translations: by language, and of each language by its texts. */
export function translationsMerge<T extends Translation, E, F extends Translated<T>>(kind: TranslatedTexts<T, E>): FieldMerge<F> {
  return ({ base, mine, theirs }) => {
    const languages = new Set([...theirs.translations, ...mine.translations].map(({ language }) => language));
    const merged = [...languages].map((language) => {
      const textsIn = ({ translations }: F) => {
        const found = translations.find((each) => each.language === language);
        return found === undefined ? undefined : kind.textsOf(found);
      };
      return mergeLanguage<T, E, F>(kind, language, { base: textsIn(base), mine: textsIn(mine), theirs: textsIn(theirs) });
    });
    return {
      apply: (form) => ({ ...form, translations: merged.flatMap(({ translation }) => translation ?? []) }),
      clashes: merged.flatMap(({ clashes }) => clashes),
      taken: merged.filter(({ isTaken }) => isTaken).map(({ language }) => nameOf(language)),
    };
  };
}

type LanguageMerge<T, F> = {
  readonly language: PatientLanguage;
  readonly translation: T | null;
  readonly clashes: readonly Clash<F>[];
  readonly isTaken: boolean;
};

function mergeLanguage<T extends Translation, E, F extends Translated<T>>(
  kind: TranslatedTexts<T, E>,
  language: PatientLanguage,
  { base, mine, theirs }: Sides<Texts<E> | undefined>,
): LanguageMerge<T, F> {
  const formOf = (texts: Texts<E> | undefined) => (texts === undefined ? null : kind.withTexts(language, [...texts.values()]));
  const all = { language, clashes: [], isTaken: false };
  if (isSameTexts(base, theirs) || isSameTexts(mine, theirs)) return { ...all, translation: formOf(mine) };
  if (isSameTexts(base, mine)) return { ...all, translation: formOf(theirs), isTaken: true };
  if (mine === undefined || theirs === undefined) {
    const clash: Clash<F> = {
      id: `translations.${language}`,
      label: nameOf(language),
      words: lineWords({ mine, theirs }, (texts) => [...texts.values()].flatMap((text) => kind.wordsOf(text, language))),
      text: wholeText(kind, language, theirs?.size === 1 ? [...theirs.values()][0] : undefined),
      settle: (form, side) => withLanguage(form, language, formOf({ mine, theirs }[side])),
    };
    return { ...all, translation: formOf(mine), clashes: [clash] };
  }
  const clashes: Clash<F>[] = [];
  const texts: E[] = [];
  let isTaken = false;
  for (const [at, id] of [...new Set([...theirs.keys(), ...mine.keys(), ...(base?.keys() ?? [])])].entries()) {
    const [from, me, them] = [base?.get(id), mine.get(id), theirs.get(id)];
    const isOwn = !isSameValue(from, me);
    const isTheirs = !isSameValue(from, them);
    if (isOwn && isTheirs && !isSameValue(me, them)) clashes.push(textClash(kind, { language, id, at, mine: me, theirs: them }));
    if (isTheirs && !isOwn) isTaken = true;
    const value = isOwn ? me : them;
    if (value !== undefined) texts.push(value);
  }
  return { language, translation: kind.withTexts(language, texts), clashes, isTaken };
}

type TextSides<E> = {
  readonly language: PatientLanguage;
  /** name of the text in its translation, and its place there */
  readonly id: string;
  readonly at: number;
  readonly mine: E | undefined;
  readonly theirs: E | undefined;
};

function textClash<T extends Translation, E, F extends Translated<T>>(
  kind: TranslatedTexts<T, E>,
  { language, id, at, ...sides }: TextSides<E>,
): Clash<F> {
  const named = sides.theirs ?? sides.mine;
  const english = named === undefined ? null : kind.englishOf(named);
  const wordsOf = (text: E) => kind.wordsOf(text, language);
  return {
    id: english === null ? `translations.${language}` : `translations.${language}.${at}`,
    label: english === null ? nameOf(language) : `${nameOf(language)} of “${english}”`,
    // The label has the text's English, which names it already.
    words: lineWords(sides, (text) => (english === null ? wordsOf(text) : wordsOf(text).map((each) => ({ ...each, label: '' })))),
    text: wholeText(kind, language, sides.theirs),
    settle: (form, side) => {
      const chosen = sides[side];
      const found = form.translations.find((each) => each.language === language);
      const texts = new Map(found === undefined ? [] : kind.textsOf(found));
      texts.delete(id);
      const others = [...texts.values()];
      return withLanguage(form, language, kind.withTexts(language, chosen === undefined ? others : [...others, chosen]));
    },
  };
}

function wholeText<T, E>(
  { nodesOf }: TranslatedTexts<T, E>,
  language: PatientLanguage,
  text: E | undefined,
): Clash<unknown>['text'] {
  return nodesOf === undefined || text === undefined ? undefined : { nodes: nodesOf(text), language };
}

function withLanguage<T extends Translation, F extends Translated<T>>(form: F, language: PatientLanguage, next: T | null): F {
  const { translations } = form;
  const isThere = translations.some((each) => each.language === language);
  const replaced = translations.flatMap((each) => (each.language === language ? (next ?? []) : each));
  return { ...form, translations: isThere || next === null ? replaced : [...translations, next] };
}

function isSameTexts<E>(one: Texts<E> | undefined, other: Texts<E> | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.size === other.size && [...one].every(([id, text]) => other.has(id) && isSameValue(other.get(id), text));
}

function nameOf(language: PatientLanguage): string {
  return `${ENGLISH_NAMES[language]} translation`;
}
