import { AUTHORISATION_CODE_LIFE, SIGN_IN_CODE_LIFE } from '#domain/accounts/codes.ts';
import { CONTACT_SEPARATOR } from '#domain/organisation/contact-separator.ts';
import { SIGNER_NEWS, SMS_WORDS } from '#domain/notifications/sms-words.ts';
import { PAGE_LANGUAGES } from '#domain/values/patient-languages.ts';
import type { MailContent } from '#server/work/mail/bodies.ts';

export const MAIL_SENDER = {
  productName: 'Assent',
  supportEmail: 'support@demo.nhs.uk',
  publicOrigin: 'https://consent.demo.nhs.uk',
};

const TO_SIGNER = {
  organisation: 'Demo General Hospital',
  support: ['01632 960100', 'consent.forms@demo.nhs.uk'].join(CONTACT_SEPARATOR),
  caseNumber: 'C-000417',
};
const LINK = { ...TO_SIGNER, isForInterpreter: false, token: `l_${'x'.repeat(43)}`, until: '2026-12-13' };

/** A mail of each kind that goes to people who sign, in each language, and of the kinds for staff that hold a code, a link or news; each with a name. */
export function everyMail(): [string, MailContent][] {
  const toSigners = PAGE_LANGUAGES.flatMap((language): [string, MailContent][] => {
    const { news, contact } = SMS_WORDS[language];
    const english = SMS_WORDS.en;
    return [
      [`link-${language}`, { ...LINK, kind: 'LINK', language }],
      [`reminder-${language}`, { ...LINK, kind: 'LINK_REMINDER', language }],
      ...SIGNER_NEWS.map((kind): [string, MailContent] => {
        const words = {
          [language]: news[kind](contact(TO_SIGNER.support)),
          en: english.news[kind](english.contact(TO_SIGNER.support)),
        };
        return [`${kind}-${language}`, { ...TO_SIGNER, kind: 'LINK_NEWS', language, words, token: LINK.token }];
      }),
    ];
  });
  return [
    ...toSigners,
    ['interpreter', { ...LINK, kind: 'LINK', language: 'en', isForInterpreter: true }],
    ['register', { kind: 'REGISTER', code: 'ABCD2345', life: AUTHORISATION_CODE_LIFE }],
    ['backup-code', { kind: 'BACKUP_CODE', code: '123456', life: SIGN_IN_CODE_LIFE }],
    [
      'case-news',
      { kind: 'CASE_NEWS', news: [{ words: 'A link was locked.', recordID: crypto.randomUUID(), caseNumber: 'C-000417' }] },
    ],
  ];
}
