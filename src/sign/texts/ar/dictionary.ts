import { ARABIC } from '#domain/meanings/arabic.ts';
import type { Dictionary } from '#src/sign/texts/reading-language.ts';
import { dictionaryOf } from '#src/sign/texts/dictionary-of.ts';
import { arabicRoles } from './by-role.ts';
import { arabicFoot } from './foot-texts.ts';
import { arabicForm } from './form-texts.ts';
import { arabicHalt } from './halt-texts.ts';
import { arabicHeard } from './heard-texts.ts';
import { arabicHome } from './home-texts.ts';
import { arabicLater } from './later-texts.ts';
import { arabicLink } from './link-texts.ts';
import { arabicReadAloud } from './read-aloud-texts.ts';
import { arabicResources } from './resource-texts.ts';
import { arabicRole } from './role-texts.ts';
import { arabicSentences } from './sentences.ts';
import { arabicUnderstanding } from './understanding-texts.ts';
import { arabicTexts, arabicTextsForOthers } from './texts.ts';

/** The pages in Arabic. No translator has reviewed them yet. */
export const arabic: Dictionary = dictionaryOf({
  language: 'ar',
  texts: arabicTexts,
  textsForOthers: arabicTextsForOthers,
  form: arabicForm,
  roles: arabicRoles,
  home: arabicHome,
  halt: arabicHalt,
  role: arabicRole,
  link: arabicLink,
  foot: arabicFoot,
  understanding: arabicUnderstanding,
  heard: arabicHeard,
  later: arabicLater,
  resources: arabicResources,
  readAloud: arabicReadAloud,
  sentences: arabicSentences,
  statements: ARABIC.statements,
  about: {
    languages: 'اللغة',
    comma: '، ',
    unreviewed: 'لم تُراجع هذه الترجمة بعد.',
    youSign: 'أنت توقّع الكلمات الإنجليزية أدناه. معناها مكتوب أعلاه.',
    noMeaning: 'الجملة التي توقّعها باللغة الإنجليزية. من فضلك اسأل الطبيب ماذا تقول.',
    inEnglish: 'ما يلي باللغة الإنجليزية. من فضلك اطلب من الطبيب أن يشرحه لك.',
    onlyEnglish: `${ARABIC.onlyEnglish}:`,
    notLoaded: 'لم تصل هذه اللغة. من فضلك حاول مرة أخرى.',
  },
});
