import type { UnderstandingTexts } from '#src/sign/texts/understanding-texts.ts';

export const arabicUnderstanding: UnderstandingTexts = {
  progress: (at, of) => `السؤال ${at} من ${of}`,
  lead: 'هذا يساعد طبيبك على أن يرى هل كان كل شيء واضحًا. يمكنك أن تتابع دون إجابة.',
  skip: 'أفضّل ألا أجيب',
  again: {
    h1: 'لننظر إلى هذا مرة أخرى',
    lead: 'الصفحة التالية تخبرك المزيد عن هذا السؤال. بعدها نسألك مرة أخرى.',
    show: 'أرني الصفحة',
    leave: 'تابع دون هذا السؤال',
  },
  done: {
    h1: 'شكرًا لك',
    lead: 'لا توجد أسئلة أخرى من هذا النوع.',
    talk: 'إن أردت، فتحدث عن هذا مع طبيبك:',
  },
};
