import type { ReadAloudTexts } from '#src/sign/texts/read-aloud-texts.ts';
import { apart } from '#domain/values/apart.ts';

export const arabicReadAloud: ReadAloudTexts = {
  noVoiceOnTablet: 'ليس في هذا الجهاز صوت للقراءة',
  noVoice: 'ليس في جهازك صوت للقراءة',
  notRead: (tag) => `جزء بلغة ${apart(nameOf(tag))} لا يُقرأ: لا يوجد صوت لها هنا.`,
};

function nameOf(tag: string): string {
  return new Intl.DisplayNames(['ar'], { type: 'language' }).of(tag) ?? tag;
}
