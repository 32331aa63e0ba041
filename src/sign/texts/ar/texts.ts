import type { SIDES } from '#domain/base/states.ts';
import { ARABIC_MONTHS, spelledDate } from '#domain/values/spelled-date.ts';
import { english, type Texts } from '#src/sign/texts/texts.ts';
import { apart } from '#domain/values/apart.ts';

const SIDE_WORDS: Readonly<Record<(typeof SIDES)[number], string>> = {
  LEFT: 'الجهة اليسرى',
  RIGHT: 'الجهة اليمنى',
  BOTH: 'الجهتان معًا',
  NOT_APPLICABLE: '',
};

/** Sentences around the form and of its first and last pages. */
export const arabicTexts: Texts = {
  title: 'نموذج موافقتك',
  errorTitle: 'خطأ: ',
  moment: 'لحظة من فضلك…',
  back: 'رجوع',
  step: (at, of) => `الخطوة ${at} من ${of}`,
  continue: 'متابعة',
  tryAgain: 'حاول مرة أخرى',
  problem: 'هناك مشكلة',
  textSize: 'حجم النص',
  sizes: { 1: 'نص عادي', 2: 'نص كبير', 3: 'نص كبير جدًا' },
  readAloud: 'اقرأ بصوت عالٍ',
  stopReading: 'أوقف القراءة',
  // For staff, who read these pages in English.
  takeBack: english.takeBack,
  whose: 'الاسم',
  born: (date) => `تاريخ الميلاد ${date}`,
  nhs: (number) => `رقم NHS‏: ${apart(number)}`,
  date: (date) => spelledDate(date, ARABIC_MONTHS),
  side: (side) => SIDE_WORDS[side ?? 'NOT_APPLICABLE'],

  identity: {
    h1: 'هل هذا أنت؟',
    lead: 'من فضلك راجع كل سطر.',
    name: 'الاسم',
    birth: 'تاريخ الميلاد',
    nhs: 'رقم NHS',
    hospital: 'رقم المستشفى',
    yes: 'نعم، هذا أنا',
    no: 'لا، هناك خطأ',
  },
  wrongPerson: {
    h1: 'من فضلك أعد الجهاز إلى الطبيب',
    lines: ['شكرًا لأنك أخبرتنا. من فضلك قل للطبيب ما هو الخطأ.'],
    mistake: 'رجوع، ضغطت هنا بالخطأ',
  },
  halted: {
    network: {
      h1: 'اسأل الطبيب',
      lines: ['لا توجد شبكة، فلا يمكننا عرض نموذجك.', 'من فضلك أعد الجهاز إلى الطبيب، أو حاول مرة أخرى.'],
    },
    closed: {
      h1: 'اسأل الطبيب',
      lines: [
        'فُتحت هذه الصفحة مرة أخرى، لذلك أُغلق نموذجك.',
        'ما حفظته على هذا الجهاز ما زال موجودًا. من فضلك أعد الجهاز إلى الطبيب.',
      ],
    },
    ended: {
      h1: 'اسأل الطبيب',
      lines: ['انتهى وقت هذا النموذج.', 'من فضلك أعد الجهاز. يمكن للطبيب أن يبدأ معك من جديد.'],
    },
    changed: {
      h1: 'تغيّر النموذج منذ عرضه',
      lines: ['لذلك لم توقّع عليه. من فضلك اقرأ النموذج الجديد أولًا.'],
    },
    insecure: {
      h1: 'اسأل الطبيب',
      lines: ['ليس لهذا الجهاز اتصال آمن بالمستشفى، فلا يمكنك التوقيع هنا. من فضلك أعده إلى الطبيب.'],
    },
    failed: {
      h1: 'اسأل الطبيب',
      lines: ['حدث خطأ ما. من فضلك حاول مرة أخرى، أو أعد الجهاز إلى الطبيب.'],
    },
    reload: 'اعرض النموذج مرة أخرى',
  },
  network: 'لا توجد شبكة. ما كتبته ما زال هنا، ولم يُرسل. من فضلك حاول مرة أخرى.',
  cleared: 'فقد هذا الجهاز ما خُزّن عليه، لذلك لم يُحفظ. من فضلك أعد الجهاز إلى الطبيب.',
  full: 'هذا الجهاز ممتلئ، لذلك لم يُحفظ. من فضلك أعد الجهاز إلى الطبيب.',
  failed: 'حدث خطأ ما. ما كتبته ما زال هنا. من فضلك حاول مرة أخرى.',
  silence: 'لم يصل رد. ما كتبته ما زال هنا. من فضلك حاول مرة أخرى.',
};

/** The same for signers who sign for somebody else. */
export const arabicTextsForOthers: Texts = {
  ...arabicTexts,
  title: 'نموذج موافقة',
  identity: { ...arabicTexts.identity, h1: 'هل هذا هو المريض؟', yes: 'نعم، هذا صحيح' },
};
