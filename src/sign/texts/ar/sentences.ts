import { ARABIC } from '#domain/meanings/arabic.ts';
import type { SentenceTexts } from '#src/sign/texts/sentences.ts';

/** Refusals of the server that a signer can meet, and the choices that a new consent starts with. */
export const arabicSentences: SentenceTexts = {
  failures: {
    INVALID: 'هناك خطأ في هذا النموذج. من فضلك راجع الحقول المعلّمة.',
    TICKET_ENDED: 'بقيت هذه الصفحة مفتوحة طويلًا. من فضلك قل مرة أخرى من أنت.',
    DEVICE_REVOKED: 'أوقف أحد المسؤولين هذا الجهاز',
    NOT_FOUND: 'لم نجد هذا',
    VERSION_CONFLICT: 'غيّر شخص آخر هذا في هذه الأثناء',
    ALREADY_SIGNED: 'تم توقيع هذا من قبل',
    SIGNED_CONTENT_MISMATCH: 'تغيّر النموذج منذ عرضه. لم يُوقَّع شيء. من فضلك افتح النموذج مرة أخرى.',
    MOVE_REFUSED: 'لا يمكن عمل هذا الآن. حمّل الصفحة من جديد لترى ما تغيّر.',
    ANSWERS_FULL: 'لا يمكن حفظ أجوبة أخرى في هذه الزيارة. ما زال بإمكانك أن توقّع أو تقول لا. من فضلك تحدّث مع الطبيب.',
    OPEN_QUESTION: 'ما زال هناك سؤال بلا جواب. من فضلك تحدّث عنه قبل التوقيع.',
    IN_PROGRESS: 'ما زال العمل جاريًا. من فضلك انتظر لحظة.',
    LINK_ENDED: 'انتهت هذه الصفحة. اطلب صفحة جديدة.',
    RECORDED_IN_ERROR: 'أُعد هذا النموذج بالخطأ. إنه غير صالح.',
    TOO_LARGE: 'هذا أكبر من أن يُرسل. اجعله أقصر أو أصغر.',
    UPDATE_REQUIRED: 'هذا التطبيق قديم جدًا. من فضلك حدّثه.',
    SLOW_DOWN: 'محاولات كثيرة جدًا. من فضلك انتظر قليلًا وحاول مرة أخرى.',
    FAILED: 'حدث خطأ ما',
    BUSY: 'الخادم مشغول. من فضلك حاول مرة أخرى بعد لحظة.',
  },
  choices: ARABIC.choices,
};
