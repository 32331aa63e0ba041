import { ARABIC } from '#domain/meanings/arabic.ts';
import { formatCount } from '#domain/base/format-count.ts';
import type { FormattedFrequency, FrequencyWord } from '#domain/library/frequency.ts';
import type { FormTexts } from '#src/sign/texts/form-texts.ts';
import { apart } from '#domain/values/apart.ts';

const FREQUENCY: Readonly<Record<FrequencyWord, string>> = {
  'very common': 'شائع جدًا',
  common: 'شائع',
  uncommon: 'غير شائع',
  rare: 'نادر',
  'very rare': 'نادر جدًا',
};

/** Sentences of the form pages. */
export const arabicForm: FormTexts = {
  plan: {
    h1: 'ما هو المخطط',
    lead: (clinician) => `تحدّث معك ${apart(clinician)} عن هذا.`,
    anaesthetic: 'كيف سنحافظ على راحتك',
    interpreter: 'من يترجم لك',
    interprets: (name, language) => `${apart(name)}، ${apart(language)}`,
    noInterpreter: 'لا يوجد مترجم.',
    statement: 'بكلماته هو:',
    childSaidNo: 'قال الطفل لا لهذا',
    check: 'إذا لم يكن هذا ما تحدثتم عنه، فاختر «توقف هنا» وأخبر الطبيب قبل أن تتابع.',
  },
  anaesthetic: {
    GENERAL: 'ستكون نائمًا (تخدير عام).',
    REGIONAL: 'لن تشعر بجزء من جسمك (تخدير ناحي).',
    LOCAL: 'لن تشعر بالمكان نفسه (تخدير موضعي).',
    SEDATION: 'ستكون هادئًا ونعسان (دواء مهدئ).',
    NONE: 'لا تحتاج إلى تخدير.',
  },
  interpreterMode: { IN_PERSON: 'هنا معك', PHONE: 'بالهاتف', VIDEO: 'بالفيديو', BSL: 'بلغة الإشارة البريطانية' },
  benefits: { h1: 'ما الفائدة منه', none: 'سيخبرك طبيبك ما الفائدة منه.' },
  risks: {
    h1: 'ما الذي قد يسوء',
    dots: (people) => `كل صورة تُظهر ${apart(people)} شخص. كل نقطة ملوّنة هي شخص واحد يحدث له ذلك.`,
    figure: figureWords,
    figureWord: (word) => FREQUENCY[word],
    noFigure: 'ليس لدينا رقم موثوق لهذا.',
    personal: 'بسبب صحتك أنت',
    removed: 'لم يُذكر لك',
    removedLead: 'تُذكر هذه المخاطر كثيرًا. لم يذكرها طبيبك لك، وهو يقول السبب.',
    none: 'لا توجد مخاطر مذكورة. من فضلك اسأل طبيبك.',
    alsoFor: (procedures) => `وأيضًا من أجل: ${apart(procedures)}`,
    shared: (risks) => `وأيضًا لهذا، وقد ذُكر من قبل: ${apart(risks)}`,
    exact: (figure) => `الرقم الدقيق: ${figure.split(' in ').map(apart).join(' من كل ')}`,
    bound: ({ people, over }) =>
      `قد يحدث مع ذلك: ما يصل إلى ${apart(String(people))} من كل ${apart(formatCount(over))} يتفق مع هذا العدد`,
    source: 'المصدر:',
  },
  other: {
    h1: 'خياراتك الأخرى',
    lead: 'بدلًا من هذا العلاج يمكنك أن تختار:',
    none: 'يمكنك أيضًا أن تختار عدم العلاج. يمكن لطبيبك أن يخبرك ماذا قد يحدث بعد ذلك.',
  },
  form: { h1: ARABIC.titles.text },
  matters: {
    h1: 'ما المهم لك؟',
    lead: 'أخبرنا ما المهم في حياتك. هذا يساعدنا على اختيار ما يناسبك.',
    label: 'ما المهم لي',
    hint: 'يمكنك أن تترك هذا فارغًا.',
    nothing: 'لا شيء مكتوب هنا.',
  },
  choices: {
    h1: 'أمور أخرى نحتاج أن نسأل عنها',
    lead: 'يمكنك أن تقول نعم أو لا لكل منها، أو أن تتحدث عنها أولًا.',
    refusals: 'حالات رفضك',
    ACCEPT: ARABIC.answers.ACCEPT,
    REFUSE: ARABIC.answers.REFUSE,
    DISCUSS: ARABIC.answers.DISCUSS,
    none: ARABIC.answers.NONE,
    unanswered: 'لم تجب عن:',
    leaveAsk: 'هل تريد أن تترك هذا الآن؟',
    answerNow: 'أجب الآن',
    leave: 'اتركه الآن',
  },
  fixed: 'وقّع شخص ما هذا النموذج، لذلك لا يمكنك تغيير هذه الأجوبة الآن.',
  question: {
    h1: 'هل لديك سؤال؟',
    lead: 'يمكنك أن تسأل أي شيء. لا توقّع إلا عندما تكون مستعدًا.',
    no: 'لا',
    yes: 'نعم',
    choose: 'اختر نعم أو لا',
    label: 'ماذا تريد أن تسأل؟',
    empty: 'اكتب سؤالك، أو اختر «لا»',
    send: 'أرسل سؤالي',
    offline: 'لا توجد شبكة، فلا يمكننا إرسال سؤالك. من فضلك اسأل الطبيب بنفسك.',
    silence: 'لم يصل رد، وربما لم يُرسل سؤالك. من فضلك حاول مرة أخرى، أو اسأل الطبيب بنفسك.',
    asked: 'سؤالك',
    answer: (name) => `جواب من ${apart(name)}`,
    waiting: 'من فضلك تحدّث مع الطبيب',
    waitingLead: 'لقد سألت سؤالًا. يمكنك أن توقّع عندما يصلك الجواب.',
    waitingOther: 'ما زال هناك سؤال بلا جواب. يمكنك أن توقّع عندما يأتي جوابه.',
    waitingNext: 'من فضلك أعد الجهاز إلى الطبيب الآن. يمكنك أيضًا الرجوع والقراءة مرة أخرى.',
  },
  check: {
    h1: 'راجع قبل أن توقّع',
    planned: 'ما هو المخطط',
    matters: 'ما المهم لك',
    change: 'تغيير',
    question: 'أسئلتك',
    noQuestion: 'لا أسئلة',
    answered: 'لكل أسئلتك جواب.',
    signers: 'من يوقّع',
    version: 'النموذج',
    versionOf: (number) => `النسخة ${number}`,
    nothing: 'لا شيء مكتوب هنا',
    talk: 'تريد أن تتحدث عن شيء ما. من فضلك تحدّث مع الطبيب قبل أن توقّع.',
  },
  sign: {
    h1: 'وقّع لتقول إنك موافق',
    says: 'بتوقيعك أنت تقول:',
    readAll: 'اقرأ النص كاملًا',
    how: 'كيف تريد أن توقّع؟',
    DRAWN: 'بخط اليد',
    TYPED: 'كتابة اسمي',
    MARK_WITNESSED: 'وضع علامة',
    VERBAL_WITNESSED: 'بالكلام',
    pad: 'مربع لتوقيعك',
    padHint: 'وقّع في المربع بإصبعك أو بقلم.',
    markHint: 'ضع أي علامة في المربع، مثل علامة ×. يجب أن يراك أحد الموظفين أو الأقارب.',
    sayHint: 'قل بصوت عالٍ إنك موافق. يجب أن يسمعك أحد الموظفين أو الأقارب.',
    typeHint: 'اكتب اسمك كما توقّعه.',
    typeLabel: 'اسمك',
    undo: 'تراجع',
    clear: 'امسح',
    witness: 'الشاهد',
    witnessName: 'اسم الشاهد',
    witnessRole: 'من هو الشاهد؟',
    witnessRoleHint: 'مثلًا: ممرضة، أو ابنة',
    witnessBy: 'كيف يوقّع الشاهد؟',
    witnessByHint: 'يجب أن يكون عمر الشاهد 18 سنة أو أكثر.',
    witnessDRAWN: 'بخط اليد',
    witnessTYPED: 'كتابة الاسم',
    witnessLATER: 'في وقت آخر',
    witnessPad: 'مربع لتوقيع الشاهد',
    witnessSays: 'بتوقيعه يقول الشاهد:',
    witnessAdult: 'هل عمر الشاهد 18 سنة أو أكثر؟',
    adult: 'هل عمرك 18 سنة أو أكثر؟',
    noWitnessAdult: 'قل هل عمر الشاهد 18 سنة أو أكثر',
    witnessTooYoung: 'يجب أن يكون عمر الشاهد 18 سنة أو أكثر. اطلب من شخص آخر.',
    noWitnessBy: 'اختر كيف يوقّع الشاهد',
    noWitnessInk: 'يجب أن يوقّع الشاهد في المربع',
    noWitnessTyped: 'اكتب اسم الشاهد',
    witnessIsClinician: 'لا يمكن أن يكون الطبيب في هذا النموذج هو الشاهد. اطلب من شخص آخر.',
    witnessIsInterpreter: 'لا يمكن أن يكون المترجم هو الشاهد. اطلب من شخص آخر.',
    witnessIsSigner: 'يجب أن يكون الشاهد شخصًا آخر لا يوقّع هنا.',
    comments: 'هل تريد أن تضيف شيئًا؟',
    commentsHint: 'يمكنك أن تترك هذا فارغًا.',
    noInk: 'من فضلك وقّع في المربع',
    dot: 'ما في المربع قليل جدًا. من فضلك وقّع بخط أطول',
    noMark: 'من فضلك ضع علامة في المربع',
    noTyped: 'اكتب اسمك',
    unlikeName: (signature, name) =>
      `كتبت ${apart(signature)}. هذا النموذج باسم ${apart(name)}. هل توقّع هكذا؟ إذن اضغط الزر مرة أخرى.`,
    unlikeWitness: (signature, name) =>
      `كتب الشاهد ${apart(signature)}، لكن اسمه في النموذج ${apart(name)}. هل يوقّع الشاهد هكذا؟ إذن اضغط الزر مرة أخرى.`,
    noWitnessName: 'اكتب اسم الشاهد',
    noWitnessRole: 'اكتب من هو الشاهد، مثلًا: ممرضة، ابنة',
    send: 'أوافق وأوقّع',
    sending: 'جارٍ الإرسال…',
    later: 'أحتاج إلى وقت أكثر',
    decline: 'لا أوافق',
    offline: 'لا توجد شبكة. توقيعك ما زال هنا، ولم يُرسل. من فضلك حاول مرة أخرى.',
    silence: 'لم يصل رد. توقيعك ما زال هنا. لا نعرف بعد هل أُرسل. حاول مرة أخرى: يُحسب مرة واحدة فقط.',
  },
  stop: {
    link: 'توقف هنا',
    h1: 'هل تريد أن تتوقف هنا؟',
    lead: 'أنت لم توقّع. يمكنك أن تفعل واحدًا من هذه، أو أن ترجع وتواصل القراءة.',
    tablet: 'يمكنك أيضًا أن تعيد الجهاز إلى الطبيب.',
    ask: 'اسأل سؤالًا',
  },
  later: {
    h1: 'هل تحتاج إلى وقت أكثر؟',
    lead: 'خذ كل الوقت الذي تحتاجه. لن يؤثر ذلك على رعايتك.',
    label: 'هل تريد أن تخبرنا لماذا؟',
    hint: 'يمكنك أن تترك هذا فارغًا.',
    send: 'نعم، أحتاج إلى وقت أكثر',
  },
  decline: {
    h1: 'هل تريد أن تقول لا؟',
    lead: 'يمكنك أن تقول لا. سنستمر في رعايتك.',
    label: 'هل تريد أن تخبرنا لماذا؟',
    hint: 'يمكنك أن تترك هذا فارغًا.',
    send: 'لا أريد هذا',
  },
  over: {
    signed: {
      h1: 'شكرًا. لقد وقّعت.',
      lines: [
        'ماذا يحدث الآن: يوقّع الطبيب أيضًا. بعد ذلك لا يمكن لأحد تغيير النموذج.',
        'سيعطيك المستشفى نسخة.',
        'يمكنك أن تغيّر رأيك في أي وقت، حتى في اليوم نفسه. فقط أخبر أحد الموظفين.',
      ],
    },
    answered: {
      h1: 'شكرًا. لقد أجبت.',
      lines: ['إجاباتك محفوظة بجانب ما وقّعته من قبل.', 'يمكنك أن تغيّر رأيك في أي وقت، حتى في اليوم نفسه. فقط أخبر أحد الموظفين.'],
    },
    declined: {
      h1: 'لقد قلت لا',
      lines: ['لن يُعمل شيء بدون موافقتك.', 'سيتحدث طبيبك معك عما يحدث بعد ذلك.', 'يمكنك أن تغيّر رأيك في أي وقت.'],
    },
    later: {
      h1: 'طلبت وقتًا أكثر',
      lines: ['سيتحدث طبيبك معك.', 'ما زال بإمكانك أن تقول نعم أو لا فيما بعد.'],
    },
    queued: 'حُفظ على هذا الجهاز. سيُرسل إلى المستشفى عندما توجد شبكة.',
    giveBack: 'من فضلك أعد الجهاز إلى الطبيب.',
  },
};

function figureWords({ kind, num, den, filled, isBetween }: FormattedFrequency, over: 100 | 1000): string {
  if (kind === 'rate') return `${countWords(filled, isBetween)} من كل ${apart(formatCount(over))} شخص`;
  if (kind === 'counted') return `${apart(formatCount(num))} من أصل ${apart(formatCount(den))} شخص تم عدّهم`;
  const none = `لا أحد من أصل ${apart(formatCount(den))} شخص تم عدّهم`;
  return kind === 'none' ? none : `${none}: العدد قليل جدًا لنعرف كم مرة يحدث`;
}

function countWords(filled: number, isBetween: boolean): string {
  if (!isBetween) return apart(formatCount(filled));
  return filled === 0 ? 'أقل من 1' : `من ${filled} إلى ${filled + 1}`;
}
