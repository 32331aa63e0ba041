import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { openMailFolder } from '#server/outside/mail/folder.ts';
import { readStoredMails } from '#server/outside/mail/stored-mail.ts';
import { openTestApp, type TestApp } from '#tests/support/server/app.ts';

let app: TestApp;
let open: FastifyInstance;
beforeAll(async () => {
  app = await openTestApp();
  open = await buildApp(app.deps, { hasMailbox: true });
  await open.ready();
});
afterAll(async () => {
  await open.close();
  await app.close();
});

const mail = (nth: number, { name = 'Demo Person', subject = `Mail ${nth}`, text = `Text ${nth}` } = {}) => ({
  id: `019f3a00-0000-7000-8000-00000000000${nth}`,
  createdAt: '2026-08-06T14:05:00.000Z',
  to: { name, address: 'person@demo.nhs.uk' },
  subject,
  text,
  html: '<p>unused</p>',
});
const visit = (request: InjectOptions = {}) => open.inject({ url: '/mailbox', ...request });

test('an empty mailbox says so', async () => {
  const { statusCode, payload } = await visit();
  expect(statusCode).toBe(200);
  expect(payload).toContain('No mail has been written yet.');
});

test('kept mails are listed newest first, with codes that stand out and links to follow', async () => {
  await app.deps.mailer.send(mail(1, { text: 'Hello\n\nCode: ABCD2345\n\nhttp://assent.test/register-password\n' }));
  await app.deps.mailer.send(mail(2));
  const { payload, headers } = await visit();
  expect(payload.indexOf('Mail 2')).toBeLessThan(payload.indexOf('Mail 1'));
  expect(payload).toContain('Code: <strong>ABCD2345</strong>');
  expect(payload).toContain('<a href="http://assent.test/register-password"');
  expect(payload).toContain('person@demo.nhs.uk');
  expect(headers['cache-control']).toBe('no-store');
});

test('nothing in a mail becomes part of the page, and the page may load and run nothing', async () => {
  const nasty = '</pre><script>alert(1)</script>"><img src=x>';
  await app.deps.mailer.send(
    mail(3, { name: nasty, subject: nasty, text: `${nasty}\nhttp://x.example/"onclick="alert(1)\njavascript:alert(1)` }),
  );
  const { payload, headers } = await visit();
  // The one script closes the page during a handover; the policy names its digest.
  expect(payload.replace(/<script>const lock.*?<\/script>/s, '')).not.toMatch(/<script|<img|"\s*onclick=|href="javascript/i);
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none';style-src 'sha256-[\w+/=]+';/);
  expect(policy).toMatch(/script-src 'sha256-[\w+/=]+'(?:;|$)/);
  expect(policy).not.toMatch(/unsafe/);
});

test.each([
  ['a proxy passed on', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['a proxy passed on, by the new header', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['from another machine', { remoteAddress: '192.0.2.7' }],
  ['under a name that a foreign page gave this machine', { headers: { host: 'evil.example' } }],
] satisfies [string, InjectOptions][])('a request %s finds no mailbox', async (_, request) => {
  const { statusCode, payload } = await visit(request);
  expect(statusCode).toBe(404);
  expect(payload).not.toContain('Mail 1');
});

test('in production there is no mailbox, nor where mails are sent', async () => {
  expect((await app.ask({ url: '/mailbox' })).status).toBe(404);
  const sending = { kind: 'smtp' as const, send: async () => undefined, close: async () => undefined };
  const other = await buildApp({ ...app.deps, mailer: sending }, { hasMailbox: true });
  expect((await other.inject({ url: '/mailbox' })).statusCode).toBe(404);
  await other.close();
});

test.each([
  ['plain', { name: 'Demo Person', subject: 'Assent: a subject', text: 'Text\n\nCode: ABCD2345' }],
  ['other scripts', { name: 'Zoë 志明', subject: 'Żółć – ünï 志明'.repeat(8), text: 'Żółć 志明 = 50 %\n=3D\n'.repeat(9).trim() }],
  ['long lines', { name: 'A, "B" <c>', subject: 'S'.repeat(300), text: 'word '.repeat(300).trim() }],
])('a kept mail in %s reads as a mail program reads it', async (_, fields) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-mails-'));
  await openMailFolder(folder, { name: 'Assent', address: 'support@demo.nhs.uk' }).send(mail(4, fields));
  const [kept] = await readStoredMails(folder, 1);
  const [file = ''] = fs.readdirSync(folder);
  const read = await PostalMime.parse(fs.readFileSync(path.join(folder, file)));
  fs.rmSync(folder, { recursive: true });
  expect(kept?.subject).toBe(read.subject);
  expect(kept?.subject).toBe(fields.subject);
  expect(kept?.text).toBe(read.text?.trim());
  expect(kept?.text).toBe(fields.text);
  expect(kept?.to).toContain('person@demo.nhs.uk');
});
