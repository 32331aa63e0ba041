import type { MailBody } from '#server/data/tables/account-rows.ts';
import { layOut } from './layout.ts';
import { limitMailWords, type LimitMail } from './limit-texts.ts';
import { safetyMailWords, type SafetyMail } from './safety-texts.ts';
import { caseNewsWords, type CaseNewsMail } from './news-texts.ts';
import { formNewsWords, linkMailWords, type FormNewsMail, type LinkMail } from './signer-texts.ts';
import { accessMailWords, codeWords, referralWords, retentionWords, sealEndsMailWords, securityWords } from './texts.ts';
import type {
  AccessMail,
  CodeMail,
  MailSender,
  MailWords,
  ReferralMail,
  RetentionMail,
  SealMail,
  SecurityMail,
} from './texts.ts';

/** The parameters of each kind of mail. No clinical word, nothing of a patient. */
export type MailContent =
  | CodeMail
  | AccessMail
  | SecurityMail
  | LinkMail
  | CaseNewsMail
  | FormNewsMail
  | ReferralMail
  | RetentionMail
  | SealMail
  | SafetyMail
  | LimitMail;

/** Subject and both parts of a mail. A code stands alone on a line `Code: XXXXXXXX`, a link alone on a line. */
export function mailBody(content: MailContent, sender: MailSender): { subject: string; body: MailBody } {
  const { productName, supportEmail } = sender;
  // A signer knows the hospital, not the product.
  if (isToSigner(content)) {
    const { subject, parts } = isFormNews(content) ? formNewsWords(content, sender) : linkMailWords(content, sender);
    const name = `${content.organisation} (consent forms)`;
    return { subject, body: { ...layOut(subject, parts), sender: { name, replyTo: supportEmail } } };
  }
  const { subject, pieces } = wordsOf(content, sender);
  const closing = `This email was sent by ${productName}. Nobody reads answers to it. For help, write to ${supportEmail}.`;
  return { subject: `${productName}: ${subject}`, body: layOut(subject, [{ language: 'en', pieces: [...pieces, closing] }]) };
}

function wordsOf(content: Exclude<MailContent, LinkMail | FormNewsMail>, sender: MailSender): MailWords {
  switch (content.kind) {
    case 'REGISTER':
    case 'RESET':
    case 'BACKUP_CODE':
      return codeWords(content, sender);
    case 'CASE_NEWS':
      return caseNewsWords(content, sender);
    case 'REFERRAL_NEW':
    case 'REFERRAL_ANSWERED':
    case 'REFERRAL_MOVED':
      return referralWords(content, sender);
    case 'DELETION_CONFIRMED':
    case 'DELETION_APPROVED':
    case 'RETENTION_ASKED':
      return retentionWords(content, sender);
    case 'SAFETY_REPORT':
      return safetyMailWords(content, sender);
    case 'LIMIT_80':
    case 'LIMIT_100':
    case 'CHANNEL_PAUSED':
      return limitMailWords(content, sender);
    case 'SEAL_ENDS':
      return sealEndsMailWords(content, sender);
    case 'PASSWORD_CHANGED':
    case 'TWO_FACTOR_CHANGED':
    case 'NEW_PLACE':
      return securityWords(content, sender);
    default:
      return accessMailWords(content, sender);
  }
}

/** Whether a mail goes to a patient or another signer. */
export function isToSigner(content: MailContent): content is LinkMail | FormNewsMail {
  return content.kind === 'LINK' || content.kind === 'LINK_REMINDER' || isFormNews(content);
}

function isFormNews(content: MailContent): content is FormNewsMail {
  return content.kind === 'FORM_NEWS' || content.kind === 'LINK_NEWS';
}
