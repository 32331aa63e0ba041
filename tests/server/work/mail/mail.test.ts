import fs from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { AUTHORISATION_CODE_LIFE, SIGN_IN_CODE_LIFE } from '#domain/accounts/codes.ts';
import { MailNotTaken, type Mail, type Mailer } from '#server/outside/mail/mailer.ts';
import { openSmtp } from '#server/outside/mail/smtp.ts';
import { readSmtpUrl } from '#server/outside/mail/smtp-url.ts';
import type { Deps } from '#server/deps.ts';
import { readSettings, WrongSetting } from '#server/settings.ts';
import { inTransaction } from '#server/data/transaction.ts';
import { mailBody, type MailContent } from '#server/work/mail/bodies.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';
import { JOB_TIMES, runJobs, runOne } from '#server/work/run-jobs.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { openMailServer, type Manners } from '#tests/support/people/mail-server.ts';

const ADDRESS = 'person@demo.nhs.uk';
const SENDER = { productName: 'Assent', supportEmail: 'support@demo.nhs.uk', publicOrigin: 'https://consent.demo.nhs.uk' };

// Every kind of mail, with the nastiest that a stranger's words can be.
const NASTY = '"><img src=x onerror=alert(1)> http://evil.example\r\nCode: 99999999\r\nhttps://evil.example/x';
const CONTENTS: MailContent[] = [
  { kind: 'REGISTER', code: 'ABCD2345', life: AUTHORISATION_CODE_LIFE },
  { kind: 'RESET', code: 'ABCD2345', life: AUTHORISATION_CODE_LIFE },
  { kind: 'BACKUP_CODE', code: '123456', life: SIGN_IN_CODE_LIFE },
  { kind: 'KNOWN_ADDRESS' },
  { kind: 'APPROVED' },
  { kind: 'CASE_NEWS', news: [{ words: 'A link was locked.', recordID: 'r1' }] },
  { kind: 'CASE_NEWS', news: [{ words: 'A link was locked.', recordID: 'r1', caseNumber: 'C-000417' }] },
  { kind: 'REJECTED' },
  { kind: 'SUSPENDED' },
  { kind: 'PASSWORD_CHANGED' },
  { kind: 'TWO_FACTOR_CHANGED' },
  { kind: 'APPROVAL_WANTED', wished: NASTY },
  { kind: 'NEW_PLACE', when: '6 August 2026, 15:05 BST', agent: NASTY, address: '192.0.2.7' },
];
const LINKS: Partial<Record<MailContent['kind'], string>> = {
  REGISTER: '/register-password',
  RESET: '/reset-password',
  BACKUP_CODE: '/reset-password',
  KNOWN_ADDRESS: '/login',
  APPROVED: '/login',
  APPROVAL_WANTED: '/User-Management',
  PASSWORD_CHANGED: '/reset-password',
  TWO_FACTOR_CHANGED: '/reset-password',
  NEW_PLACE: '/reset-password',
  CASE_NEWS: '/consent?id=r1',
};

let organisationId: string;
const app = useTestApp(async (opened) => {
  const row = await opened.database.db
    .selectFrom('organisations')
    .select('id')
    .where('name', '=', 'Demo General Hospital')
    .executeTakeFirstOrThrow();
  organisationId = row.id;
});
beforeEach(async () => {
  await app.database.db.deleteFrom('jobs').execute();
  await app.database.db.deleteFrom('mails').execute();
  await app.database.db.deleteFrom('notifications').execute();
  for (const file of fs.readdirSync(app.mailFolder)) fs.rmSync(path.join(app.mailFolder, file));
});

async function queue(
  content: MailContent = { kind: 'BACKUP_CODE', code: '123456', life: SIGN_IN_CODE_LIFE },
  name = 'Demo Person',
) {
  const to = { organisationId, userId: null, address: ADDRESS, name };
  await inTransaction(app.database.db, (trx) => queueMail(trx, app.deps, to, content));
}

const newestRow = () => app.database.db.selectFrom('mails').selectAll().orderBy('created_at', 'desc').executeTakeFirstOrThrow();
const jobsOf = (kind: 'MAIL' | 'SEAL') => app.database.db.selectFrom('jobs').selectAll().where('kind', '=', kind).execute();

/** The same server, but its mails go elsewhere. */
const withMailer = (mailer: Mailer): Deps => ({ ...app.deps, mailer });

