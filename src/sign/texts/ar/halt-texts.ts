import type { HaltTexts } from '#src/sign/texts/halt-texts.ts';

/** Words of a form that cannot be shown on this tablet, or does not count any more. */
export const arabicHalt: HaltTexts = {
  outdated: {
    h1: 'يحتاج هذا الجهاز إلى تحديث',
    lines: ['هذا النموذج أحدث من التطبيق على هذا الجهاز، فلا يمكن عرضه.', 'من فضلك أعد الجهاز إلى الطبيب.'],
  },
  replaced: {
    h1: 'هناك نموذج أحدث',
    lines: ['هذا النموذج لم يعد صالحًا.', 'من فضلك أعد الجهاز إلى الطبيب.'],
  },
};
