import { arabicContact } from './contact-words.ts';
import type { HomeTexts } from '#src/sign/texts/home-texts.ts';
import { apart } from '#domain/values/apart.ts';

/** Sentences of a visit by a link, in the place of those about a tablet. */
export const arabicHome: HomeTexts = ({ organisation, support }) => {
  const contact = arabicContact(support);
  const ring = `من فضلك حاول مرة أخرى. إذا لم ينفع ذلك: ${contact}.`;
  const question = `إذا كان لديك سؤال: ${contact}.`;
  return {
    around: {
      wrongPerson: {
        h1: 'شكرًا لأنك أخبرتنا',
        lines: ['أخبرنا الطبيب أن هناك خطأ.', question],
      },
      halted: {
        network: { h1: 'لا توجد شبكة', lines: ['لا يمكننا عرض نموذجك الآن.', ring] },
        closed: { h1: 'لا يمكننا عرض نموذجك', lines: [ring] },
        ended: { h1: 'انتهت هذه الصفحة', lines: [`اطلب صفحة جديدة من ${apart(organisation)}.`] },
        insecure: { h1: 'لا يمكننا عرض نموذجك هنا', lines: ['ليس لهذا المتصفح اتصال آمن بالمستشفى.'] },
        failed: { h1: 'حدث خطأ ما', lines: [ring] },
      },
    },
    form: {
      plan: { check: 'إذا لم يكن هذا ما جرى الحديث عنه، فاختر «توقف هنا» وأخبرنا قبل أن توقّع.' },
      question: {
        offline: 'لا توجد شبكة، فلا يمكننا إرسال سؤالك. من فضلك حاول مرة أخرى.',
        silence: `لم يصل رد، وربما لم يُرسل سؤالك. حاول مرة أخرى، أو ${contact}.`,
        waiting: 'وصلنا سؤالك',
        waitingNext: 'ارجع بالرابط نفسه لتقرأ الجواب. يمكنك أيضًا الرجوع والقراءة مرة أخرى.',
      },
      check: { talk: `تريد أن تتحدث عن شيء ما. اسأل سؤالًا، أو ${contact} قبل أن توقّع.` },
      stop: { tablet: 'يمكنك أيضًا إغلاق هذه الصفحة. ارجع بالرابط نفسه: صفحتك وكلماتك ما زالت هنا.' },
    },
    replaced: { h1: 'هناك نموذج أحدث', lines: ['هذا النموذج لم يعد صالحًا.', question] },
    outdated: { h1: 'حمّل هذه الصفحة من جديد', lines: ['هذا النموذج أحدث من الصفحة المفتوحة لديك.'] },
  };
};