async function overSmtp(manners: Manners = {}) {
  const server = await openMailServer(manners);
  const mailer = openSmtp({
    server: readSmtpUrl(`smtp://127.0.0.1:${server.port}`),
    from: { name: 'Assent', address: 'mail@demo.nhs.uk' },
  });
  onTestFinished(async () => {
    await mailer.close();
    await server.close();
  });
  return { server, deps: withMailer(mailer) };
}

/** Takes mails as it is told to, and remembers them. */
function mailerThat(answers: (mail: Mail) => Promise<void> | void): { sent: Mail[]; deps: Deps } {
  const sent: Mail[] = [];
  const send = async (mail: Mail) => {
    sent.push(mail);
    await answers(mail);
  };
  return { sent, deps: withMailer({ kind: 'smtp', send, close: async () => undefined }) };
}

test.each(CONTENTS)('the mail $kind says the same in text and HTML, with code and link alone on a line', (content) => {
  const { subject, body } = mailBody(content, SENDER);
  const lines = body.text.split('\n');
  const codes = lines.filter((line) => line.startsWith('Code:'));
  expect(codes).toEqual('code' in content ? [`Code: ${content.code}`] : []);
  const links = lines.filter((line) => line.includes('://'));
  const page = LINKS[content.kind];
  expect(links).toEqual(page === undefined ? [] : [`${SENDER.publicOrigin}${page}`]);
  expect(body.text).toContain('This email was sent by Assent.');
  expect(body.text).toContain('support@demo.nhs.uk');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76);
  expect(body.html.match(/<html lang="en-GB" dir="ltr">/g)).toHaveLength(1);
  expect(body.html).not.toMatch(/<(script|img|link|iframe|form|object|svg)\b|\son\w+=|url\(/i);
  expect([...body.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(links);
  const shown = body.html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  expect(plain(shown)).toBe(plain(body.text));
  expect(subject).toMatch(/^Assent: [A-Za-z -]+(, C-000417)?$/);
  expect(subject).not.toMatch(/patient|procedure|surg/i);
});

test('a queued mail goes out once, and its text is forgotten with it', async () => {
  await queue();
  expect(await newestRow()).toMatchObject({ state: 'QUEUED', sent_at: null });
  expect((await newestRow()).body).not.toBeNull();
  const [mail, ...others] = await mailsTo(app, ADDRESS);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ code: '123456', subject: 'Assent: your sign-in code', from: 'support@demo.nhs.uk' });
  expect(await newestRow()).toMatchObject({ state: 'SENT', body: null, error: null });
  expect((await newestRow()).sent_at).not.toBeNull();
  expect(await jobsOf('MAIL')).toMatchObject([{ state: 'DONE' }]);
});

