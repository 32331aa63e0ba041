/** One mail as it goes out. Names and addresses are never one string: that is how headers are broken into. */
export type Mail = {
  id: string;
  /** when it was written, ISO 8601; the same however often it is tried */
  createdAt: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
};

/** Where mails go. */
export type Mailer = {
  readonly kind: 'folder' | 'smtp';
  /** where mails are kept, for kind `folder` */
  readonly folder?: string;
  /** The same mail sent twice has the same Message-ID. @throws MailNotTaken when it did not go out, as far as is known */
  send(mail: Mail): Promise<void>;
  /** Lets what is being sent end, for a few seconds, and gives the rest up: it is tried again later. */
  close(): Promise<void>;
};

/** A mail was not taken; it is tried again unless `isFinal`. `reason` is a code such as `ECONNECTION` or `EENVELOPE 550`, never an address. */
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
