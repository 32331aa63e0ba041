import { ENGLISH_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { lineWords, type Clash, type PartMerge, type Words } from '#src/editing/form-merge.ts';
import type { Sides } from '#src/editing/merge-lines.ts';
import type { TranslationForm } from './translation-form.ts';
import { TEXT_WORDS } from './translation-words.ts';

type WithTranslations = { translations: TranslationForm[] };
type Entry = TranslationForm['texts'][number];
/** The texts of one language that are written, each once. */
type Texts = ReadonlyMap<string, Entry>;

/** Merges the translations of a procedure by language, and each of them by its texts. */
export function mergeTranslations<F extends WithTranslations>({ base, mine, theirs }: Sides<F>): PartMerge<F> {
  const languages = new Set([...theirs.translations, ...mine.translations].map(({ language }) => language));
  const merged = [...languages].map((language) =>
    mergeLanguage<F>(language, {
      base: textsIn(base, language),
      mine: textsIn(mine, language),
      theirs: textsIn(theirs, language),
    }),
  );
  const gone = base.translations.filter(({ language }) => !languages.has(language));
  const isOwnRemoval = (language: PatientLanguage) => textsIn(mine, language) === undefined;
  return {
    // The translations are the only part.
    part: { translations: merged.flatMap(({ translation }) => translation ?? []) } as unknown as Partial<F>,
    clashes: merged.flatMap(({ clashes }) => clashes),
    taken: [
      ...merged.filter(({ isTaken }) => isTaken).map(({ name }) => name),
      ...gone.filter(({ language }) => !isOwnRemoval(language)).map(({ language }) => nameOf(language)),
    ],
  };
}

type LanguageMerge<F> = {
  readonly name: string;
  readonly translation: TranslationForm | null;
  readonly clashes: readonly Clash<F>[];
  readonly isTaken: boolean;
};

function mergeLanguage<F extends WithTranslations>(
  language: PatientLanguage,
  { base, mine, theirs }: Sides<Texts | undefined>,
): LanguageMerge<F> {
  const name = nameOf(language);
  const formOf = (texts: Texts | undefined) => (texts === undefined ? null : { language, texts: [...texts.values()] });
  const all = { name, clashes: [], isTaken: false };
  if (isSameTexts(base, theirs) || isSameTexts(mine, theirs)) return { ...all, translation: formOf(mine) };
  if (isSameTexts(base, mine)) return { ...all, translation: formOf(theirs), isTaken: true };
  if (mine === undefined || theirs === undefined) {
    const clash: Clash<F> = {
      id: `translations.${language}`,
      label: name,
      words: lineWords({ mine, theirs }, (texts) => [...texts.values()].map((entry) => wordsOf(entry, language))),
      settle: (form, side) => withLanguage(form, language, formOf({ mine, theirs }[side])),
    };
    return { ...all, translation: formOf(mine), clashes: [clash] };
  }
  const clashes: Clash<F>[] = [];
  const texts: Entry[] = [];
  let isTaken = false;
  for (const [at, id] of [...new Set([...theirs.keys(), ...mine.keys(), ...(base?.keys() ?? [])])].entries()) {
    const [from, me, them] = [base?.get(id), mine.get(id), theirs.get(id)];
    const isOwn = from?.text !== me?.text;
    const isTheirs = from?.text !== them?.text;
    if (isOwn && isTheirs && me?.text !== them?.text) clashes.push(textClash({ language, at, mine: me, theirs: them }));
    if (isTheirs && !isOwn) isTaken = true;
    const value = isOwn ? me : them;
    if (value !== undefined) texts.push(value);
  }
  return { name, translation: { language, texts }, clashes, isTaken };
}

type TextSides = {
  readonly language: PatientLanguage;
  readonly at: number;
  readonly mine: Entry | undefined;
  readonly theirs: Entry | undefined;
};

function textClash<F extends WithTranslations>({ language, at, mine, theirs }: TextSides): Clash<F> {
  const { kind, english } = theirs ?? mine ?? { kind: '', english: '' };
  return {
    id: `translations.${language}.${at}`,
    label: `${nameOf(language)} of “${english}”`,
    words: lineWords({ mine, theirs }, (entry) => [{ ...wordsOf(entry, language), label: '' }]),
    settle: (form, side) => {
      const chosen = { mine, theirs }[side];
      const texts = form.translations.find((each) => each.language === language)?.texts ?? [];
      const others = texts.filter((each) => each.kind !== kind || each.english !== english);
      return withLanguage(form, language, { language, texts: chosen === undefined ? others : [...others, chosen] });
    },
  };
}

function withLanguage<F extends WithTranslations>(form: F, language: PatientLanguage, next: TranslationForm | null): F {
  const { translations } = form;
  const isThere = translations.some((each) => each.language === language);
  const replaced = translations.flatMap((each) => (each.language === language ? (next ?? []) : each));
  return { ...form, translations: isThere || next === null ? replaced : [...translations, next] };
}

function textsIn({ translations }: WithTranslations, language: PatientLanguage): Texts | undefined {
  const found = translations.find((each) => each.language === language);
  if (found === undefined) return undefined;
  const texts = new Map<string, Entry>();
  for (const entry of found.texts) {
    const id = `${entry.kind} ${entry.english}`;
    if (entry.text.trim() !== '' && !texts.has(id)) texts.set(id, entry);
  }
  return texts;
}

function isSameTexts(one: Texts | undefined, other: Texts | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.size === other.size && [...one].every(([id, { text }]) => other.get(id)?.text === text);
}

function wordsOf({ kind, text }: Entry, language: PatientLanguage): Words {
  return { label: TEXT_WORDS[kind] ?? 'Text', text, language };
}

function nameOf(language: PatientLanguage): string {
  return `${ENGLISH_NAMES[language]} translation`;
}
