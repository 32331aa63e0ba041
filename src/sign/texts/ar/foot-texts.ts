import type { FootTexts } from '#src/sign/texts/foot-texts.ts';

/** Sentences of the foot of every page. */
export const arabicFoot: FootTexts = {
  privacy: 'إشعار الخصوصية (بالإنجليزية)',
  accessibility: 'إمكانية الوصول (بالإنجليزية)',
};
