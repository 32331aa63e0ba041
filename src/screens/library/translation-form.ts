import { hasInk } from '#domain/values/ink.ts';
import { PATIENT_LANGUAGES } from '#domain/values/patient-languages.ts';
import {
  englishTextsOf,
  fieldOfTextPath,
  translatedTextsOf,
  type ProcedureTexts,
  type TextPath,
} from '#domain/library/procedure-texts.ts';
import type { TranslatedText } from '#domain/templates/translation.ts';
import type { ProcedureTranslation, ProcedureTranslationDraft } from '#domain/library/procedure-translation.ts';
import * as v from 'valibot';

const text = v.string();

/** One translation as form input: each text with its field, and with the English that it was written for. */
export const TranslationForm = v.object({
  language: v.picklist(PATIENT_LANGUAGES),
  texts: v.array(v.object({ kind: text, english: text, text })),
});
export type TranslationForm = v.InferOutput<typeof TranslationForm>;
type Entry = TranslationForm['texts'][number];

/** The English parts of a form. */
export type EnglishForm = {
  readonly procedureName: string;
  readonly procedureDescription: string;
  readonly benefits: readonly { readonly text: string }[];
  readonly risks: readonly { readonly name: string; readonly text: string }[];
  readonly alternatives: readonly { readonly text: string }[];
};

/** Stored translations as the form shows them. */
export function translationFormsOf(translations: readonly ProcedureTranslation[]): TranslationForm[] {
  return translations.map(({ language, ...translation }) => ({
    language,
    texts: translatedTextsOf(translation).map(({ path, ...pair }) => ({ kind: fieldOfTextPath(path), ...pair })),
  }));
}

/** One English text of the form with its translation, and with that of an earlier English text in its place. */
export type TranslationLine = {
  readonly path: TextPath;
  readonly kind: string;
  readonly english: string;
  /** empty while there is none */
  readonly text: string;
  /** of English words that are not in the form any more */
  readonly before: Entry | undefined;
};

/** The lines of a translation, in the order of the form. */
export function linesOfTranslation(form: EnglishForm, { texts }: TranslationForm): TranslationLine[] {
  const english = englishTextsOf(textsOfForm(form)).map((each) => ({ ...each, kind: fieldOfTextPath(each.path) }));
  const isOf = (entry: Entry) => english.some((each) => each.kind === entry.kind && each.english === entry.english);
  const left = texts.filter((entry) => !isOf(entry) && hasInk(entry.text));
  return english.map((each) => {
    const found = texts.find((entry) => entry.kind === each.kind && entry.english === each.english);
    const at = found === undefined ? left.findIndex(({ kind }) => kind === each.kind) : -1;
    return { ...each, text: found?.text ?? '', before: at === -1 ? undefined : left.splice(at, 1)[0] };
  });
}

/** A translation with another text for one line; an empty one takes it away. */
export function withTranslated(
  translation: TranslationForm,
  { kind, english }: Pick<TranslationLine, 'kind' | 'english'>,
  edited: string,
): TranslationForm {
  const isLine = (entry: Entry) => entry.kind === kind && entry.english === english;
  if (!translation.texts.some(isLine)) return { ...translation, texts: [...translation.texts, { kind, english, text: edited }] };
  return { ...translation, texts: translation.texts.map((each) => (isLine(each) ? { ...each, text: edited } : each)) };
}

/** The translations of a call, and the id of the control for a path of it. One without a text is left out. */
export function translationInput(form: EnglishForm & { readonly translations: readonly TranslationForm[] }) {
  const fields = new Map<string, string>();
  const drafts = form.translations
    .map((each) => ({ language: each.language, lines: linesOfTranslation(form, each).filter((line) => pairOf(line) !== null) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ language, lines }, nth): ProcedureTranslationDraft => {
      const pairAt = (line: TranslationLine | undefined, path: string) => {
        if (line === undefined) return null;
        fields.set(`translations.${nth}.${path}.text`, fieldId(language, line));
        return pairOf(line);
      };
      const one = (kind: string) =>
        pairAt(
          lines.find((line) => line.kind === kind),
          kind,
        );
      const list = (kind: string) =>
        lines.filter((line) => line.kind === kind).flatMap((line, at) => pairAt(line, `${kind}.${at}`) ?? []);
      const risks = [...new Set(lines.filter(({ kind }) => kind.startsWith('risks.')).map(({ path }) => riskOf(path)))];
      const member = (risk: string, part: string, at: number) =>
        pairAt(
          lines.find(({ path }) => path === `${risk}.${part}`),
          `risks.${at}.${part}`,
        );
      return {
        language,
        procedureName: one('procedureName'),
        procedureDescription: one('procedureDescription'),
        benefits: list('benefits'),
        risks: risks.map((risk, at) => ({ name: member(risk, 'name', at), text: member(risk, 'text', at) })),
        alternatives: list('alternatives'),
      };
    });
  return { drafts, fieldAt: (path: string) => fields.get(path) };
}

/** The id of the control of a line. */
export function fieldId(language: string, { path }: Pick<TranslationLine, 'path'>): string {
  return `translations.${language}.${path}`;
}

/** The stored pair of a line: its translation, or else the one of its English before. */
function pairOf({ english, text: own, before }: TranslationLine): TranslatedText | null {
  if (hasInk(own)) return { english, text: own };
  return before === undefined ? null : { english: before.english, text: before.text };
}

/** The English texts of a form as they will be stored. */
export function textsOfForm({ procedureName, procedureDescription, benefits, risks, alternatives }: EnglishForm): ProcedureTexts {
  return {
    procedureName: stored(procedureName),
    procedureDescription: stored(procedureDescription),
    benefits: benefits.map((each) => ({ text: stored(each.text) })),
    risks: risks.map((each) => ({ name: stored(each.name), text: stored(each.text) })),
    alternatives: alternatives.map((each) => stored(each.text)),
  };
}

/** A text as it will be stored. */
function stored(edited: string): string {
  return edited.replaceAll('\r\n', '\n').replaceAll('\r', '\n').normalize('NFC').trim();
}

/** `risks.2` of `risks.2.name`. */
function riskOf(path: TextPath): string {
  return path.slice(0, path.lastIndexOf('.'));
}