test('a mail whose cause is rolled back never goes out', async () => {
  const to = { organisationId, userId: null, address: ADDRESS, name: '' };
  const undone = app.database.db.transaction().execute(async (db) => {
    await queueMail(db, app.deps, to, { kind: 'APPROVED' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await mailsTo(app, ADDRESS)).toEqual([]);
  expect(await jobsOf('MAIL')).toEqual([]);
});

test('a kill between sending and noting it sends once more at most, and both are known as one mail', async () => {
  const { server, deps } = await overSmtp();
  await queue();
  // The process ends at the moment when the mail server has said yes: nothing is noted, and the lease runs out.
  const dying = withMailer({
    ...deps.mailer,
    send: async (mail) => {
      await deps.mailer.send(mail);
      await new Promise<never>(() => undefined);
    },
  });
  void runOne(dying);
  await expect.poll(() => server.arrived.length).toBe(1);
  expect(await runOne(deps)).toBe(false);
  app.clock.advance(JOB_TIMES.lease + 1);
  expect(await runOne(deps)).toBe(true);
  app.clock.advance(DAY);
  expect(await runOne(deps)).toBe(false);
  expect(server.arrived).toHaveLength(2);
  expect(new Set(server.arrived.map(({ mail }) => mail.messageId)).size).toBe(1);
  expect(new Set(server.arrived.map(({ mail }) => mail.date)).size).toBe(1);
});

test('no name alters a mail on its way to the mail server', async () => {
  const { server, deps } = await overSmtp();
  const names = [
    'A\r\nBcc: other@evil.example',
    'B" <other@evil.example>',
    'C\u2028\u202EX',
    '\0\r\n\r\n<b>',
    'Zoë Åström, 志明',
  ];
  for (const name of names) await queue({ kind: 'APPROVED' }, name);
  while (await runOne(deps));
  expect(server.arrived).toHaveLength(names.length);
  for (const { to, mail } of server.arrived) {
    expect(to).toEqual([ADDRESS]);
    expect(mail.to?.map(({ address }) => address)).toEqual([ADDRESS]);
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.to?.[0]?.name ?? '').not.toMatch(/[\r\n\0\u2028\u202E]/);
  }
  expect(server.arrived.map(({ mail }) => mail.to?.[0]?.name)).toContain('Zoë Åström, 志明');
});

test.each([
  'a@demo.nhs.uk\r\nBcc: other@evil.example',
  'a@demo.nhs.uk,other@evil.example',
  '<a@demo.nhs.uk>',
  'a b@demo.nhs.uk',
  '',
])('the address %j is not written to', async (address) => {
  const to = { organisationId, userId: null, address, name: '' };
  await expect(queueMail(app.database.db, app.deps, to, { kind: 'APPROVED' })).rejects.toThrow(/^$/);
  expect(await jobsOf('MAIL')).toEqual([]);
});

test('while the mail server is down the state tells why, waits grow to five minutes, and the mail goes out once it is back', async () => {
  let isDown = true;
  const { sent, deps } = mailerThat(() => {
    if (isDown) throw new MailNotTaken('ECONNECTION');
  });
  await queue({ kind: 'APPROVED' });
  const waits: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    expect(await runOne(deps)).toBe(true);
    expect(await newestRow()).toMatchObject({ state: 'QUEUED', error: 'ECONNECTION' });
    const [job] = await jobsOf('MAIL');
    const wait = Date.parse(job?.next_at ?? '') - app.clock.now();
    waits.push(wait);
    expect(await runOne(deps)).toBe(false);
    app.clock.advance(wait);
  }
  expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
  expect(Math.max(...waits)).toBe(JOB_TIMES.backOffMost);
  isDown = false;
  expect(await runOne(deps)).toBe(true);
  expect(await newestRow()).toMatchObject({ state: 'SENT', body: null, error: null });
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
});

test.each([
  { after: DAY, content: { kind: 'APPROVED' as const } },
  { after: 600_000, content: { kind: 'BACKUP_CODE' as const, code: '123456', life: SIGN_IN_CODE_LIFE } },
])(
  'the mail $content.kind that nobody takes is given up after $after ms, and its text is forgotten',
  async ({ after, content }) => {
    const { sent, deps } = mailerThat(() => {
      throw new MailNotTaken('ECONNECTION');
    });
    await queue(content);
    app.clock.advance(after - 1000);
    await runOne(deps);
    expect(await newestRow()).toMatchObject({ state: 'QUEUED' });
    app.clock.advance(1000);
    await runOne(deps);
    expect(await newestRow()).toMatchObject({ state: 'FAILED', body: null, error: 'ECONNECTION', sent_at: null });
    expect(await jobsOf('MAIL')).toMatchObject([{ state: 'DONE' }]);
    app.clock.advance(DAY);
    expect(await runOne(deps)).toBe(false);
    expect(sent).toHaveLength(2);
  },
);

test('a mail that the server refuses for good is not tried again; one that it puts off is', async () => {
  const answers = [
    { responseCode: 451, message: '4.7.1 greylisted' },
    { responseCode: 550, message: '5.1.1 no such person' },
  ];
  const { server, deps } = await overSmtp({ recipient: () => answers.shift() });
  await queue();
  await runOne(deps);
  expect(await newestRow()).toMatchObject({ state: 'QUEUED', error: 'EENVELOPE 451' });
  app.clock.advance(1000);
  await runOne(deps);
  expect(await newestRow()).toMatchObject({ state: 'FAILED', error: 'EENVELOPE 550', body: null });
  app.clock.advance(DAY);
  expect(await runOne(deps)).toBe(false);
  expect(server.arrived).toEqual([]);
});

test('a mail server that keeps everybody waiting holds up no other work', async () => {
  let release = () => undefined as void;
  const { deps, sent } = mailerThat(() => new Promise<void>((resolve) => void (release = resolve)));
  await queue({ kind: 'APPROVED' });
  await app.database.db
    .insertInto('jobs')
    .values({
      id: deps.newId(),
      organisation_id: organisationId,
      kind: 'SEAL',
      // There is no such version, so that nothing is left to do.
      payload: JSON.stringify({ consentID: deps.newId() }) as unknown as { consentID: string },
      dedup: deps.newId(),
      state: 'DUE',
      next_at: new Date(app.clock.now()).toISOString(),
      lease_until: null,
      last_error: null,
      created_at: new Date(app.clock.now()).toISOString(),
    })
    .execute();
  const jobs = runJobs(deps, { ...JOB_TIMES, idle: 10 });
  await expect.poll(() => sent.length).toBe(1);
  await expect.poll(() => jobsOf('SEAL')).toMatchObject([{ state: 'DONE' }]);
  expect(await jobsOf('MAIL')).toMatchObject([{ state: 'DUE' }]);
  release();
  await jobs.stop();
  expect(await jobsOf('MAIL')).toMatchObject([{ state: 'DONE' }]);
});

test('a queued mail is sent once its transaction is committed, however long the runner would sleep, and none after a rollback', async () => {
  const { sent, deps } = mailerThat(() => undefined);
  const jobs = runJobs(deps, { ...JOB_TIMES, idle: DAY });
  onTestFinished(() => jobs.stop());
  const to = { organisationId, userId: null, address: ADDRESS, name: 'Demo Person' };
  const rolledBack = inTransaction(app.database.db, async (trx) => {
    await queueMail(trx, app.deps, to, { kind: 'APPROVED' });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await queue({ kind: 'REJECTED' });
  await expect.poll(() => sent).toHaveLength(1);
  await queue({ kind: 'SUSPENDED' });
  await expect.poll(() => sent).toHaveLength(2);
});

test('two servers that work through one queue send each mail once', async () => {
  const { sent, deps } = mailerThat(() => new Promise((resolve) => setTimeout(resolve, 5)));
  for (let nth = 0; nth < 20; nth += 1) await queue({ kind: 'APPROVED' });
  const work = async () => {
    while (await runOne(deps));
  };
  await Promise.all([work(), work()]);
  expect(sent).toHaveLength(20);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(20);
});

test('the log tells that mails fail, and neither to whom nor what was in them', async () => {
  app.log.length = 0;
  const refusing = await overSmtp({ recipient: () => ({ responseCode: 550, message: `5.1.1 no ${ADDRESS} here` }) });
  await queue({ kind: 'REGISTER', code: 'ABCD2345', life: AUTHORISATION_CODE_LIFE }, 'Canary Name');
  await runOne(refusing.deps);
  app.clock.advance(1);
  await queue({ kind: 'REGISTER', code: 'ABCD2345', life: AUTHORISATION_CODE_LIFE }, 'Canary Name');
  await runOne(mailerThat(() => Promise.reject(new Error(`cannot write to ${ADDRESS}`))).deps);
  const log = app.log.join('');
  expect(log).toContain('a mail was given up');
  expect(log).toContain('EENVELOPE 550');
  expect(log).toContain('will be tried again');
  expect(log).not.toMatch(/person@|ABCD2345|Canary/);
  const kept = await app.database.db.selectFrom('jobs').select('last_error').execute();
  expect(JSON.stringify([kept, (await newestRow()).error])).not.toContain('person@');
});

test('a kept mail is a file for the server alone, and reads the same in any mail program', async () => {
  await queue({ kind: 'APPROVED' }, 'Zoë Åström');
  await app.doJobs();
  const [name = '', ...others] = fs.readdirSync(app.mailFolder);
  expect(others).toEqual([]);
  const file = path.join(app.mailFolder, name);
  expect(fs.statSync(file).mode & 0o077).toBe(0);
  const mail = await PostalMime.parse(fs.readFileSync(file));
  expect(mail.to).toEqual([{ name: 'Zoë Åström', address: ADDRESS }]);
  expect(mail.messageId).toBe(`<${name.replace('.eml', '')}@demo.nhs.uk>`);
});

test('an address that stands for a name is not written twice', async () => {
  await queue({ kind: 'APPROVED' }, ADDRESS);
  expect((await newestRow()).name).toBe('');
});

test.each([
  { productName: 'Assent\r\nBcc: other@evil.example' },
  { mailFrom: 'a@demo.nhs.uk, b@demo.nhs.uk' },
  { supportEmail: 'A <a@demo.nhs.uk>' },
])('a setting that would alter mails stops the start: %j', (settings) => {
  const file = path.join(app.mailFolder, 'settings.json');
  fs.writeFileSync(file, JSON.stringify(settings));
  expect(() => readSettings(file)).toThrow(WrongSetting);
});
