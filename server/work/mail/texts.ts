import { durationWords } from '#domain/base/duration-words.ts';
import { DELETION_WAIT } from '#domain/organisation/retention.ts';
import { SEAL_RENEWED, sealEndsWords } from '#domain/organisation/server-warnings.ts';
import type { Piece } from './layout.ts';

/** `life`: for how long the code works, ms */
export type CodeMail = { kind: 'REGISTER' | 'RESET' | 'BACKUP_CODE'; code: string; life: number };
/** `wished` is the role that somebody typed: a wish, and a stranger's word */
export type AccessMail =
  | { kind: 'KNOWN_ADDRESS' | 'APPROVED' | 'REJECTED' | 'SUSPENDED' }
  | { kind: 'APPROVAL_WANTED'; wished: string };
/** `when` in words with its zone, `agent` browser and system in words, `address` of the network */
export type SecurityMail =
  | { kind: 'PASSWORD_CHANGED' | 'TWO_FACTOR_CHANGED' }
  | { kind: 'NEW_PLACE'; when: string; agent: string; address: string };

/** To staff: a referral is new, the referrer has answered, or the other side has moved it on; `isToTeam`: to the mailbox of a speciality */
export type ReferralMail = { kind: 'REFERRAL_NEW' | 'REFERRAL_ANSWERED' | 'REFERRAL_MOVED'; isToTeam?: true };
/** To administrators, when one of two people has decided about deleting records. */
export type RetentionMail = { kind: 'DELETION_CONFIRMED' | 'DELETION_APPROVED' | 'RETENTION_ASKED' };
/** To administrators, before the certificate of the seal ends; `days` whole ones that are left */
export type SealMail = { kind: 'SEAL_ENDS'; days: number };
/** The sender of a mail. `publicOrigin` begins every link. */
export type MailSender = { productName: string; supportEmail: string; publicOrigin: string };
/** The text of a mail; the subject holds no name and no code. */
export type MailWords = { subject: string; pieces: Piece[] };

/** Mails with a code that opens something; the code is in no subject, as that shows on locked screens. */
export function codeWords({ kind, code, life }: CodeMail, { productName, publicOrigin }: MailSender): MailWords {
  const rule = `The code works once, within ${durationWords(life)}. Do not share it: we never ask for it.`;
  if (kind === 'REGISTER')
    return {
      subject: 'finish your registration',
      pieces: [
        `You asked for an account in ${productName}. Choose your password with this code:`,
        { code },
        'Type the code on this page:',
        { link: `${publicOrigin}/register-password` },
        rule,
        'If you did not ask for an account, do nothing. Without the code no account is opened.',
      ],
    };
  if (kind === 'RESET')
    return {
      subject: 'set a new password',
      pieces: [
        `Somebody asked to set a new password for your account in ${productName}. If it was you, use this code:`,
        { code },
        'Type the code on this page:',
        { link: `${publicOrigin}/reset-password` },
        rule,
        'If you did not ask for it, do nothing. Your password stays as it is.',
      ],
    };
  return {
    subject: 'your sign-in code',
    pieces: [
      `You are signing in to ${productName} without your authenticator app. Type this code where you sign in:`,
      { code },
      `${rule} Only the newest code works.`,
      'If you are not signing in now, somebody else knows your password. Set a new one at once:',
      { link: `${publicOrigin}/reset-password` },
    ],
  };
}

/** Mails about who may use the product. */
export function accessMailWords(content: AccessMail, { productName, supportEmail, publicOrigin }: MailSender): MailWords {
  const mistake = `If you think that this is a mistake, speak to your administrator or write to ${supportEmail}.`;
  const signIn: Piece = { link: `${publicOrigin}/login` };
  switch (content.kind) {
    case 'KNOWN_ADDRESS':
      return {
        subject: 'you already have an account',
        pieces: [
          `Somebody asked for an account in ${productName} with your address. You have one already, so nothing was changed.`,
          'Sign in on this page. If you have forgotten your password, you can set a new one there:',
          signIn,
          'If you did not ask for an account, do nothing.',
        ],
      };
    case 'APPROVED':
      return {
        subject: 'your account is ready',
        pieces: [
          `An administrator has given you access to ${productName}. You can sign in now:`,
          signIn,
          `If you did not ask for an account, write to ${supportEmail}.`,
        ],
      };
    case 'REJECTED':
      return {
        subject: 'your request for access',
        pieces: [`An administrator has looked at your request for access to ${productName} and has not given it.`, mistake],
      };
    case 'SUSPENDED':
      return {
        subject: 'your account is suspended',
        pieces: [
          `An administrator has suspended your account in ${productName}. You are signed out everywhere and cannot sign in.`,
          mistake,
        ],
      };
    case 'APPROVAL_WANTED':
      return {
        subject: 'somebody asks for access',
        pieces: [
          `Somebody has registered for ${productName} and is waiting for your decision.`,
          `Role asked for: ${wordOf(content.wished)}`,
          'This gives no access yet. You choose the role, or reject the request, on this page:',
          { link: `${publicOrigin}/User-Management` },
          'You get this email because you manage the users of your organisation.',
        ],
      };
  }
}

