import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as it arrived: who the envelope said, and what was in it. */
export type Arrived = { from: string; to: string[]; raw: string; mail: Email; isSecure: boolean; user: string | undefined };

/** How a mail server may behave; an answer is a code with its words. */
export type Manners = {
  /** answer to RCPT TO, if not yes */
  recipient?: () => Reply | undefined;
  /** answer to the text, if not yes */
  text?: () => Reply | undefined;
  /** ms before it answers to the text */
  slow?: number;
  /** port to come back on */
  port?: number;
  options?: SMTPServerOptions;
};
export type Reply = { responseCode: number; message: string };

export type MailServer = { port: number; arrived: Arrived[]; senders: string[]; close(): Promise<void> };

/** A small mail server on the loopback address. */
export async function openMailServer({ recipient, text, slow = 0, port = 0, options = {} }: Manners = {}): Promise<MailServer> {
  const arrived: Arrived[] = [];
  const senders: string[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onAuth: ({ username, password }, _, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('Not you')),
    onMailFrom: ({ address }, _, done) => {
      senders.push(address);
      done();
    },
    onRcptTo: (_, __, done) => done(failure(recipient?.())),
    onData: (stream, session, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      const receive = async () => {
        const no = failure(text?.());
        if (no !== undefined) return done(no);
        const raw = Buffer.concat(pieces);
        const { mailFrom, rcptTo } = session.envelope;
        arrived.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: raw.toString('latin1'),
          mail: await PostalMime.parse(raw),
          isSecure: session.secure,
          user: session.user,
        });
        await wait(slow, undefined, { ref: false });
        done();
      };
      stream.on('end', () => void receive());
    },
    ...options,
  });
  // A client that gives up is what some tests are about.
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  // A server that listens on a port has this form of address.
  const address = server.server.address() as AddressInfo;
  return { port: address.port, arrived, senders, close: () => new Promise((closed) => server.close(() => closed())) };
}

function failure(reply: Reply | undefined): (Error & { responseCode: number }) | undefined {
  return reply === undefined ? undefined : Object.assign(new Error(reply.message), { responseCode: reply.responseCode });
}
