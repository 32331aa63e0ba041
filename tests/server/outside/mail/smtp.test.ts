import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '#server/environment.ts';
import { MailNotTaken, type Mail, type Mailer } from '#server/outside/mail/mailer.ts';
import { openSmtp, type SmtpTimes } from '#server/outside/mail/smtp.ts';
import { readSmtpUrl } from '#server/outside/mail/smtp-url.ts';
import { openMailServer, type MailServer, type Manners } from '#tests/support/people/mail-server.ts';

const FROM = { name: 'Assent', address: 'mail@demo.nhs.uk' };
const TIMES: SmtpTimes = { connect: 500, silence: 1000, total: 1500, closing: 200 };

async function open(manners: Manners = {}): Promise<MailServer> {
  const server = await openMailServer(manners);
  onTestFinished(server.close);
  return server;
}

function mailer(port: number, { query = '', scheme = 'smtp', user = '', times = TIMES } = {}): Mailer {
  const opened = openSmtp({ server: readSmtpUrl(`${scheme}://${user}127.0.0.1:${port}${query}`), from: FROM, times });
  onTestFinished(opened.close);
  return opened;
}

function mail(changes: Partial<Mail> = {}): Mail {
  return {
    id: randomUUID(),
    createdAt: '2026-08-06T14:05:00.000Z',
    to: { name: 'Demo Person', address: 'person@demo.nhs.uk' },
    subject: 'Assent: your sign-in code',
    text: 'Code: 123456\n',
    html: '<p>Code: <strong>123456</strong></p>',
    ...changes,
  };
}

async function refusal(sending: Promise<void>): Promise<MailNotTaken> {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof MailNotTaken) return error;
  throw new Error('The mail was taken, or it failed in another way');
}

