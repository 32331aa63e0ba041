import { apart } from '#domain/values/apart.ts';
import type { PageLanguage } from '#domain/values/patient-languages.ts';

/** The sentences of a mail to somebody who signs, in one language: nothing of a patient, a clinician or a procedure can be passed. */
export type SignerMailWords = {
  /** subjects: of a link, of its reminder, and of news */
  readonly ask: string;
  readonly askAgain: string;
  readonly newsFrom: (organisation: string) => string;
  readonly patientOf: (organisation: string) => string;
  readonly readAndAnswer: string;
  readonly open: string;
  readonly pageAsks: string;
  readonly until: (day: string) => string;
  /** @param contact - the ways to reach the hospital, as the end of a sentence @param number - of the case */
  readonly isItReal: (contact: string, number: string) => string;
  /** @param address - of the page, without its scheme */
  readonly comeBack: (address: string) => string;
};

const ENGLISH: SignerMailWords = {
  ask: 'A form for you to read and answer',
  askAgain: 'Your answer is still missing',
  newsFrom: (organisation) => `News from ${organisation}`,
  patientOf: (organisation) => `You, or somebody you look after, is a patient of ${organisation}.`,
  readAndAnswer: 'Please read this form and give your answer. You can ask a question or say no.',
  open: 'Open the form',
  pageAsks:
    'The page asks for the patient’s date of birth and your own last name, nothing else. We never ask for a password, a card or money.',
  until: (day) => `It works until ${day}, for you alone.`,
  isItReal: (contact, number) => `Is it real? Ring the number on your hospital letter, or ${contact}, and say ${number}.`,
  comeBack: (address) => `Later you can come back to your form at ${address}.`,
};

/** No translator has reviewed it yet. */
const WELSH: SignerMailWords = {
  ask: 'Ffurflen i chi ei darllen a’i hateb',
  askAgain: 'Mae eich ateb ar goll o hyd',
  newsFrom: (organisation) => `Newyddion oddi wrth ${organisation}`,
  patientOf: (organisation) => `Rydych chi, neu rywun rydych yn gofalu amdano, yn glaf i ${organisation}.`,
  readAndAnswer: 'Darllenwch y ffurflen hon a rhowch eich ateb. Gallwch ofyn cwestiwn neu ddweud na.',
  open: 'Agor y ffurflen',
  pageAsks:
    'Mae’r dudalen yn gofyn am ddyddiad geni’r claf a’ch cyfenw chi, a dim byd arall. Fyddwn ni byth yn gofyn am gyfrinair, cerdyn nac arian.',
  until: (day) => `Mae’n gweithio tan ${day}, i chi yn unig.`,
  isItReal: (contact, number) =>
    `Ydy hyn yn wir? Ffoniwch y rhif ar eich llythyr o’r ysbyty, neu ${contact}, a dywedwch ${number}.`,
  comeBack: (address) => `Yn nes ymlaen gallwch ddod yn ôl at eich ffurflen yn ${address}.`,
};

/** No translator has reviewed it yet. */
const ARABIC: SignerMailWords = {
  ask: 'نموذج لتقرأه وتجيب عنه',
  askAgain: 'ما زلنا ننتظر جوابك',
  newsFrom: (organisation) => `أخبار من ${apart(organisation)}`,
  patientOf: (organisation) => `أنت، أو شخص ترعاه، مريض لدى ${apart(organisation)}.`,
  readAndAnswer: 'من فضلك اقرأ هذا النموذج وأعط جوابك. يمكنك أن تطرح سؤالًا أو أن تقول لا.',
  open: 'افتح النموذج',
  pageAsks: 'تطلب الصفحة تاريخ ميلاد المريض واسم عائلتك، ولا شيء غير ذلك. نحن لا نطلب أبدًا كلمة مرور أو بطاقة أو مالًا.',
  until: (day) => `يعمل حتى ${day}، لك وحدك.`,
  isItReal: (contact, number) =>
    `هل هذه الرسالة حقيقية؟ اتصل بالرقم الموجود في رسالة المستشفى، أو ${contact}، واذكر ${apart(number)}.`,
  comeBack: (address) => `يمكنك أن تعود إلى نموذجك لاحقًا على ${apart(address)}.`,
};

/** The sentences of mails in each language of the patients' pages. */
export const MAIL_WORDS: Readonly<Record<PageLanguage, SignerMailWords>> = { en: ENGLISH, cy: WELSH, ar: ARABIC };
