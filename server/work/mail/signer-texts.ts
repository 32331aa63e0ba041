import { MAIL_WORDS } from '#domain/notifications/mail-words.ts';
import { OWN_PAGE_PATH } from '#domain/signing/own-page.ts';
import { SMS_WORDS } from '#domain/notifications/sms-words.ts';
import { isPatientLanguage, type PageLanguage } from '#domain/values/patient-languages.ts';
import type { MailPart, Piece } from './layout.ts';
import type { MailSender } from './texts.ts';

type ToSigner = {
  /** that of the reader: English stands below any other */
  readonly language: PageLanguage;
  readonly organisation: string;
  /** the ways to reach the organisation, as the server tells them */
  readonly support: string;
  readonly caseNumber: string;
  /** whether they come back at the public address; absent of a mail that a build before has queued */
  readonly comesBack?: boolean;
};
/** `until` the last whole day, plain date */
export type LinkMail = ToSigner & {
  readonly kind: 'LINK' | 'LINK_REMINDER';
  readonly isForInterpreter: boolean;
  readonly token: string;
  readonly until: string;
};
/** `words` of the news in the languages of the mail. LINK_NEWS has a token that opens it, and is sent to nobody once the link has ended. */
type News = ToSigner & { readonly words: Readonly<Partial<Record<PageLanguage, string>> & { en: string }> };
export type FormNewsMail = (News & { kind: 'FORM_NEWS' }) | (News & { kind: 'LINK_NEWS'; token: string });

type SignerMail = { readonly subject: string; readonly parts: readonly [MailPart, ...MailPart[]] };

/** The link to a form, to somebody who signs: no name, no procedure, no speciality. */
export function linkMailWords(content: LinkMail, sender: MailSender): SignerMail {
  const { organisation, isForInterpreter, token, until } = content;
  const link = `${sender.publicOrigin}/login/${token}`;
  if (isForInterpreter)
    return inEach({ ...content, language: 'en' }, sender, (language) => {
      const words = MAIL_WORDS[language];
      return [
        `${organisation} asks you to confirm that you interpreted.`,
        { button: words.open, link },
        'The page asks for your name and your agency number or code, nothing else. We never ask for a password, a card or money.',
        words.until(SMS_WORDS[language].date(until)),
      ];
    });
  return inEach(content, sender, (language) => {
    const words = MAIL_WORDS[language];
    return [
      words.patientOf(organisation),
      words.readAndAnswer,
      { button: words.open, link },
      words.pageAsks,
      words.until(SMS_WORDS[language].date(until)),
    ];
  });
}

/** News of a form to somebody who signs: no name, no procedure, no speciality. */
export function formNewsWords(content: FormNewsMail, sender: MailSender): SignerMail {
  return inEach(content, sender, (language) => [
    MAIL_WORDS[language].patientOf(content.organisation),
    content.words[language] ?? content.words.en,
    ...(content.kind === 'LINK_NEWS'
      ? [{ button: MAIL_WORDS[language].open, link: `${sender.publicOrigin}/login/${content.token}` }]
      : []),
  ]);
}

/** A mail in the reader's language and in English, each part closed by how to find out whether it is real. */
function inEach(
  content: LinkMail | FormNewsMail,
  { publicOrigin }: MailSender,
  piecesIn: (language: PageLanguage) => readonly Piece[],
): SignerMail {
  const ownPage = `${new URL(publicOrigin).host}${OWN_PAGE_PATH}`;
  const { language, organisation, support, caseNumber } = content;
  const partIn = (each: PageLanguage): MailPart => ({
    language: each,
    pieces: [
      ...piecesIn(each),
      MAIL_WORDS[each].isItReal(SMS_WORDS[each].contact(support), caseNumber),
      ...(content.comesBack === true ? [MAIL_WORDS[each].comeBack(ownPage)] : []),
    ],
  });
  const words = MAIL_WORDS[language];
  const subjects = { LINK: words.ask, LINK_REMINDER: words.askAgain } as const;
  const subject =
    content.kind === 'LINK' || content.kind === 'LINK_REMINDER' ? subjects[content.kind] : words.newsFrom(organisation);
  return { subject, parts: isPatientLanguage(language) ? [partIn(language), partIn('en')] : [partIn(language)] };
}
