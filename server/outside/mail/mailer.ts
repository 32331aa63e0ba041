/** An outgoing mail. Name and address are never one string, against header injection. */
export type Mail = {
  id: string;
  /** when it was written, ISO 8601; the same at each attempt */
  createdAt: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** the name that it comes from, and where an answer goes; without it those of the installation, which takes no answers */
  sender?: { name: string; replyTo: string };
};

/** The transport of mails. */
export type Mailer = {
  readonly kind: 'folder' | 'smtp';
  /** where mails are stored, for kind `folder` */
  readonly folder?: string;
  /** The same mail sent twice has the same Message-ID. @throws MailNotTaken when it did not go out, as far as is known */
  send(mail: Mail): Promise<void>;
  /** Waits a few seconds for mails being sent, and gives up the rest, which is retried later. */
  close(): Promise<void>;
};

/** A mail was not accepted; it is retried unless `isFinal`. `reason` is a code such as `ECONNECTION` or `EENVELOPE 550`, never an address. */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken';
  readonly reason: string;
  readonly isFinal: boolean;

  constructor(reason: string, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(`The mail was not taken: ${reason}`);
    this.reason = reason;
    this.isFinal = isFinal;
  }
}
