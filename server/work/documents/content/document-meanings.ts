import type { DetailedChoice } from '#domain/consents/choice-details.ts';
import { CHOICE_WORDS, NOT_ANSWERED } from '#domain/consents/choice-words.ts';
import { isFullShown, type ShownContent } from '#domain/consents/digest.ts';
import { pinnedMeanings } from '#domain/consents/pinned-meanings.ts';
import { SIGNED_TITLES } from '#domain/consents/signed-titles.ts';
import { isClinician, type SignerRole } from '#domain/forms/signer-roles.ts';
import { countsInEnglish, ONLY_ENGLISH, REST_IN_ENGLISH } from '#domain/meanings/counts-in-english.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import type { ChoiceMeaning, Meaning, PdfBlock, SignedMeaning, Span, WriteField } from '#server/outside/pdf/blocks.ts';

/** The meanings that a form was sent with. */
type Meanings = { readonly language: PatientLanguage; readonly of: (english: string) => string | undefined };

function meaningsIn(pinned: ShownContent): Meanings | null {
  const full = isFullShown(pinned) ? pinned : null;
  const language = full?.translation?.language;
  const of = language === undefined ? null : pinnedMeanings(full, language);
  return language === undefined || of === null ? null : { language, of };
}

/** Whether the meanings of what is signed were sent with a form. */
export function hasMeanings(pinned: ShownContent): boolean {
  return meaningsIn(pinned) !== null;
}

/** The meaning of a sentence that is signed, to stand below it: none where staff sign it, and the words for none where nobody has written it. */
export function statementMeaning(
  pinned: ShownContent,
  { role, statement }: { role: SignerRole; statement: string },
): { meaning?: SignedMeaning } {
  const meanings = meaningsIn(pinned);
  if (meanings === null || isClinician(role) || statement === '') return {};
  const { language, of } = meanings;
  const text = of(statement);
  const english = text === undefined ? ONLY_ENGLISH : countsInEnglish(language);
  return { meaning: { language, ...(text === undefined ? {} : { text }), beside: { english, text: of(english) ?? '' } } };
}

/**
 * The meaning of a choice with its answer, to stand below both: a question that nobody has translated is in English alone, and so is what
 * stands on a paper.
 *
 * @param unanswered - the words that stand in place of a missing answer, where it is not ours
 */
export function choiceMeaning(
  pinned: ShownContent,
  { title, answer, tick }: DetailedChoice,
  unanswered?: string,
): { meaning?: ChoiceMeaning } {
  const meanings = meaningsIn(pinned);
  if (meanings === null) return {};
  const { language, of } = meanings;
  const isOnPaper = tick !== undefined || unanswered !== undefined;
  const answered = answer !== null ? CHOICE_WORDS[answer] : isOnPaper ? null : NOT_ANSWERED;
  const words = answered === null ? undefined : of(answered);
  return {
    meaning: { language, title: of(title) ?? of(ONLY_ENGLISH) ?? '', ...(words === undefined ? {} : { answer: words }) },
  };
}

/** The meaning of a question that is answered by ticking one of these words. */
export function questionMeaning(
  pinned: ShownContent,
  { title, options }: { title: string; options: readonly string[] },
): Pick<WriteField, 'meaning'> {
  const meanings = meaningsIn(pinned);
  if (meanings === null) return {};
  const { language, of } = meanings;
  return { meaning: { language, label: of(title) ?? of(ONLY_ENGLISH) ?? '', options: options.map(of) } };
}

/** The blocks with the meaning of each heading, paragraph and item below it; one text says where the others are in English alone. */
export function withMeanings(pinned: ShownContent, blocks: readonly PdfBlock[]): PdfBlock[] {
  const meanings = meaningsIn(pinned);
  if (meanings === null) return [...blocks];
  const { language, of } = meanings;
  const found = blocks.map((block) => withMeaning(block, meanings));
  const rest = of(REST_IN_ENGLISH);
  if (rest === undefined) return found;
  const note: PdfBlock = { kind: 'paragraph', spans: [{ text: REST_IN_ENGLISH }, below(language, rest)] };
  const at = found.findIndex((block) => block.kind === 'heading' && block.text === SIGNED_TITLES.signatures);
  return found.toSpliced(at === -1 ? found.length : at, 0, note);
}

function withMeaning(block: PdfBlock, meanings: Meanings): PdfBlock {
  const { language, of } = meanings;
  const translated = (spans: readonly Span[]): readonly Span[] => {
    const text = of(spans.map((span) => span.text).join(''));
    return text === undefined ? spans : [...spans, below(language, text)];
  };
  switch (block.kind) {
    case 'heading': {
      const text = of(block.text);
      return text === undefined ? block : { ...block, meaning: { language, text } satisfies Meaning };
    }
    case 'paragraph':
      return { ...block, spans: translated(block.spans) };
    case 'list': {
      const { items, nested } = block;
      const inside = nested?.map((each) => each.map((one) => withMeaning(one, meanings)));
      return { ...block, items: items.map(translated), ...(inside && { nested: inside }) };
    }
    case 'frame':
      return { ...block, blocks: block.blocks.map((each) => withMeaning(each, meanings)) };
    default:
      return block;
  }
}

function below(language: PatientLanguage, text: string): Span {
  return { text, language, translates: true };
}
