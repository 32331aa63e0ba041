import fs from 'node:fs';
import path from 'node:path';
import { randomUUID, X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VERIFIED_FILE_MOST } from '#domain/documents/file-limits.ts';
import { exportDatabase, importDatabase } from '#server/data/backup/export-import.ts';
import { documentOf, insertDocument, type DocumentRow } from '#server/data/documents/documents.ts';
import { listedLeaves, noteLeavesFilled } from '#server/data/documents/seal-leaves.ts';
import { migrate } from '#server/data/open/migrate.ts';
import { sha256Hex } from '#server/sha256.ts';
import type { DocumentKind, Tables } from '#server/data/tables/tables.ts';
import { openSealer, type Sealer } from '#server/outside/seal/sealer.ts';
import { checkAll } from '#server/work/integrity/check-all.ts';
import { fillSealLeaves, recordLeaf, sealCheck } from '#server/work/integrity/seal-leaves.ts';
import { verdictOfFile } from '#server/work/documents/verify.ts';
import { callerOf, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { formOf } from '#tests/support/server/requests.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';
import { flipped, verdictOf } from '#tests/support/server/stored-file.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { demoDocument } from '#tests/server/outside/pdf/demo-document.ts';
import { demoSealer } from '#tests/server/outside/seal/sealed-demo.ts';

const FIVE_YEARS = 4.9 * 365.25 * 24 * 3_600_000;
const app = useTestApp();
let staff: Caller & { token: string };
let form: DocumentRow;
/** Of this installation, of a server of before that somebody listed, and of the same authority as this one's. */
let sealers: Record<'own' | 'former' | 'same CA', Sealer>;

beforeAll(async () => {
  staff = await signIn(app);
  form = await sealedForm();
  const folder = path.join(app.deps.dataDir, 'sibling');
  const former = await openSealer({
    dataDir: path.join(app.deps.dataDir, 'former'),
    organisationName: 'Former',
    clock: app.clock.now,
  });
  await recordLeaf(app.deps, former.leaf);
  // A server with the keys of this one makes a certificate of its own under the same root.
  fs.cpSync(path.join(app.deps.dataDir, 'seal'), path.join(folder, 'seal'), { recursive: true });
  const sibling = await openSealer({ dataDir: folder, organisationName: 'Demo', clock: () => app.clock.now() + FIVE_YEARS });
  sealers = { own: app.deps.sealer, former, 'same CA': sibling };
});

async function sealedForm(): Promise<DocumentRow> {
  const { consentID } = await signed(app, staff);
  await app.doJobs();
  const row = await app.database.db.selectFrom('consents').selectAll().where('id', '=', consentID).executeTakeFirstOrThrow();
  return (await documentOf(app.database.db, { organisationId: row.organisation_id, id: consentID }, 'SIGNED'))!;
}

const sealedBy = async (leaf: keyof typeof sealers) => {
  const drawn = await app.deps.pdf.render(demoDocument());
  return Buffer.from((await sealers[leaf].seal(drawn, 'A test')).bytes);
};
const broken = (file: Buffer) => flipped(file);

/** Stores a file as one of the form's. @returns it and how it is deleted */
async function stored(bytes: Buffer, kind: DocumentKind = 'CONFIRMATION') {
  const id = randomUUID();
  const { db } = app.database;
  await db.deleteFrom('documents').where('consent_id', '=', form.consent_id).where('kind', '=', kind).execute();
  await insertDocument(db, { ...form, id, kind, bytes, sha256: sha256Hex(bytes) });
  return { bytes, remove: () => db.deleteFrom('documents').where('id', '=', id).execute() };
}
const there = async (bytes: Buffer) => (await stored(bytes)).bytes;
const gone = async (bytes: Buffer) => {
  const { remove } = await stored(bytes);
  await remove();
  return bytes;
};
const none = async (bytes: Buffer) => bytes;

const DELETED =
  /^Sealed here on 6 August 2026, and unchanged\. Our record of it was deleted on \d+ \w+ \d{4}: nobody can say here whether it still holds\.$/;
const NOT_IN_RECORDS =
  'This file carries our seal and is unchanged, but is not in our records. It may be newer than our last backup, or from another server of this hospital. Ask support@demo.nhs.uk.';
const CHANGED = 'This file carries our seal and was changed afterwards. Do not rely on it.';
const OTHER = 'Sealed by somebody else (Demo seal). We can say nothing about it.';
const NO_SEAL = 'Not sealed here. A copy that a program saved or printed again loses its seal: use the file you were given.';
const FOUND =
  'This file is exactly the confirmation on the day that was sealed. It belongs to a sealed form, which is another file.';

type Leaf = keyof typeof sealers;
type Cell = readonly [
  seal: 'VALID' | 'broken',
  leaf: Leaf,
  row: string,
  of: (file: Buffer) => Promise<Buffer>,
  ...told: string[],
];
const listed = (leaf: Leaf): [Cell, string | RegExp][] => [
  [['VALID', leaf, 'there', there, 'AUTHENTIC', 'FOUND'], FOUND],
  [['VALID', leaf, 'gone', gone, 'UNKNOWN', 'DELETED'], DELETED],
  [['VALID', leaf, 'none', none, 'UNKNOWN', 'NOT_IN_RECORDS'], NOT_IN_RECORDS],
  [['broken', leaf, 'none', none, 'ALTERED', 'CHANGED'], CHANGED],
  [['broken', leaf, 'there', there, 'ALTERED', 'DAMAGED'], CHANGED],
];
const CELLS: [Cell, string | RegExp][] = [
  ...listed('own'),
  ...listed('former'),
  ...(['VALID', 'broken'] as const).flatMap((seal): [Cell, string][] => [
    [[seal, 'same CA', 'none', none, 'UNKNOWN', 'OTHER_SEAL'], OTHER],
    [[seal, 'same CA', 'there', there, 'UNKNOWN', 'OTHER_SEAL'], OTHER],
  ]),
];

const right = { cells: CELLS.length, right: 0 };
afterAll(() => printFigure(`verify, seal × leaf × row: ${JSON.stringify(right)}`));

test.each(CELLS.map(([cell, words]) => [cell.slice(0, 3).join(', '), cell, words] as const))(
  'the cell %s',
  async (_, [seal, leaf, , of, state, reason], words) => {
    const file = await sealedBy(leaf);
    const told = await verdictOf(app, await of(seal === 'VALID' ? file : broken(file)));
    expect(told).toMatchObject({ state, reason });
    expect(told.explanation).toMatch(words);
    expect(told.status).toBe(state === 'AUTHENTIC' ? 'IN_FORCE' : null);
    expect(told.selfMadeSeal).toBe(reason !== 'OTHER_SEAL');
    right.right += 1;
  },
);

const LISTS = ['filled', 'not filled yet', 'filled with other facts'] as const;
/** Whether this product made the certificate, and whether it is weak, as both ways of asking tell it. */
const FACTS: Readonly<Record<Leaf, Readonly<Record<(typeof LISTS)[number], readonly [boolean, boolean]>>>> = {
  own: { filled: [true, false], 'not filled yet': [true, false], 'filled with other facts': [false, true] },
  former: { filled: [true, false], 'not filled yet': [true, false], 'filled with other facts': [false, true] },
  'same CA': { filled: [false, false], 'not filled yet': [true, false], 'filled with other facts': [false, false] },
};

test.each((['own', 'former', 'same CA'] as const).flatMap((leaf) => LISTS.map((list) => ({ leaf, list }))))(
  'of a form sealed by $leaf, the list $list, the code and the file tell the same of the seal',
  async ({ leaf, list }) => {
    const { db } = app.database;
    const bytes = await sealedBy(leaf);
    const keep = (file: Uint8Array) =>
      db
        .updateTable('documents')
        .set({ bytes: Buffer.from(file), sha256: sha256Hex(file) })
        .where('id', '=', form.id)
        .execute();
    const listAs = (facts: string[], self_made: boolean) =>
      db
        .updateTable('seal_leaves')
        .set({ facts: sql`${facts}::text[]`, self_made })
        .where('sha256', '=', sealers[leaf].leaf.sha256)
        .execute();
    const { verify_code: code } = await db
      .selectFrom('consents')
      .select('verify_code')
      .where('id', '=', form.consent_id)
      .executeTakeFirstOrThrow();
    try {
      await keep(bytes);
      if (list === 'not filled yet') await db.deleteFrom('settings').where('name', '=', 'sealLeavesFilled').execute();
      if (list === 'filled with other facts') await listAs(['WEAK'], false);
      const { data: byCode } = await callerOf(app).call('verifyByCode', { code: code ?? '' });
      const byFile = await verdictOf(app, bytes);
      const expected = FACTS[leaf][list];
      expect([byCode, byFile].map(({ selfMadeSeal, weak }) => [selfMadeSeal, weak])).toEqual([expected, expected]);
    } finally {
      await keep(form.bytes);
      if (list === 'filled with other facts') await listAs([], true);
      await noteLeavesFilled(db, { at: new Date(app.clock.now()).toISOString(), isOpen: false });
    }
  },
);

test('a file that was never sealed says only what it is, or that it is not sealed here', async () => {
  const bare = Buffer.from(await app.deps.pdf.render(demoDocument()));
  expect(await verdictOf(app, bare)).toMatchObject({ state: 'UNKNOWN', reason: 'NO_SEAL', file: null, explanation: NO_SEAL });
  expect(await verdictOf(app, await stored(bare, 'SCAN').then(({ bytes }) => bytes))).toMatchObject({
    state: 'UNKNOWN',
    reason: 'OURS_UNSEALED',
    file: 'SCAN',
  });
  expect(await verdictOf(app, await there(bare)), 'stored as sealed').toMatchObject({ state: 'ALTERED', reason: 'DAMAGED' });
});

test('a refusal is never in force; the pages of a paper form belong to it; an archived form answers as the form', async () => {
  const { db } = app.database;
  const told = async (kind: DocumentKind) => {
    const file = await stored(await sealedBy('own'), kind);
    const verdict = await verdictOf(app, file.bytes);
    await file.remove();
    return verdict;
  };
  expect(await told('REFUSAL')).toMatchObject({
    state: 'AUTHENTIC',
    reason: 'FOUND',
    status: 'REFUSED',
    file: 'REFUSAL',
    explanation: 'A refusal of treatment, given on 6 August 2026. It is no consent.',
  });
  expect((await told('REFUSAL')).confirmState).toBeUndefined();
  const belongsTo = { sealedAt: form.made_at, sha256: form.sha256 };
  expect(await told('SCAN_CHECKED')).toMatchObject({ state: 'AUTHENTIC', status: 'IN_FORCE', file: 'SCAN_CHECKED', belongsTo });
  const archived = await told('ARCHIVAL');
  expect(archived).toMatchObject({ state: 'AUTHENTIC', status: 'IN_FORCE', file: 'ARCHIVAL', sealedAt: form.made_at });
  expect(archived.belongsTo).toBeUndefined();
  await db.deleteFrom('documents').where('kind', 'in', ['REFUSAL', 'SCAN_CHECKED', 'ARCHIVAL']).execute();
});

test('a stored document whose seal does not hold is a finding of the check, and is told at once where somebody meets it', async () => {
  const { remove, bytes } = await stored(broken(await sealedBy('own')));
  app.log.length = 0;
  await verdictOf(app, bytes);
  expect(app.log.join('')).toContain('the seal of a stored document does not hold');
  const events = await app.database.db
    .selectFrom('security_log')
    .select('subject')
    .where('type', '=', 'RECORD_ALTERED')
    .where('subject', '=', `consent ${form.consent_id}`)
    .execute();
  expect(events.length).toBeGreaterThan(0);
  const faults = async () => {
    const { findings } = await checkAll(app.deps, { filed: undefined, isSealed: await sealCheck(app.deps) });
    return findings.map(({ fault }) => fault).filter((fault) => fault === 'DOCUMENT_CHANGED');
  };
  expect(await faults()).toEqual(['DOCUMENT_CHANGED']);
  await remove();
  expect(await faults()).toEqual([]);
});

test('after a restore a file that is newer than the backup is ours and unknown, and one that was deleted before stays so', async () => {
  const before = form.bytes;
  const deleted = await gone(await sealedBy('own'));
  const lines: string[] = [];
  await exportDatabase(app.database.db, async (line) => void lines.push(line));
  const { bytes: newer } = await sealedForm();
  expect(await verdictOf(app, newer)).toMatchObject({ reason: 'FOUND' });
  const restored = await openTestDatabase<Tables>({ name: 'migrated', migrate: ({ db }) => migrate(db) });
  try {
    await importDatabase(
      restored.db,
      (async function* all() {
        yield* lines;
      })(),
    );
    const reasonOf = async (file: Uint8Array) => (await verdictOfFile(restored.db, Buffer.from(file), app.deps)).verdict.reason;
    expect(await Promise.all([before, newer, deleted].map(reasonOf))).toEqual(['FOUND', 'NOT_IN_RECORDS', 'DELETED']);
    expect(await reasonOf(await sealedBy('same CA'))).toBe('OTHER_SEAL');
  } finally {
    await restored.drop();
  }
});

test('an installation of today fills the list from what its timelines say was sealed, and until then goes by its authorities', async () => {
  const { db } = app.database;
  await stored(await sealedBy('same CA'), 'OUTCOME');
  await db.deleteFrom('seal_leaves').execute();
  await db.deleteFrom('settings').where('name', '=', 'sealLeavesFilled').execute();
  const reasons = async () => [
    (await verdictOf(app, form.bytes)).reason,
    (await verdictOf(app, await sealedBy('same CA'))).reason,
    (await verdictOf(app, await sealedBy('former'))).reason,
  ];
  expect(await reasons(), 'as before there was a list').toEqual(['FOUND', 'NOT_IN_RECORDS', 'OTHER_SEAL']);
  await fillSealLeaves(app.deps);
  // No event tells of the document that the sibling sealed.
  expect((await listedLeaves(db)).map(({ sha256 }) => sha256)).toEqual([app.deps.sealer.leaf.sha256]);
  expect(await reasons(), 'a server of the build before may go on').toEqual(['FOUND', 'NOT_IN_RECORDS', 'OTHER_SEAL']);
  app.clock.advance(3_600_000);
  await fillSealLeaves(app.deps);
  expect(await reasons()).toEqual(['FOUND', 'OTHER_SEAL', 'OTHER_SEAL']);
  await noteLeavesFilled(db, { at: new Date(app.clock.now()).toISOString(), isOpen: false });
  await db.deleteFrom('documents').where('kind', '=', 'OUTCOME').execute();
});

test('the facts of a seal are those of its own certificate, and not of the one that seals today', async () => {
  const p12Path = path.resolve('tests/server/outside/seal/p12/rsa-modern.p12');
  const later = { p12Path, p12Passphrase: 'demo-passphrase', clock: () => Date.UTC(2027, 10, 6) };
  const provided = await demoSealer(later);
  expect(provided.leaf).toMatchObject({ isSelfMade: false, isWeak: false });
  await recordLeaf(app.deps, { ...provided.leaf, isWeak: true });
  const file = await there(Buffer.from((await provided.seal(await app.deps.pdf.render(demoDocument()), 'A test')).bytes));
  expect(await verdictOf(app, file)).toMatchObject({ state: 'AUTHENTIC', selfMadeSeal: false, weak: true });
  expect(await verdictOf(app, form.bytes)).toMatchObject({ state: 'AUTHENTIC', selfMadeSeal: true, weak: false });
  expect(new X509Certificate(provided.leaf.der).ca).toBe(false);
});

test('a file of 11 MiB is compared, and one over 64 MiB is none of ours', async () => {
  const ask = (size: number) =>
    app.ask({
      method: 'POST',
      url: '/api/verify',
      headers: { 'content-type': 'multipart/form-data; boundary=xx' },
      payload: formOf(' '.repeat(size)),
    });
  expect((await ask(11 * 1024 * 1024)).body.data).toMatchObject({ state: 'UNKNOWN', reason: 'NO_SEAL' });
  expect(await ask(VERIFIED_FILE_MOST + 1)).toMatchObject({
    status: 413,
    body: { error: 'TOO_LARGE', message: 'No document of ours is that large.' },
  });
});
