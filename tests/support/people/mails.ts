import fs from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';

/** A mail as opened by its recipient. `code` and `link` are those alone on a line of the text. */
export type ReadMail = {
  subject: string;
  text: string;
  html: string;
  from: string;
  fromName: string;
  replyTo: string | undefined;
  to: string;
  code: string | undefined;
  link: string | undefined;
};

/** The folder of mails; a server in this process sends the queued ones first. */
type Mailbox = { readonly mailFolder: string; doJobs?(): Promise<void> };

/** The mails to an address, oldest first. */
export async function mailsTo(mailbox: Mailbox, address: string): Promise<ReadMail[]> {
  return (await allMails(mailbox)).filter(({ to }) => to === address);
}

/** Every mail, oldest first. */
export async function allMails(mailbox: Mailbox): Promise<ReadMail[]> {
  await mailbox.doJobs?.();
  const files = fs.existsSync(mailbox.mailFolder) ? fs.readdirSync(mailbox.mailFolder) : [];
  const mails: ReadMail[] = [];
  // A file's name is the mail's id, which begins with its time.
  for (const file of files.filter((name) => name.endsWith('.eml')).toSorted()) {
    const mail = await PostalMime.parse(fs.readFileSync(path.join(mailbox.mailFolder, file)));
    const to = (mail.to ?? []).map((each) => each.address ?? '').join(', ');
    const text = mail.text ?? '';
    mails.push({
      subject: mail.subject ?? '',
      text,
      html: mail.html ?? '',
      from: mail.from?.address ?? '',
      fromName: mail.from?.name ?? '',
      replyTo: mail.replyTo?.[0]?.address,
      to,
      code: /^Code: (\S+)$/m.exec(text)?.[1],
      link: /^(https?:\/\/\S+)$/m.exec(text)?.[1],
    });
  }
  return mails;
}

/** The newest code that was mailed to an address. @throws Error when there is none */
export async function codeFor(mailbox: Mailbox, address: string): Promise<string> {
  const code = (await mailsTo(mailbox, address)).findLast((mail) => mail.code !== undefined)?.code;
  if (code === undefined) throw new Error('No code was mailed');
  return code;
}
