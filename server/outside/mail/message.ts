import type { Mail } from './mailer.ts';

/** The sender of a mail. */
export type MailFrom = { name: string; address: string };

/** A mail as nodemailer takes it. The Message-ID comes from the mail's id, so a mail that arrives twice is known as one. */
export function messageOf({ id, createdAt, to, subject, text, html, sender }: Mail, from: MailFrom) {
  return {
    ...(sender === undefined ? { from } : { from: { ...from, name: sender.name }, replyTo: sender.replyTo }),
    to,
    subject,
    text,
    html,
    date: new Date(createdAt),
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    // RFC 3834: no holiday notice comes back.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
