import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { callForFile } from '#contract/engine/call.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { documentDigest } from '#server/data/documents/document-digests.ts';
import { insertDocument } from '#server/data/documents/documents.ts';
import { requestStamp } from '#server/outside/seal/stamp.ts';
import { writeToken } from '#server/outside/seal/token.ts';
import { sha256Hex } from '#server/sha256.ts';
import { queueArchives } from '#server/work/documents/queue-archives.ts';
import { JOB_TIMES, runJobs } from '#server/work/run-jobs.ts';
import { checkAll } from '#server/work/integrity/check-all.ts';
import { recordLeaf } from '#server/work/integrity/seal-leaves.ts';
import { callerOf, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { demoSealer } from '#tests/server/outside/seal/sealed-demo.ts';
import { authorityOf, fileWith } from '#tests/server/outside/seal/stamped-demo.ts';
import { openTsa, stampingCertificate } from '#tests/server/outside/seal/tsa.ts';

const app = useTestApp();

let staff: Caller;
let form: { consentID: string; recordID: string };
beforeEach(async () => {
  staff = await signIn(app);
  form = await signed(app, staff);
  app.log.length = 0;
});

/** An authority in the server's settings that is down, how it comes up, and what it stamps with. */
async function downTsa() {
  const identity = await stampingCertificate();
  const clock = () => Math.floor(app.clock.now() / 1000) * 1000;
  const first = await openTsa('none', { identity, clock });
  const port = Number(new URL(first.url).port);
  await first.close();
  app.deps.sealer = await demoSealer({ tsaUrl: first.url, tsaRoots: fileWith(first.root), clock: app.clock.now });
  await recordLeaf(app.deps, app.deps.sealer.leaf);
  return {
    authority: authorityOf(first),
    comesUp: async () => {
      const tsa = await openTsa('none', { port, identity, clock });
      onTestFinished(tsa.close);
      return tsa;
    },
  };
}

const consent = async () => (await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!;
const timeline = async () => (await staff.call('recordTimeline', { id: form.recordID })).data;
const detailsOf = async (wanted: string) =>
  (await timeline()).events.flatMap(({ type, detail }) => (type === wanted ? [detail] : []));
const warnings = () => app.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
const verdict = async (file: Uint8Array) =>
  (await callerOf(app).call('verifyFile', { file: new Blob([new Uint8Array(file)]) })).data;
const code = async () => (await consent()).verifyCode ?? '';
const fileOf = async (kind: 'SIGNED' | 'VIEW') => {
  const { url } = await staff.call('consentGetPrivateUrl', { consentID: form.consentID, kind });
  return (await app.ask({ url: new URL(url).pathname })).bytes;
};
const sealedBytes = async () => {
  const file = await callForFile(calls.consentDownload, { request_id: form.consentID, kind: 'SIGNED' }, app.wire(staff.token));
  return Buffer.from(await file.arrayBuffer());
};

/** Does the work of a running server after a while; five minutes are the longest wait between two tries. */
async function pass(minutes = 5): Promise<void> {
  app.clock.advance(minutes * MINUTE);
  await queueArchives(app.deps);
  // They are queued one after another.
  app.clock.advance(1000);
  await app.doJobs();
}

test('an authority that is down holds no form up: it is sealed at once, and its stamp comes later behind the unchanged bytes', async () => {
  const tsa = await downTsa();
  await app.doJobs();
  expect((await consent()).sealState).toBe('SEALED');
  expect(await detailsOf('SEALED')).toMatchObject([{ level: 'B-B' }]);
  const sealed = await staff.download(form.consentID);
  expect(await verdict(sealed)).toMatchObject({ state: 'AUTHENTIC', file: 'SIGNED', stampedAt: null });
  for (let tries = 1; tries <= 3; tries += 1) await pass();
  expect(warnings()).toMatchObject([1, 2, 3].map((attempts) => ({ job: 'ARCHIVE', attempts, error: 'StampRefused' })));
  expect(await detailsOf('ARCHIVED')).toEqual([]);

  await tsa.comesUp();
  await pass();
  const file = await staff.download(form.consentID);
  expect(file.subarray(0, sealed.length).equals(sealed)).toBe(true);
  expect(file.length).toBeGreaterThan(sealed.length);
  // The sealed document itself, and its newest form by an address of ten minutes.
  expect((await sealedBytes()).equals(sealed)).toBe(true);
  expect((await fileOf('SIGNED')).equals(sealed)).toBe(true);
  const [event] = await detailsOf('ARCHIVED');
  expect(event).toMatchObject({ kind: 'SIGNED', sealed: sha256Hex(sealed), revision: 1, sha256: sha256Hex(file) });
  const stampedAt = String(event?.['stampedAt']);
  for (const given of [sealed, file])
    expect(await verdict(given)).toMatchObject({ state: 'AUTHENTIC', status: 'IN_FORCE', file: 'SIGNED', stampedAt });
  expect((await callerOf(app).call('verifyByCode', { code: await code() })).data).toMatchObject({ file: null, stampedAt });
  expect((await timeline()).chain.ok).toBe(true);
  const { events } = await timeline();
  await pass();
  expect((await timeline()).events).toHaveLength(events.length);
});

test('every sealed document of a version gets its stamp, each a minute after its seal: the viewing copy too', async () => {
  const tsa = await downTsa();
  await tsa.comesUp();
  await app.doJobs();
  await pass(0.5);
  expect(await detailsOf('ARCHIVED')).toEqual([]);
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'Changed their mind' });
  await app.doJobs();
  await pass(1);
  await pass(1);
  expect((await detailsOf('ARCHIVED')).map(({ kind }) => kind)).toEqual(['SIGNED', 'VIEW']);
  const copy = await staff.download(form.consentID);
  expect(await verdict(copy)).toMatchObject({
    state: 'AUTHENTIC',
    status: 'WITHDRAWN',
    file: 'VIEW',
    stampedAt: expect.any(String),
  });
  expect((await fileOf('VIEW')).equals(copy)).toBe(true);
});