test('a mail arrives as it was written, from the product, with both parts and an id of its own', async () => {
  const server = await open();
  const sent = mail();
  await mailer(server.port).send(sent);
  const [arrived] = server.arrived;
  expect(arrived).toMatchObject({ from: FROM.address, to: ['person@demo.nhs.uk'], isSecure: false });
  expect(arrived?.mail).toMatchObject({
    from: FROM,
    to: [{ name: 'Demo Person', address: 'person@demo.nhs.uk' }],
    subject: sent.subject,
    text: expect.stringMatching(/^Code: 123456\n*$/),
    messageId: `<${sent.id}@demo.nhs.uk>`,
    date: '2026-08-06T14:05:00.000Z',
  });
  expect(arrived?.mail.html).toContain('<strong>123456</strong>');
  expect(arrived?.raw).toContain('\r\nCode: 123456\r\n');
  expect(arrived?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});

test('no name, subject or address adds a header, a recipient or a second mail', async () => {
  const server = await open();
  const client = mailer(server.port);
  const nasty = [
    'A\r\nBcc: other@evil.example',
    'A\nSubject: You have won',
    'A" <other@evil.example>, "B',
    'A, other@evil.example',
    '=?utf-8?Q?A=0D=0ABcc:_other@evil.example?=',
    'A\u2028Bcc: other@evil.example',
    '\r\n.\r\nMAIL FROM:<x@evil.example>\r\n',
    'A'.repeat(5000),
  ];
  for (const text of nasty) await client.send(mail({ to: { name: text, address: 'person@demo.nhs.uk' }, subject: text }));
  expect(server.arrived).toHaveLength(nasty.length);
  for (const { to, mail: read } of server.arrived) {
    expect(to).toEqual(['person@demo.nhs.uk']);
    expect(read.to?.map(({ address }) => address)).toEqual(['person@demo.nhs.uk']);
    expect(read.bcc ?? []).toEqual([]);
    expect(read.cc ?? []).toEqual([]);
    expect(read.headers.filter(({ key }) => key === 'subject')).toHaveLength(1);
    expect(read.text?.trimEnd()).toBe('Code: 123456');
  }
  for (const address of ['a@demo.nhs.uk\r\nRCPT TO:<other@evil.example>', 'a@demo.nhs.uk, other@evil.example']) {
    await client.send(mail({ to: { name: '', address } })).catch(() => undefined);
    expect(server.arrived.flatMap(({ to }) => to)).not.toContain('other@evil.example');
  }
});

test('a text that names a file or a web address brings nothing of it into the mail', async () => {
  const server = await open();
  await expect(
    mailer(server.port).send({
      ...mail(),
      // A broken caller could pass an object in place of the text.
      text: { path: '/etc/hostname' } as unknown as string,
    }),
  ).rejects.toThrow(MailNotTaken);
  expect(server.arrived).toEqual([]);
});

test('where encryption is required, a server without it is told nothing', async () => {
  const server = await open();
  expect(await refusal(mailer(server.port, { query: '?tls=required' }).send(mail()))).toMatchObject({
    reason: expect.stringContaining('ETLS'),
    isFinal: false,
  });
  expect(server.senders).toEqual([]);
});

test('a certificate that nobody vouches for is not spoken to, from the first byte or later', async () => {
  const later = await open({ options: { disabledCommands: [] } });
  expect((await refusal(mailer(later.port, { query: '?tls=required' }).send(mail()))).isFinal).toBe(false);
  const first = await open({ options: { secure: true } });
  expect((await refusal(mailer(first.port, { scheme: 'smtps' }).send(mail()))).isFinal).toBe(false);
  expect([...later.senders, ...first.senders]).toEqual([]);
});

test('a password opens the server, and a wrong one is tried again later', async () => {
  const server = await open({ options: { authOptional: false, allowInsecureAuth: true } });
  await mailer(server.port, { user: 'assent%40demo:right@' }).send(mail());
  expect(server.arrived[0]?.user).toBe('assent@demo');
  expect(await refusal(mailer(server.port, { user: 'assent:wrong@' }).send(mail()))).toMatchObject({
    reason: 'EAUTH 535',
    isFinal: false,
  });
});

test('a server that is down refuses mails until it is back, on the same opened mailer', async () => {
  const first = await openMailServer();
  const client = mailer(first.port);
  await client.send(mail());
  await first.close();
  expect((await refusal(client.send(mail()))).isFinal).toBe(false);
  const back = await open({ port: first.port });
  await client.send(mail());
  expect(back.arrived).toHaveLength(1);
});

test.each([
  { answer: { responseCode: 450, message: '4.2.0 try later' }, isFinal: false },
  { answer: { responseCode: 452, message: '4.2.2 mailbox full' }, isFinal: false },
  { answer: { responseCode: 550, message: '5.1.1 no such person' }, isFinal: true },
  { answer: { responseCode: 550, message: '5.7.1 relaying denied' }, isFinal: false },
])('an answer $answer.responseCode $answer.message to the recipient: final is $isFinal', async ({ answer, isFinal }) => {
  const server = await open({ recipient: () => answer });
  const error = await refusal(mailer(server.port).send(mail()));
  expect(error).toMatchObject({ reason: `EENVELOPE ${answer.responseCode}`, isFinal });
  expect(error.message).not.toContain('person');
});

test.each([
  { answer: { responseCode: 451, message: '4.3.0 not now' }, isFinal: false },
  { answer: { responseCode: 554, message: '5.6.0 not such a text' }, isFinal: true },
])('an answer $answer.responseCode to the text: final is $isFinal', async ({ answer, isFinal }) => {
  const server = await open({ text: () => answer });
  expect(await refusal(mailer(server.port).send(mail()))).toMatchObject({ reason: `EMESSAGE ${answer.responseCode}`, isFinal });
});

test('a server that says nothing, or goes on without end, is given up in time', async () => {
  const silent = createServer();
  const dripping = createServer((socket) => {
    socket.on('error', () => undefined);
    const drip = setInterval(() => socket.write('220-wait\r\n'), 50);
    socket.on('close', () => clearInterval(drip));
  });
  for (const server of [silent, dripping]) {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const begun = Date.now();
    // A server that listens on a port has this form of address.
    const { port } = server.address() as AddressInfo;
    expect((await refusal(mailer(port).send(mail()))).isFinal).toBe(false);
    expect(Date.now() - begun).toBeLessThan(TIMES.total + 10_000);
  }
});

test('closing lets a mail under way arrive, and gives a slow one up within its time', async () => {
  const quick = await open({ slow: 50 });
  // Longer than a busy machine takes for the mail: giving up is the second mailer's part.
  const first = mailer(quick.port, { times: { connect: 10_000, silence: 10_000, total: 10_000, closing: 10_000 } });
  const arriving = first.send(mail());
  await first.close();
  await arriving;
  expect(quick.arrived).toHaveLength(1);

  const slow = await open({ slow: 20_000 });
  const second = mailer(slow.port);
  const given = refusal(second.send(mail()));
  const begun = Date.now();
  await second.close();
  expect(await given).toMatchObject({ isFinal: false });
  expect(Date.now() - begun).toBeLessThan(10_000);
});

test.each([
  ['smtp://mail.demo.nhs.uk', { host: 'mail.demo.nhs.uk', port: 587, tls: 'STARTTLS', auth: undefined }],
  ['smtp://mail.demo.nhs.uk:25?tls=off', { host: 'mail.demo.nhs.uk', port: 25, tls: 'NONE', auth: undefined }],
  ['smtps://a%40b:c%3Ad@mail.demo.nhs.uk', { port: 465, tls: 'IMPLICIT', auth: { user: 'a@b', pass: 'c:d' } }],
  ['smtp://localhost:2525', { host: 'localhost', port: 2525, tls: 'NONE', auth: undefined }],
  ['smtp://[::1]:25/?tls=required', { host: '::1', port: 25, tls: 'STARTTLS', auth: undefined }],
])('SMTP_URL %s is understood', (text, server) => {
  expect(readEnvironment({ SMTP_URL: text }).smtp).toMatchObject(server);
});

test.each([
  'mail.demo.nhs.uk',
  'http://user:pa55@mail.demo.nhs.uk',
  'smtp://',
  'smtp://user:pa55@:25',
  'smtp://user:pa55@mail.demo.nhs.uk/path',
  'smtp://user:pa55@mail.demo.nhs.uk:99999',
  'smtp://user:pa55@mail.demo.nhs.uk?debug=true',
  'smtp://user:pa55@mail.demo.nhs.uk?tls=maybe',
  'smtp://user:%E0%A4%A@mail.demo.nhs.uk',
  'smtps://user:pa55@mail.demo.nhs.uk?tls=off',
])('SMTP_URL %s stops the start with one sentence that tells no password', (text) => {
  expect(() => readEnvironment({ SMTP_URL: text })).toThrow(/^SMTP_URL [^\n]*\.$/);
  expect(() => readEnvironment({ SMTP_URL: text })).not.toThrow(/pa55/);
});
