import { ENGLISH_NAMES, OWN_NAMES, type PatientLanguage } from '#domain/values/patient-languages.ts';
import { isFullShown, type ShownContent } from '#domain/consents/digest.ts';
import { hasTranslatedText, type PinnedTranslation } from '#domain/consents/pinned-translation.ts';
import { composed } from '#domain/values/composed.ts';
import type { PdfBlock, Span } from '#server/outside/pdf/blocks.ts';
import { templateBlocks } from './document-template.ts';
import { hasMeanings } from './document-meanings.ts';
import { heading } from './document-parts.ts';

/** The words to stand below an English text: its translation; none where there is none. */
export type Translate = (english: string) => Span[];

/** The translation that a form was sent with. */
export function translateOf(pinned: ShownContent): Translate {
  const translation = translationIn(pinned);
  if (translation === undefined) return () => [];
  const texts = new Map(translation.texts.map(({ english, text }) => [english, text]));
  return (english) => {
    const text = texts.get(english);
    return text === undefined ? [] : [{ text, language: translation.language, translates: true }];
  };
}

/** The notice for readers of both languages: the English counts, and whether the translation was reviewed. */
export function translationNotice(pinned: ShownContent): PdfBlock[] {
  const translation = translationIn(pinned);
  if (translation === undefined) return [];
  const { language, reviewed } = translation;
  const name = ENGLISH_NAMES[language];
  if (!hasTranslatedText(translation)) return [meaningsNotice(language)];
  return [
    {
      kind: 'notice',
      tone: reviewed ? 'info' : 'warn',
      title: composed`English, with a translation into ${name}`,
      spans: [
        {
          text: `Each translated text stands below its English text. What is signed is the English. `,
        },
        {
          text: reviewed
            ? `A second person has reviewed the translation (`
            : `The translation has not been reviewed by a second person yet (`,
        },
        { text: OWN_NAMES[language], language },
        { text: reviewed && hasMeanings(pinned) ? '). The meanings of what is signed are not reviewed.' : ').' },
      ],
    },
  ];
}

/** The same for a form of which the meanings alone of what is signed are in another language. */
function meaningsNotice(language: PatientLanguage): PdfBlock {
  return {
    kind: 'notice',
    tone: 'warn',
    title: composed`English, with the meaning of what is signed in ${ENGLISH_NAMES[language]}`,
    spans: [
      { text: 'Each meaning stands below its English text. What is signed is the English. The meanings are not reviewed (' },
      { text: OWN_NAMES[language], language },
      { text: ').' },
    ],
  };
}

/** The form's own text in the other language: the places to sign stand in the English text before it. */
export function translatedTextBlocks(pinned: ShownContent): PdfBlock[] {
  const translation = translationIn(pinned);
  if (translation === undefined || translation.template === null) return [];
  const { language, template } = translation;
  return [
    heading(`Text of the form in ${ENGLISH_NAMES[language]}`),
    { kind: 'foreign', language, blocks: templateBlocks(template, () => []) },
  ];
}

function translationIn(pinned: ShownContent): PinnedTranslation | undefined {
  return isFullShown(pinned) ? (pinned.translation ?? undefined) : undefined;
}
