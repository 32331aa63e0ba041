import { apart } from '#domain/values/apart.ts';
import type { PageLanguage } from '#domain/values/patient-languages.ts';

/** The sentences that a letter has beside those of a mail, in one language: nothing of a patient, a clinician or a procedure can be passed. */
export type LetterWords = {
  readonly scan: string;
  readonly orType: string;
  /** @param ring - `Ring 01632 960001` */
  readonly together: (ring: string) => string;
  /** a letter says nothing for itself: an earlier one does @param contact - the ways to reach the hospital, as the end of a sentence */
  readonly isItReal: (contact: string, number: string) => string;
  /** @param address - of the page, without its scheme */
  readonly comeBack: (address: string) => string;
  /** of the picture, for somebody who does not see it */
  readonly code: string;
};

const ENGLISH: LetterWords = {
  scan: 'Point the camera of a phone or a tablet at the code. It opens the form.',
  orType: 'Or type this address into a browser:',
  together: (ring) => `${ring} and we go through the form with you.`,
  isItReal: (contact, number) =>
    `Is it real? Ring the number on an earlier letter from the hospital, or ${contact}, and say ${number}.`,
  comeBack: (address) => `If the hospital has your email address, you can come back to your form later at ${address}.`,
  code: 'Code that opens the form',
};

/** No translator has reviewed it yet. */
const WELSH: LetterWords = {
  scan: 'Pwyntiwch gamera ffôn neu lechen at y cod. Mae’n agor y ffurflen.',
  orType: 'Neu teipiwch y cyfeiriad hwn mewn porwr:',
  together: (ring) => `${ring} ac fe awn ni drwy’r ffurflen gyda chi.`,
  isItReal: (contact, number) =>
    `Ydy hyn yn wir? Ffoniwch y rhif ar lythyr cynharach o’r ysbyty, neu ${contact}, a dywedwch ${number}.`,
  comeBack: (address) =>
    `Os yw eich cyfeiriad e-bost gan yr ysbyty, gallwch ddod yn ôl at eich ffurflen yn nes ymlaen yn ${address}.`,
  code: 'Cod sy’n agor y ffurflen',
};

/** No translator has reviewed it yet. */
const ARABIC: LetterWords = {
  scan: 'وجّه كاميرا الهاتف أو الجهاز اللوحي إلى الرمز. إنه يفتح النموذج.',
  orType: 'أو اكتب هذا العنوان في المتصفح:',
  together: (ring) => `${ring} ونقرأ النموذج معك.`,
  isItReal: (contact, number) =>
    `هل هذه الرسالة حقيقية؟ اتصل بالرقم الموجود في رسالة سابقة من المستشفى، أو ${contact}، واذكر ${apart(number)}.`,
  comeBack: (address) => `إذا كان لدى المستشفى عنوان بريدك الإلكتروني، يمكنك أن تعود إلى نموذجك لاحقًا على ${apart(address)}.`,
  code: 'رمز يفتح النموذج',
};

/** The sentences of letters in each language of the patients' pages. */
export const LETTER_WORDS: Readonly<Record<PageLanguage, LetterWords>> = { en: ENGLISH, cy: WELSH, ar: ARABIC };
