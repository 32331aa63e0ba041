const UNREACHED = 'The mail server could not be reached.';
const REFUSED = 'The mail server did not take the mail.';

/** The codes of the mailer and of the system in words. */
const MAIL_ERRORS: Readonly<Record<string, string>> = {
  ECONNECTION: UNREACHED,
  ECONNREFUSED: UNREACHED,
  ECONNRESET: UNREACHED,
  EDNS: UNREACHED,
  ENOTFOUND: UNREACHED,
  ESOCKET: UNREACHED,
  ETIMEDOUT: UNREACHED,
  EAUTH: 'The mail server did not accept the sign-in of this server.',
  ENOAUTH: 'The mail server did not accept the sign-in of this server.',
  ETLS: 'No secure connection to the mail server could be made.',
  EENVELOPE: 'The mail server did not take the address.',
  EMESSAGE: REFUSED,
  EPROTOCOL: REFUSED,
  ENOSPC: 'The disk of the server is full.',
  LINK_ENDED: 'Its link ended before it went out.',
  ANSWERED: 'The form was answered before it went out.',
  ADDRESS_CHANGED: 'Another address is on the record by now: it has to be sent again.',
  NOT_WANTED: 'The person does not want mail.',
  CASE_ENDED: 'The patient takes no messages any more.',
  CHANNEL_OFF: 'Mail to patients was switched off before it went out.',
  EACCES: 'The server may not write into its folder of mails.',
};

/** Why a mail did not go out. @param reason - codes of the mailer: `EENVELOPE 550` */
export function mailErrorWords(reason: string): string {
  const codes = reason.split(' ');
  const words = codes.flatMap((code) => MAIL_ERRORS[code] ?? [])[0] ?? 'The mail could not be sent.';
  const answer = codes.find((code) => /^[45]\d\d$/.test(code));
  return answer === undefined ? words : `${words} Its answer was ${answer}.`;
}

/** Why an archival time stamp is not there, by the name of the error. */
const ARCHIVE_ERRORS: Readonly<Record<string, string>> = {
  StampRefused:
    'The time-stamp authority could not be reached, or its answer was not a stamp that the roots in the settings vouch for.',
  ArchiveLapsed: 'The certificate of the newest time stamp has ended: a later stamp would prove nothing of the time between.',
  ArchiveUnsound: 'The stored document does not verify. Look into the security log.',
};

/** Why work of a kind was not done. @param error - a name or a code */
export function jobErrorWords(kind: string, error: string): string {
  if (kind === 'MAIL') return mailErrorWords(error);
  return kind === 'ARCHIVE' ? (ARCHIVE_ERRORS[error] ?? `The time stamp could not be added: ${error}.`) : sealErrorWords(error);
}

/** Why a document is not there. @param error - a name or a code */
export function sealErrorWords(error: string): string {
  return `The document could not be made: ${error}.`;
}
