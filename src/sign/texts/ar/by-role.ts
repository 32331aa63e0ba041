import type { RoleChanges } from '#src/sign/texts/form-texts-by-role.ts';
import { apart } from '#domain/values/apart.ts';

/** The texts that differ from the patient's for other signers. */
export const arabicRoles: RoleChanges = {
  CHILD: {
    plan: { childSaidNo: 'أنت قلت لا لهذا' },
    decline: { lead: 'يمكنك أن تقول لا. سنستمر في رعايتك. نكتب ذلك ونتحدث معك.' },
    over: {
      declined: {
        h1: 'لقد قلت لا',
        lines: ['كتبنا أنك قلت لا.', 'سيتحدث طبيبك معك عما يحدث بعد ذلك.'],
      },
    },
  },
  OTHERS: {
    plan: {
      lead: (clinician) => `تحدّث ${apart(clinician)} مع المريض عن هذا.`,
      interpreter: 'من يترجم للمريض',
      anaesthetic: 'كيف سنحافظ على راحة المريض',
    },
    anaesthetic: {
      GENERAL: 'سيكون المريض نائمًا (تخدير عام).',
      REGIONAL: 'لن يشعر المريض بجزء من جسمه (تخدير ناحي).',
      LOCAL: 'لن يشعر المريض بالمكان نفسه (تخدير موضعي).',
      SEDATION: 'سيكون المريض هادئًا ونعسان (دواء مهدئ).',
      NONE: 'لا يحتاج المريض إلى تخدير.',
    },
    matters: { h1: 'ما المهم للمريض؟', label: 'ما المهم للمريض' },
    choices: {
      h1: 'خيارات المريض الأخرى',
      refusals: 'حالات رفض المريض',
      unanswered: 'لم يجب المريض عن:',
    },
    risks: { personal: 'بسبب صحة المريض', removed: 'لم يُذكر لهذا المريض' },
    other: { lead: 'بدلًا من هذا العلاج يمكن للمريض أن يختار:' },
    check: { matters: 'ما المهم للمريض' },
    sign: { h1: 'وقّع هذا النموذج' },
  },
  PARENT: {
    plan: { lead: (clinician) => `تحدّث معك ${apart(clinician)} عن هذا.` },
    choices: { unanswered: 'لم تجب عن:' },
    matters: { lead: 'أخبرنا ما المهم في حياة الطفل. هذا يساعدنا على اختيار ما هو مناسب.' },
    decline: { lead: 'يمكنك أن تقول لا. سنستمر في رعاية الطفل.' },
    over: {
      declined: {
        h1: 'لقد قلت لا',
        lines: ['كتبنا أنك قلت لا.', 'سيتحدث الطبيب معك عما يحدث بعد ذلك.'],
      },
    },
  },
  ATTESTERS: {
    plan: { check: 'إذا لم يكن هذا ما جرى الحديث عنه، فأخبر الطبيب قبل أن تتابع.' },
    choices: { unanswered: 'بلا إجابة:' },
    sign: { send: 'أوقّع' },
    decline: {
      h1: 'هل أنت غير موافق؟',
      lead: 'يمكنك أن تقول ذلك. سنستمر في رعاية المريض.',
      send: 'لا أوافق',
    },
    over: {
      signed: { h1: 'شكرًا. لقد وقّعت.', lines: ['لا يوجد شيء آخر لتفعله.'] },
      declined: {
        h1: 'أنت غير موافق',
        lines: ['لقد كتبنا هذا.', 'سيتحدث الطبيب معك عما يحدث بعد ذلك.'],
      },
      later: { h1: 'طلبت وقتًا أكثر', lines: ['سيتحدث الطبيب معك.', 'ما زال بإمكانك أن توقّع فيما بعد.'] },
    },
  },
  INTERPRETER: {
    sign: { decline: 'لا يمكنني أن أوقّع', comments: 'هل هناك شيء يجب أن يعرفه الطبيب؟' },
    stop: { lead: 'أنت لم توقّع. يمكنك أن تقول إنك لا تستطيع التوقيع، أو أن ترجع وتواصل القراءة.' },
    decline: {
      h1: 'ألا يمكنك التوقيع؟',
      lead: 'ليس عليك أن توقّع. سيجد الطبيب طريقة أخرى.',
      send: 'لا يمكنني أن أوقّع',
    },
    over: {
      declined: { h1: 'قلت إنك لا تستطيع التوقيع', lines: ['سيتحدث الطبيب معك عن هذا.'] },
    },
  },
};
