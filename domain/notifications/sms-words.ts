import { ARABIC_CONTACT, WELSH_CONTACT } from '#domain/organisation/contact-verbs.ts';
import { contactWords } from '#domain/organisation/contact-words.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { ARABIC_MONTHS, spelledDate, WELSH_MONTHS } from '#domain/values/spelled-date.ts';
import type { PageLanguage } from '#domain/values/patient-languages.ts';
import { KINDS_OF_NEWS, notificationRule, type NOTIFICATION_KINDS, type NotificationKind } from './notification-kinds.ts';

/** The kinds of news that people who sign are told of. */
export type SignerNews = {
  [K in NotificationKind]: (typeof NOTIFICATION_KINDS)[K] extends { readonly signers: object } ? K : never;
}[NotificationKind];

/** The sentences of a text message in one language: nothing of a patient, a clinician or a procedure can be passed. */
export type SmsWords = {
  /** asks for an answer until a day, and asks for it once more */
  readonly ask: (until: string) => string;
  readonly askAgain: (until: string) => string;
  readonly isItReal: (contact: string) => string;
  /** one of them ends with the ways to reach the hospital */
  readonly news: Readonly<Record<SignerNews, (contact: string) => string>>;
  /** `ring 01632 960001` */
  readonly contact: (support: string) => string;
  /** @param date - plain date */
  readonly date: (date: string) => string;
  /** around the address that opens the form: a phone makes a link of what stands alone */
  readonly gap: ' ' | '\n';
};

/** Whether people who sign are told of a kind. */
export const isOfSigners = (kind: NotificationKind): kind is SignerNews => notificationRule(kind).signers !== undefined;

/** Every kind that people who sign are told of. */
export const SIGNER_NEWS: readonly SignerNews[] = KINDS_OF_NEWS.filter(isOfSigners);

/** The sentences of the table of kinds. */
const ENGLISH_NEWS = Object.fromEntries(
  SIGNER_NEWS.map((kind) => {
    const rule = notificationRule(kind).signers;
    return [kind, (contact: string) => (rule?.endsWithContact === true ? `${rule.words} ${contact}.` : (rule?.words ?? ''))];
  }),
  // Each kind with signers, as the filter before names them.
) as SmsWords['news'];

const ENGLISH: SmsWords = {
  ask: (until) => `a form for you to read and answer by ${until}.`,
  askAgain: (until) => `your answer is still missing. Please read and answer by ${until}.`,
  isItReal: (contact) => `Is it real? ${contact}.`,
  news: ENGLISH_NEWS,
  contact: contactWords,
  date: longDate,
  gap: ' ',
};

/** In letters of seven bits, as each other one makes the message dearer: no curled apostrophe. No translator has reviewed it yet. */
const WELSH: SmsWords = {
  ask: (until) => `ffurflen i chi ei darllen a'i hateb erbyn ${until}.`,
  askAgain: (until) => `mae eich ateb ar goll o hyd. Darllenwch ac atebwch erbyn ${until}.`,
  isItReal: (contact) => `Ydy hyn yn wir? ${contact}.`,
  news: {
    QUESTION_ANSWERED: () => "Mae ateb i'ch cwestiwn.",
    DECLINED: () => "Does dim angen ateb gennych i'r ffurflen nawr.",
    WITHDRAWN: (contact) => `Nid yw'r ffurflen yn cyfrif mwyach. Os nad yw hynny'n iawn, ${contact}.`,
    WITHDRAWN_AFTER: () => 'Rydyn ni wedi dweud wrth y staff nad ydych yn cydsynio mwyach.',
    SEALED: () => 'Mae pawb wedi llofnodi. Mae eich copi yn barod.',
    LINK_ENDED: (contact) => `Mae'r amser ar gyfer eich ffurflen wedi dod i ben. Os gwelwch yn dda, ${contact}.`,
    RECALLED: () => "Mae'r ffurflen yn cael ei newid. Nid yw eich ateb yn cyfrif. Bydd un newydd yn dilyn.",
    VOIDED: () => "Cafodd ffurflen ei gwneud mewn camgymeriad. Nid yw'n cyfrif.",
  },
  contact: (support) => contactWords(support, WELSH_CONTACT),
  date: (date) => spelledDate(date, WELSH_MONTHS),
  gap: ' ',
};

/** No translator has reviewed it yet. */
const ARABIC: SmsWords = {
  ask: (until) => `نموذج لتقرأه وتجيب عنه حتى ${until}.`,
  askAgain: (until) => `ما زلنا ننتظر جوابك. اقرأ النموذج وأجب حتى ${until}.`,
  isItReal: (contact) => `هل هذه الرسالة حقيقية؟ ${contact}.`,
  news: {
    QUESTION_ANSWERED: () => 'هناك جواب عن سؤالك.',
    DECLINED: () => 'لا يحتاج النموذج إلى جواب منك الآن.',
    WITHDRAWN: (contact) => `النموذج لم يعد صالحًا. إذا كان هذا خطأ: ${contact}.`,
    WITHDRAWN_AFTER: () => 'لقد أخبرنا الفريق أنك تسحب موافقتك.',
    SEALED: () => 'لقد وقّع الجميع. نسختك جاهزة.',
    LINK_ENDED: (contact) => `انتهى وقت نموذجك. ${contact}.`,
    RECALLED: () => 'النموذج قيد التغيير. جوابك غير صالح الآن. سيصلك نموذج جديد.',
    VOIDED: () => 'أُعد نموذج بالخطأ. إنه غير صالح.',
  },
  contact: (support) => contactWords(support, ARABIC_CONTACT),
  date: (date) => spelledDate(date, ARABIC_MONTHS),
  gap: '\n',
};

/** The sentences of text messages in each language of the patients' pages. */
export const SMS_WORDS: Readonly<Record<PageLanguage, SmsWords>> = { en: ENGLISH, cy: WELSH, ar: ARABIC };
