import type { PageLanguage } from '#domain/values/patient-languages.ts';

type StopTexts = {
  readonly h1: string;
  readonly off: string;
  /** in the place of `off` where a language is offered */
  readonly offOrChoose: string;
  readonly goesOn: string;
  readonly languages: string;
  readonly reload: string;
  readonly goOn: string;
};

/** Words of the page that stops a signer whose browser translates. */
export const STOP_TEXTS: Readonly<Record<PageLanguage, StopTexts>> = {
  en: {
    h1: 'Your browser has changed these words',
    off: 'Turn its translation off.',
    offOrChoose: 'Turn its translation off, or choose your language here.',
    goesOn: 'If you go on, the form will say that you read a translation made by the browser. Nobody has checked it.',
    languages: 'Language',
    reload: 'I have turned it off',
    goOn: 'Go on with it',
  },
  cy: {
    h1: 'Mae eich porwr wedi newid y geiriau hyn',
    off: 'Diffoddwch ei gyfieithu.',
    offOrChoose: 'Diffoddwch ei gyfieithu, neu dewiswch eich iaith yma.',
    goesOn: 'Os ewch ymlaen, bydd y ffurflen yn dweud eich bod wedi darllen cyfieithiad gan y porwr. Nid oes neb wedi ei wirio.',
    languages: 'Iaith',
    reload: 'Rwyf wedi ei ddiffodd',
    goOn: 'Mynd ymlaen ag ef',
  },
  ar: {
    h1: 'غيّر متصفحك هذه الكلمات',
    off: 'أوقف الترجمة في المتصفح.',
    offOrChoose: 'أوقف الترجمة في المتصفح، أو اختر لغتك هنا.',
    goesOn: 'إذا تابعت، فسيُذكر في الاستمارة أنك قرأت ترجمة من المتصفح. لم يراجعها أحد.',
    languages: 'اللغة',
    reload: 'أوقفتُها',
    goOn: 'المتابعة بها',
  },
};