test('without an authority, or without its roots, nothing is asked for, forms are sealed, and the page of the server says so', async () => {
  const tsa = await openTsa();
  onTestFinished(tsa.close);
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const state = async () => (await admin.call('statusServer', {})).data.stamps;
  app.deps.sealer = await demoSealer({ clock: app.clock.now });
  await recordLeaf(app.deps, app.deps.sealer.leaf);
  expect(await state()).toEqual({ state: 'OFF', hasRevocationList: true });
  app.deps.sealer = await demoSealer({ tsaUrl: tsa.url, clock: app.clock.now });
  await recordLeaf(app.deps, app.deps.sealer.leaf);
  expect(await state()).toEqual({ state: 'NO_ROOTS', hasRevocationList: true });
  await app.doJobs();
  await pass();
  expect((await consent()).sealState).toBe('SEALED');
  expect([tsa.asked(), warnings()]).toEqual([0, []]);
  expect(await verdict(await staff.download(form.consentID))).toMatchObject({ state: 'AUTHENTIC', stampedAt: null });
});

test('a token that a build before stored beside the document goes on saying when it was stamped, and a stamp comes behind the seal too', async () => {
  const tsa = await downTsa();
  await tsa.comesUp();
  await app.doJobs();
  const sealed = await sealedBytes();
  const { token, stampedAt } = await requestStamp(sealed, tsa.authority);
  const bytes = writeToken(token);
  const { organisation_id } = await app.database.db
    .selectFrom('consents')
    .select('organisation_id')
    .where('id', '=', form.consentID)
    .executeTakeFirstOrThrow();
  await insertDocument(app.database.db, {
    organisation_id,
    id: app.deps.newId(),
    consent_id: form.consentID,
    kind: 'TIMESTAMP',
    sha256: sha256Hex(bytes),
    bytes,
    level: null,
    made_at: new Date(stampedAt).toISOString(),
  });
  const at = new Date(stampedAt).toISOString();
  expect(await verdict(sealed)).toMatchObject({ file: 'SIGNED', stampedAt: at });
  expect(await verdict(bytes)).toMatchObject({ state: 'AUTHENTIC', file: 'TIMESTAMPED', stampedAt: at, sealedAt: null });
  await pass();
  expect(await detailsOf('ARCHIVED')).toMatchObject([{ kind: 'SIGNED', revision: 1 }]);
  expect(await verdict(bytes)).toMatchObject({ state: 'AUTHENTIC', file: 'TIMESTAMPED', stampedAt: at });
});

