import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { documentDedup, putOffJob, queueJob } from '#server/data/jobs/jobs.ts';
import { MailNotTaken } from '#server/outside/mail/mailer.ts';
import { mailErrorWords } from '#server/work/status/error-words.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm } from '#tests/support/forms/link-of.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller;
// The clock of the tests goes on with each call.
let now: number;
const app = useTestApp();
beforeEach(async () => {
  admin = await signIn(app, 'admin@demo.nhs.uk');
  now = app.deps.clock();
});
const status = async (caller = admin) => (await caller.call('statusGet', {})).data;
const ago = (ms: number) => new Date(now - ms).toISOString();

async function organisationOf(email: string): Promise<string> {
  const { db } = app.database;
  return (await db.selectFrom('users').select('organisation_id').where('email', '=', email).executeTakeFirstOrThrow())
    .organisation_id;
}

/** A mail as it stands in the queue. */
async function mail(
  state: 'QUEUED' | 'SENT' | 'FAILED',
  age: number,
  { error = null, of = 'admin@demo.nhs.uk' }: { error?: string | null; of?: string } = {},
): Promise<string> {
  const id = randomUUID();
  await app.database.db
    .insertInto('mails')
    .values({
      organisation_id: await organisationOf(of),
      id,
      user_id: null,
      kind: 'NEW_PLACE',
      address: 'nobody.demo@example.org',
      name: 'Demo Nobody',
      subject: 'Demo subject',
      body: null,
      state,
      error,
      created_at: ago(age),
      sent_at: null,
    })
    .execute();
  return id;
}

test('mails that wait for more than ten minutes or failed in fourteen days are listed, newest first, and no others', async () => {
  const waiting = await mail('QUEUED', 11 * 60_000);
  const failed = await mail('FAILED', 13 * DAY, { error: 'EENVELOPE 550' });
  await mail('QUEUED', 9 * 60_000);
  await mail('FAILED', 15 * DAY, { error: 'ECONNECTION' });
  await mail('SENT', 60 * 60_000);
  await mail('QUEUED', 60 * 60_000, { of: 'admin@second.nhs.uk' });
  const { mails } = await status();
  expect(mails).toEqual([
    {
      id: waiting,
      kind: 'NEW_PLACE',
      state: 'QUEUED',
      createdAt: ago(11 * 60_000),
      attempts: 0,
      lastError: null,
      recordID: null,
    },
    {
      id: failed,
      kind: 'NEW_PLACE',
      state: 'FAILED',
      createdAt: ago(13 * DAY),
      attempts: 0,
      lastError: 'The mail server did not take the address. Its answer was 550.',
      recordID: null,
    },
  ]);
  expect(JSON.stringify(mails)).not.toMatch(/example\.org|Demo/);
});

test('the mail of a link names its case and the tries, and never who it is for', async () => {
  const staff = await signIn(app);
  const form = await mailedForm(app, staff);
  const { db } = app.database;
  const { id } = await db.selectFrom('mails').select('id').where('address', '=', form.address).executeTakeFirstOrThrow();
  await db
    .updateTable('mails')
    .set({ state: 'FAILED', error: new MailNotTaken('EAUTH 535').reason, created_at: ago(DAY) })
    .where('id', '=', id)
    .execute();
  const { mails } = await status();
  expect(mails.find((each) => each.id === id)).toMatchObject({
    kind: 'LINK',
    attempts: 1,
    recordID: form.recordID,
    lastError: 'The mail server did not accept the sign-in of this server. Its answer was 535.',
  });
  expect(JSON.stringify(mails)).not.toContain(form.address);
});

test('a version that is not sealed five minutes after its last signature is listed with why', async () => {
  const staff = await signIn(app);
  const { consentID, recordID } = await mailedForm(app, staff);
  const { db } = app.database;
  const signed = (at: string) =>
    db.updateTable('consents').set({ signed_at: at, updated_at: at }).where('id', '=', consentID).execute();
  // The demo hospital has signed forms too.
  const seal = async () => (await status()).seals.find((each) => each.consentID === consentID);
  await signed(ago(4 * 60_000));
  expect(await seal()).toBeUndefined();
  await signed(ago(6 * 60_000));
  expect(await seal()).toEqual({ recordID, consentID, since: ago(6 * 60_000), attempts: 0, lastError: null });
  const organisationId = await organisationOf('admin@demo.nhs.uk');
  const id = randomUUID();
  const dedup = documentDedup('SEAL', consentID);
  const job = {
    id,
    organisation_id: organisationId,
    kind: 'SEAL',
    payload: { consentID },
    dedup,
    created_at: ago(-DAY),
  } as const;
  await db.transaction().execute((trx) => queueJob(trx, job));
  await putOffJob(db, { id, nextAt: ago(-DAY), error: 'SealerStopped' });
  expect(await seal()).toMatchObject({ lastError: 'The document could not be made: SealerStopped.' });
  await db.updateTable('consents').set({ seal_state: 'SEALED' }).where('id', '=', consentID).execute();
  expect(await seal()).toBeUndefined();
});

test('at most a hundred mails are listed', async () => {
  for (let nth = 0; nth < 101; nth += 1) await mail('QUEUED', 20 * 60_000 + nth);
  expect((await status()).mails).toHaveLength(100);
});

test('an error in words is one that people can act on', () => {
  expect(mailErrorWords('ETIMEDOUT')).toBe('The mail server could not be reached.');
  expect(mailErrorWords('ENOSPC')).toBe('The disk of the server is full.');
  expect(mailErrorWords('UNKNOWN')).toBe('The mail could not be sent.');
});
