import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentOf, insertDocument, type DocumentRow } from '#server/data/documents/documents.ts';
import type { DocumentKind } from '#server/data/tables/tables.ts';
import { sha256Hex } from '#server/sha256.ts';
import { openTestApp, type TestApp } from '#tests/support/server/app.ts';
import { sent, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { flipped, storedFile, verdictOf } from '#tests/support/server/stored-file.ts';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';

let app: TestApp;
let staff: Caller & { token: string };
let consentID: string;
let sealed: DocumentRow;
beforeAll(async () => {
  app = await openTestApp();
  staff = await signIn(app);
  ({ consentID } = await signed(app, staff));
  await app.doJobs();
  const { db } = app.database;
  const row = await db.selectFrom('consents').selectAll().where('id', '=', consentID).executeTakeFirstOrThrow();
  sealed = (await documentOf(db, { organisationId: row.organisation_id, id: consentID }, 'SIGNED'))!;
});
afterAll(() => app.close());

/** Stores a file as one of the version's, of this kind alone. */
async function store(kind: DocumentKind, bytes: Uint8Array): Promise<Buffer> {
  const { db } = app.database;
  await db.deleteFrom('documents').where('consent_id', '=', consentID).where('kind', '=', kind).execute();
  await insertDocument(db, { ...sealed, id: randomUUID(), kind, bytes, sha256: sha256Hex(bytes), level: null });
  return Buffer.from(bytes);
}
const drawn = (title: string) => app.deps.pdf.render({ ...demoDocument(), title });
const belongsTo = () => ({ sealedAt: sealed.made_at, sha256: sealed.sha256 });

test.each([
  ['PRE_SIGNED', 'before it was signed', async () => storedFile(app, staff, { consentID, kind: 'PRE_SIGNED' })],
  ['PAPER', 'to be printed', async () => storedFile(app, staff, { consentID: (await sent(staff)).consentID, kind: 'PAPER' })],
  ['SCAN', 'a scan', async () => store('SCAN', await drawn('SCAN'))],
] as const)('a file of ours that was never sealed is named, and proves nothing: %s', async (kind, words, made) => {
  const file = await made();
  const told = await verdictOf(app, file);
  expect(told).toMatchObject({ state: 'UNKNOWN', file: kind, status: null, sealedAt: null, organisation: null });
  expect(told.explanation).toContain(words);
  expect(told.belongsTo).toBeUndefined();
  expect(await verdictOf(app, flipped(file))).toMatchObject({ state: 'UNKNOWN', file: null });
});

test('the list of what happened is authentic, with the state of its form, and unknown once a byte has changed', async () => {
  const file = await storedFile(app, staff, { consentID, kind: 'AUDIT' });
  expect(await verdictOf(app, file)).toMatchObject({
    state: 'AUTHENTIC',
    file: 'AUDIT',
    status: 'IN_FORCE',
    sealedAt: null,
    stampedAt: null,
    belongsTo: belongsTo(),
  });
  expect(await verdictOf(app, flipped(file))).toMatchObject({ state: 'UNKNOWN', file: null });
});

test('a time stamp is authentic and not sealed itself; one with a changed byte is unknown', async () => {
  const file = await store('TIMESTAMP', Buffer.from('a token'.repeat(300)));
  expect(await verdictOf(app, file)).toMatchObject({
    state: 'AUTHENTIC',
    file: 'TIMESTAMPED',
    sealedAt: null,
    belongsTo: belongsTo(),
  });
  expect(await verdictOf(app, flipped(file))).toMatchObject({ state: 'UNKNOWN', file: null });
  expect(await storedFile(app, staff, { consentID, kind: 'TIMESTAMPED' })).toEqual(file);
  await app.database.db.deleteFrom('documents').where('kind', '=', 'TIMESTAMP').execute();
});

test('a viewing copy tells its own time and the form that it was made of, after another end as well', async () => {
  const form = await signed(app, staff);
  await app.doJobs();
  const original = await staff.download(form.consentID);
  app.clock.advance(60_000);
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: '' });
  await app.doJobs();
  const copy = await staff.download(form.consentID);
  const told = await verdictOf(app, copy);
  const { sealedAt } = await verdictOf(app, original);
  expect(told).toMatchObject({ state: 'AUTHENTIC', file: 'VIEW', status: 'WITHDRAWN' });
  expect(told.belongsTo).toEqual({ sealedAt, sha256: sha256Hex(original) });
  expect(Date.parse(told.sealedAt!)).toBeGreaterThan(Date.parse(sealedAt!));
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'Not this one' });
  await app.doJobs();
  expect(await verdictOf(app, copy)).toMatchObject({ state: 'AUTHENTIC', file: 'VIEW', status: 'VOIDED' });
});

test('a sealed document that somebody uploaded as a scan is the sealed one; one that was altered before is altered', async () => {
  const original = await store('SCAN', sealed.bytes);
  expect(await verdictOf(app, original)).toMatchObject({ state: 'AUTHENTIC', file: 'SIGNED' });
  expect((await verdictOf(app, await store('SCAN', flipped(Buffer.from(sealed.bytes))))).state).toBe('ALTERED');
  const { bytes } = await app.deps.sealer.seal(await drawn('Sealed here, and stored as no document'), 'A test');
  expect(await verdictOf(app, await store('SCAN', bytes))).toMatchObject({ state: 'UNKNOWN', reason: 'NOT_IN_RECORDS' });
});
