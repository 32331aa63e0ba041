import type { RoleTexts } from '#src/sign/texts/role-texts.ts';
import { apart } from '#domain/values/apart.ts';

/** Sentences of the pages that only some signers see, or that only some forms have. */
export const arabicRole: RoleTexts = {
  identity: {
    title: 'هل هذا أنت؟',
    h1: (name) => `هل أنت ${apart(name)}؟`,
    child: 'نسألك عن هذا الطفل:',
    patient: 'نسألك عن هذا المريض:',
    yes: 'نعم، هذا أنا',
    yesAll: 'نعم، كل هذا صحيح',
    no: 'لا، هناك خطأ',
  },
  interpreting: {
    h1: 'هل هذا صحيح؟',
    lead: 'هكذا تُرجم الحديث.',
    language: 'اللغة',
    mode: 'كيف',
    for: 'لمن',
    statement: 'بكلماتك أنت',
    yes: 'نعم، هذا صحيح',
    no: 'لا، هناك خطأ',
    forWhom: { PATIENT: 'المريض', PARENT: 'الوالدان', BOTH: 'المريض والوالدان' },
    modes: { IN_PERSON: 'وجهًا لوجه', PHONE: 'بالهاتف', VIDEO: 'بالفيديو', BSL: 'بلغة الإشارة البريطانية' },
  },
  facts: {
    family: 'من يقرر',
    familyLead: 'هذا ما يقوله النموذج عن العائلة. إذا لم يكن صحيحًا، فاختر «توقف هنا».',
    capacity: 'ماذا يقول النموذج',
    capacityLead: 'لهذا يظن الطبيب أن هذا هو الأفضل للمريض. إذا لم يكن صحيحًا، فاختر «توقف هنا».',
    parentLead:
      'يظن الطبيب أن الشاب لا يستطيع أن يقرر هذا الآن. لذلك يقرر أحد الوالدين. هنا يمكنك أن تقرأ السبب. إذا لم يكن صحيحًا، فاختر «توقف هنا».',
    courtLead:
      'يظن الطبيب أن الشاب لا يستطيع أن يقرر هذا الآن. لذلك قررت محكمة. هنا يمكنك أن تقرأ السبب. إذا لم يكن صحيحًا، فاختر «توقف هنا».',
  },
  more: { h1: 'المزيد عمّا هو مخطط' },
  changed: {
    h1: 'ماذا تغيّر منذ النموذج السابق',
    lead: 'كان هناك نموذج قبل هذا. هذا هو الجديد.',
    none: 'الخطة هي نفسها كما كانت.',
    ADDED: 'جديد',
    REMOVED: 'حُذف',
    CHANGED: 'تغيّر',
  },
};