test.each<[string, string, faults: readonly string[], answer: string | undefined]>([
  [
    'a changed byte',
    `update archivals set bytes = set_byte(bytes, 200, get_byte(bytes, 200) # 1)`,
    ['DOCUMENT_CHANGED'],
    'DOCUMENT_ALTERED',
  ],
  [
    'another digest',
    `update archivals set sha256 = repeat('0', 64)`,
    ['DOCUMENT_CHANGED', 'DOCUMENT_EXCHANGED', 'DOCUMENT_GONE'],
    'DOCUMENT_ALTERED',
  ],
  ['another number', `update archivals set revision = 2`, ['DOCUMENT_EXCHANGED', 'DOCUMENT_GONE'], undefined],
  ['a stamp that is gone', `delete from archivals`, ['DOCUMENT_GONE'], undefined],
])(
  '%s in the stored stamps is found by the check, and what is not right is never given out',
  async (_name, statement, faults, code) => {
    const tsa = await downTsa();
    await tsa.comesUp();
    await app.doJobs();
    await pass();
    const found = async () =>
      (
        await checkAll(app.deps, {
          filed: undefined,
          isSealed: async (file) => (await app.deps.sealer.verify(file)).state === 'VALID',
        })
      ).findings.flatMap(({ fault, subject }) => (subject === `case ${form.recordID}` ? [fault] : []));
    expect(await found()).toEqual([]);
    await sql
      .raw(`${statement} where document_id in (select id from documents where consent_id = '${form.consentID}')`)
      .execute(app.database.db);
    expect((await found()).toSorted()).toEqual(faults);
    const answer = await staff.download(form.consentID).then(
      () => undefined,
      (error: unknown) => error,
    );
    // A file that is sound in itself, or the sealed document where no stamp is left, is given out.
    expect(answer).toEqual(code === undefined ? undefined : expect.objectContaining({ code }));
    expect((await sealedBytes()).length).toBeGreaterThan(0);
  },
);

test('the authority is asked twice a second at most, however much is due, and no other line of work waits for it', async () => {
  const tsa = await downTsa();
  const up = await tsa.comesUp();
  await signed(app, staff);
  await signed(app, staff);
  await app.doJobs();
  await pass(1);
  const before = up.asked();
  await app.database.db
    .updateTable('documents')
    .set({ archive_due_at: new Date(app.clock.now()).toISOString() })
    .execute();
  await app.database.db.deleteFrom('archivals').execute();
  await app.database.db.deleteFrom('jobs').where('kind', '=', 'ARCHIVE').execute();
  app.clock.advance(MINUTE);
  const pause = 300;
  const runner = runJobs(app.deps, { ...JOB_TIMES, idle: 5, archive: pause });
  const started = Date.now();
  const ticking = setInterval(() => app.clock.advance(1), 1);
  await expect.poll(() => up.asked() - before).toBeGreaterThanOrEqual(3);
  clearInterval(ticking);
  expect(Date.now() - started).toBeGreaterThanOrEqual(2 * pause);
  await runner.stop();
});

test('a document that was altered in the database gets no stamp that would make it look sound', async () => {
  const tsa = await downTsa();
  await tsa.comesUp();
  await app.doJobs();
  await sql`update documents set bytes = bytes || '\\x0a'::bytea where consent_id = ${form.consentID}`.execute(app.database.db);
  await pass();
  expect(await detailsOf('ARCHIVED')).toEqual([]);
  expect(warnings().at(-1)).toMatchObject({ job: 'ARCHIVE', error: 'ArchiveUnsound' });
});

test('a file with stamps whose record was deleted is told as such: its digest outlives it', async () => {
  const tsa = await downTsa();
  await tsa.comesUp();
  await app.doJobs();
  await pass();
  const file = await staff.download(form.consentID);
  expect(await documentDigest(app.database.db, sha256Hex(file))).toMatchObject({ kind: 'ARCHIVAL', gone_at: null });
  expect(await verdict(file)).toMatchObject({ state: 'AUTHENTIC', reason: 'FOUND', file: 'SIGNED' });
  await sql`delete from archivals where sha256 = ${sha256Hex(file)}`.execute(app.database.db);
  expect(await verdict(file)).toMatchObject({ state: 'UNKNOWN', reason: 'DELETED' });
});

test('a file with stamps by a certificate that is not listed is of somebody else, though its authority is ours', async () => {
  const tsa = await downTsa();
  await tsa.comesUp();
  await app.doJobs();
  await pass();
  const file = await staff.download(form.consentID);
  const { leaf } = app.deps.sealer;
  await sql`delete from seal_leaves where sha256 = ${leaf.sha256}`.execute(app.database.db);
  expect(await verdict(file)).toMatchObject({ state: 'UNKNOWN', reason: 'OTHER_SEAL' });
  await recordLeaf(app.deps, leaf);
  expect(await verdict(file)).toMatchObject({ state: 'AUTHENTIC', reason: 'FOUND' });
});
