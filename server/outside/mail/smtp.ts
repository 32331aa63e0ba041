import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { MailNotTaken, type Mailer } from './mailer.ts';
import { messageOf, type MailFrom } from './message.ts';
import type { SmtpServer } from './smtp-url.ts';

/** Times of sending, ms; tests divide them. `total` stays below a job's lease, so that no other server sends the same mail meanwhile. */
export type SmtpTimes = { connect: number; silence: number; total: number; closing: number };
const SMTP_TIMES: SmtpTimes = { connect: 10_000, silence: 20_000, total: 30_000, closing: 4000 };

/** Sends each mail to a mail server, over a connection of its own. Certificates are checked; nothing of a mail is logged. */
export function openSmtp({
  server,
  from,
  times = SMTP_TIMES,
}: {
  server: SmtpServer;
  from: MailFrom;
  times?: SmtpTimes;
}): Mailer {
  const { host, port, tls, auth } = server;
  const transport = createTransport({
    host,
    port,
    secure: tls === 'IMPLICIT',
    requireTLS: tls === 'STARTTLS',
    ignoreTLS: tls === 'NONE',
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: times.connect,
    greetingTimeout: times.connect,
    dnsTimeout: times.connect,
    socketTimeout: times.silence,
    ...(auth === undefined ? {} : { auth }),
  });
  const closing = new AbortController();
  const sending = new Set<Promise<unknown>>();
  return {
    kind: 'smtp',
    send: async (mail) => {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(times.total)]);
      const sent = transport.sendMail({ ...messageOf(mail, from), signal }).catch((error: unknown) => {
        throw notTaken(error);
      });
      sending.add(sent);
      await sent.finally(() => sending.delete(sent));
    },
    close: async () => {
      await Promise.race([Promise.allSettled(sending), wait(times.closing, undefined, { ref: false })]);
      closing.abort();
      transport.close();
    },
  };
}

/** A 5xx answer to a recipient or a text is final; 5.7 is a policy of the server, which its administrators can change, so it is retried. */
function notTaken(error: unknown): MailNotTaken {
  // The members of an unknown error are compared, not trusted.
  const { code, responseCode, command, response } = Object(error) as Partial<Record<string, unknown>>;
  const words = [code, responseCode].filter((word) => /^[\w-]+$/.test(String(word)) && word !== undefined && word !== false);
  const isFinal =
    Number(responseCode) >= 500 && (command === 'RCPT TO' || command === 'DATA') && !/^\d{3}[ -]5\.7\./.test(String(response));
  return new MailNotTaken(words.join(' ') || 'UNKNOWN', { isFinal });
}
