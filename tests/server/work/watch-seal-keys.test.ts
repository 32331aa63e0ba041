import fs from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { longDate, plainDateOf } from '#domain/values/plain-date.ts';
import { listedLeaves } from '#server/data/documents/seal-leaves.ts';
import { queueJob, type JobRow } from '#server/data/jobs/jobs.ts';
import { openSealer, type Sealer } from '#server/outside/seal/sealer.ts';
import { lastSignerOf } from '#server/outside/seal/signer.ts';
import { JOB_TIMES, runOne } from '#server/work/run-jobs.ts';
import { checkSealKeys, newWatch, type SealWatch } from '#server/work/watch-seal-keys.ts';
import { recordLeaf } from '#server/work/integrity/seal-leaves.ts';
import { verdictOf } from '#tests/support/server/stored-file.ts';
import { makeCertificate, makeP12, pemOf, type MadeCertificate } from '#tests/support/files/certificates.ts';
import { signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const PASSPHRASE = 'demo-passphrase';
const app = useTestApp();
let staff: Caller & { token: string };
let watch: SealWatch;
let root: MadeCertificate;
const p12Path = () => path.join(app.deps.dataDir, 'organisation.p12');
const chainPath = () => path.join(app.deps.dataDir, 'chain.pem');

/** A key file whose certificate ends after so many days. */
async function put(days: number, change: Partial<Parameters<typeof makeCertificate>[0]> = {}, beside = [root]) {
  const from = app.clock.now() - DAY;
  const leaf = makeCertificate({
    name: 'Demo seal',
    issuer: root,
    isCa: false,
    from,
    until: app.clock.now() + days * DAY,
    ...change,
  });
  fs.writeFileSync(p12Path(), await makeP12(leaf, beside, PASSPHRASE));
  return leaf;
}
async function open(withChain = false) {
  app.deps.sealer = await openSealer({
    dataDir: app.deps.dataDir,
    organisationName: 'Demo',
    clock: app.clock.now,
    p12Path: p12Path(),
    p12Passphrase: PASSPHRASE,
    ...(withChain && { p12ChainPath: chainPath() }),
  });
  await recordLeaf(app.deps, app.deps.sealer.leaf);
}
const look = () => checkSealKeys(app.deps, watch);
const status = async () => {
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  return (await admin.call('statusServer', {})).data;
};
const errors = () => app.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error');
const sealState = async ({ consentID }: { consentID: string }) =>
  (await app.database.db.selectFrom('consents').select('seal_state').where('id', '=', consentID).executeTakeFirstOrThrow())
    .seal_state;
/** How many mails the work queues. */
const mailed = async (work: () => Promise<void>) => {
  const count = async () =>
    (await app.database.db.selectFrom('mails').select('address').where('kind', '=', 'SEAL_ENDS').execute()).length;
  const before = await count();
  await work();
  return (await count()) - before;
};

beforeEach(async () => {
  root = makeCertificate({ name: 'Demo root', from: app.clock.now() - 900 * DAY });
  watch = newWatch();
  staff = await signIn(app);
  await app.database.db.deleteFrom('jobs').execute();
  app.log.length = 0;
});

test('once the certificate has ended nothing more is sealed, forms are signed and wait, and a new one seals all of them', async () => {
  await put(1);
  await open();
  await look();
  const first = await signed(app, staff);
  await app.doJobs();
  expect(await sealState(first)).toBe('SEALED');
  const ended = longDate(plainDateOf(app.clock.now() + DAY));
  app.clock.advance(2 * DAY);
  staff = await signIn(app);
  await look();
  const waiting = [await signed(app, staff), await signed(app, staff)];
  await app.doJobs();
  expect(await Promise.all(waiting.map(sealState))).toEqual(['SEALING', 'SEALING']);
  const jobs = await app.database.db.selectFrom('jobs').select(['attempts', 'state']).where('kind', '=', 'SEAL').execute();
  expect(
    jobs.filter(({ state }) => state === 'DUE').map(({ attempts }) => attempts),
    'nothing was tried in vain',
  ).toEqual([0, 0]);
  const sentence = `Sealing has stopped: the certificate ended on ${ended}.`;
  expect((await status()).seal).toMatchObject({ stopped: sentence, refused: null });
  expect(errors()).toMatchObject([{ message: 'nothing is sealed: signed forms wait', detail: sentence }]);

  const next = await put(400);
  await look();
  await app.doJobs();
  expect(await Promise.all(waiting.map(sealState))).toEqual(['SEALED', 'SEALED']);
  expect((await status()).seal).toMatchObject({ stopped: null });
  expect((await listedLeaves(app.database.db)).map(({ der }) => next.der.equals(der))).toContain(true);
  for (const each of [first, ...waiting])
    expect(await verdictOf(app, await staff.download(each.consentID))).toMatchObject({ state: 'AUTHENTIC', reason: 'FOUND' });
});

test('the sealer itself refuses once its certificate has ended, whoever calls it', async () => {
  await put(1);
  await open();
  const pdf = await app.deps.pdf.render((await import('#tests/server/outside/pdf/demo-document.ts')).demoDocument());
  await expect(app.deps.sealer.seal(pdf, 'A test')).resolves.toMatchObject({ level: 'B-B' });
  app.clock.advance(2 * DAY);
  await expect(app.deps.sealer.seal(pdf, 'A test')).rejects.toMatchObject({ name: 'SealingStopped' });
});

/** The kinds of jobs, and whether they end in a sealed document. */
const WAITS: Readonly<Record<JobRow['kind'], boolean>> = {
  SEAL: true,
  VIEW: true,
  CONFIRMATION: true,
  REFUSAL: true,
  STAMP: false,
  ARCHIVE: false,
  MAIL: false,
  PACK: false,
};

test.each(Object.entries(WAITS) as [JobRow['kind'], boolean][])(
  'while nothing can be sealed a job of the kind %s waits untried: %s',
  async (kind, isWaiting) => {
    await put(1);
    await open();
    const { consentID } = await signed(app, staff);
    const { db } = app.database;
    await db.deleteFrom('jobs').execute();
    app.clock.advance(2 * DAY);
    const { organisation_id } = await db
      .selectFrom('consents')
      .select('organisation_id')
      .where('id', '=', consentID)
      .executeTakeFirstOrThrow();
    const job = {
      id: randomUUID(),
      organisation_id,
      kind,
      payload: kind === 'MAIL' ? { mailID: randomUUID() } : { consentID },
      dedup: kind,
      created_at: new Date(app.clock.now()).toISOString(),
    };
    await db.transaction().execute((trx) => queueJob(trx, job));
    expect(await runOne(app.deps, JOB_TIMES, kind)).toBe(!isWaiting);
    const { attempts } = await db.selectFrom('jobs').select('attempts').where('kind', '=', kind).executeTakeFirstOrThrow();
    expect(attempts === 0).toBe(isWaiting);
  },
);

test('the same certificate under another chain is taken, and the seals of it carry that chain', async () => {
  const issuer = makeCertificate({ name: 'Demo authority', issuer: root, isCa: true, from: app.clock.now() - 30 * DAY });
  const leaf = await put(400, { issuer }, [issuer, root]);
  await open();
  const list = vi.fn<Parameters<Sealer['renew']>[0]>(() => Promise.resolve());
  expect(await app.deps.sealer.renew(list)).toBe('SAME');
  const renewed = makeCertificate({
    name: 'Demo authority',
    issuer: root,
    isCa: true,
    from: app.clock.now() - DAY,
    former: issuer,
  });
  fs.writeFileSync(p12Path(), await makeP12(leaf, [renewed, root], PASSPHRASE));
  expect(await app.deps.sealer.renew(list)).toBe('TAKEN');
  expect(list).toHaveBeenCalledTimes(1);
  const drawn = await app.deps.pdf.render((await import('#tests/server/outside/pdf/demo-document.ts')).demoDocument());
  const { certificates = [] } = lastSignerOf((await app.deps.sealer.seal(drawn, 'A test')).bytes) ?? {};
  const carries = ({ der }: MadeCertificate) => certificates.some(({ raw }) => raw.equals(der));
  expect([issuer, renewed, root].map(carries)).toEqual([false, true, true]);
  expect(await app.deps.sealer.renew(list)).toBe('SAME');
});

test('an installation whose key file the rules refuse starts, says so, is signed with, and seals all once the file is right', async () => {
  const between = makeCertificate({ name: 'Demo authority', issuer: root, isCa: true, from: app.clock.now() - 30 * DAY });
  await put(400, { issuer: between }, [between]);
  fs.writeFileSync(chainPath(), '');
  await open();
  await look();
  const form = await signed(app, staff);
  await app.doJobs();
  expect(await sealState(form)).toBe('SEALING');
  const sentence = 'SEAL_P12 lacks Demo root. Export it with its whole chain, or name the missing ones in SEAL_CHAIN.';
  expect((await status()).seal.stopped).toBe(sentence);
  expect(errors()).toMatchObject([{ detail: sentence }]);
  app.clock.advance(HOUR);
  await look();
  expect(errors(), 'said again each hour').toHaveLength(2);
  fs.writeFileSync(chainPath(), pemOf(root));
  await open(true);
  await look();
  await app.doJobs();
  expect(await sealState(form)).toBe('SEALED');
  staff = await signIn(app);
  expect(await verdictOf(app, await staff.download(form.consentID))).toMatchObject({ state: 'AUTHENTIC' });
});

test('a new file that cannot seal takes the place of none that can, and is told', async () => {
  const fit = await put(400);
  await open();
  await put(400, { uses: ['1.3.6.1.5.5.7.3.1'] });
  await look();
  const unfit = 'The certificate in SEAL_P12 is for web servers, not for sealing documents. Ask for one with document signing.';
  expect((await status()).seal).toMatchObject({ stopped: null, refused: unfit });
  expect(Buffer.from(app.deps.sealer.leaf.der).equals(fit.der)).toBe(true);
  fs.writeFileSync(p12Path(), 'half a file');
  await look();
  expect((await status()).seal.refused).toBe('The file named by SEAL_P12 cannot be read as PKCS#12.');
  fs.rmSync(p12Path());
  await look();
  expect((await status()).seal.refused).toBe('The file named by SEAL_P12 does not exist.');
  const form = await signed(app, staff);
  await app.doJobs();
  expect(await sealState(form)).toBe('SEALED');
  const next = await put(500);
  await look();
  expect((await status()).seal).toMatchObject({ stopped: null, refused: null });
  expect(Buffer.from(app.deps.sealer.leaf.der).equals(next.der)).toBe(true);
});

test('a certificate is listed before anything is sealed with it: while that fails the one before goes on', async () => {
  const before = await put(400);
  await open();
  const next = await put(500);
  await expect(app.deps.sealer.renew(() => Promise.reject(new Error('the database is away')))).rejects.toThrow('away');
  expect(Buffer.from(app.deps.sealer.leaf.der).equals(before.der)).toBe(true);
  await look();
  expect(Buffer.from(app.deps.sealer.leaf.der).equals(next.der)).toBe(true);
});

test('administrators are mailed 60, 30 and 7 to 0 days before the end, once for each however many servers look', async () => {
  await put(62);
  await open();
  const people = await app.database.db.selectFrom('users').select('email').execute();
  expect(people.length).toBeGreaterThan(0);
  const told: number[] = [];
  let each = 0;
  for (let days = 61; days >= -1; days -= 1) {
    const count = await mailed(async () => {
      await look();
      await checkSealKeys(app.deps, newWatch());
    });
    if (count > 0) told.push(days);
    if (each === 0) each = count;
    expect([0, each]).toContain(count);
    app.clock.advance(DAY);
  }
  expect(told).toEqual([60, 30, 7, 6, 5, 4, 3, 2, 1, 0]);
  const mails = await app.database.db.selectFrom('mails').select(['subject', 'body']).where('kind', '=', 'SEAL_ENDS').execute();
  expect(mails[0]?.subject).toBe('Assent: the certificate of the seal ends');
  expect(mails.map(({ body }) => body?.text).join('\n')).toContain('The certificate of the seal ends today.');
});