/** Mails to the owner of an account about a change of it, with what to do if somebody else made it. */
export function securityWords(content: SecurityMail, { productName, supportEmail, publicOrigin }: MailSender): MailWords {
  const notYou: Piece[] = [
    `If it was not you, set a new password at once on this page, and write to ${supportEmail}:`,
    { link: `${publicOrigin}/reset-password` },
  ];
  const wasYou = 'If it was you, there is nothing to do.';
  if (content.kind === 'NEW_PLACE')
    return {
      subject: 'sign-in from a new place',
      pieces: [
        `Somebody signed in to your account in ${productName} from a place that is new to us.`,
        `When: ${content.when}`,
        `With: ${wordOf(content.agent)}`,
        `Network address: ${content.address}`,
        wasYou,
        ...notYou,
      ],
    };
  if (content.kind === 'PASSWORD_CHANGED')
    return {
      subject: 'your password was changed',
      pieces: [
        `The password of your account in ${productName} was changed. Your other devices are signed out.`,
        wasYou,
        ...notYou,
      ],
    };
  return {
    subject: 'your two-step sign-in was changed',
    pieces: [`Two-step sign-in was set up for your account in ${productName}.`, wasYou, ...notYou],
  };
}

// The text of a stranger stands in a mail that others trust: words only, no link and no line break.
function wordOf(input: string): string {
  return input
    .replaceAll(/[^\p{L}\p{N}_()-]+/gu, ' ')
    .trim()
    .slice(0, 60);
}

/** The reason why a mail comes to the mailbox of a speciality. */
export const TO_TEAM = 'It comes to this mailbox because it is that of the team.';

/** Mails about referrals: no patient, no referrer, no question, as others may read them. */
export function referralWords({ kind, isToTeam }: ReferralMail, { productName, publicOrigin }: MailSender): MailWords {
  const { subject, news } = REFERRAL_NEWS[kind];
  return {
    subject,
    pieces: [
      `${news} Read it in ${productName}:`,
      { link: `${publicOrigin}/my-referral` },
      'This email says nothing about the patient. Sign in to see more.',
      ...(isToTeam === true ? [TO_TEAM] : []),
    ],
  };
}

const REFERRAL_NEWS: Readonly<Record<ReferralMail['kind'], { subject: string; news: string }>> = {
  REFERRAL_NEW: { subject: 'a new referral', news: 'A patient was referred to you or to your speciality.' },
  REFERRAL_ANSWERED: { subject: 'an answer to your question', news: 'Somebody answered a question about a referral.' },
  REFERRAL_MOVED: { subject: 'news of a referral', news: 'There is news of a referral that you take part in.' },
};

/** The mail about the certificate of the seal. */
export function sealEndsMailWords({ days }: SealMail, { productName, publicOrigin }: MailSender): MailWords {
  return {
    subject: 'the certificate of the seal ends',
    pieces: [
      `${sealEndsWords(days)}. ${SEAL_RENEWED}`,
      'After its end forms are signed as before, and wait: nothing more is sealed until a new certificate is there.',
      `See the state of the server in ${productName}:`,
      { link: `${publicOrigin}/status` },
      'You get this email because you look after the organisation. Pass it to whoever runs the server.',
    ],
  };
}

/** Mails about records that are to be deleted: no patient, no number, as others may read them. */
export function retentionWords({ kind }: RetentionMail, { productName, publicOrigin }: MailSender): MailWords {
  const { subject, news } = RETENTION_NEWS[kind];
  return {
    subject,
    pieces: [
      news,
      `See which one in ${productName}, and stop it there if it is not right:`,
      { link: `${publicOrigin}/retention` },
      'You get this email because you look after the organisation. It says nothing about the patient.',
    ],
  };
}

const RETENTION_NEWS: Readonly<Record<RetentionMail['kind'], { subject: string; news: string }>> = {
  DELETION_CONFIRMED: {
    subject: 'the deletion of a record was confirmed',
    news: 'An administrator confirmed that a record is to be deleted. Nothing is deleted before another one approves it.',
  },
  DELETION_APPROVED: {
    subject: 'a record will be deleted',
    news: `A second administrator approved the deletion of a record. It is deleted in ${durationWords(DELETION_WAIT)}, unless somebody keeps it.`,
  },
  RETENTION_ASKED: {
    subject: 'less protection of records is asked for',
    news: 'An administrator asked for shorter times of keeping records, or for a legal hold to be lifted. Nothing changes before another one approves it.',
  },
};
