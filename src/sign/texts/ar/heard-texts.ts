import type { HeardTexts } from '#src/sign/texts/heard-texts.ts';

export const arabicHeard: HeardTexts = {
  h2: 'ثلاثة أسئلة عن الحديث معك',
  lead: 'نحصي الإجابات دون اسمك. وهي ليست جزءًا من الاستمارة.',
  send: 'إرسال',
  skip: 'تخطٍّ',
  missing: (at) => `اختر إجابة للسؤال ${at}، أو تخطَّ الأسئلة الثلاثة.`,
  unsure: 'لا نعلم هل وصلت إجاباتك. أرسلها مرة أخرى: نحصيها مرة واحدة.',
  ended: 'لم تعد الإجابة عن هذه الأسئلة ممكنة.',
  sent: 'شكرًا لك. أُحصيت إجاباتك.',
  skipped: 'لا بأس. لم يُرسل شيء.',
};
