import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Wire } from '#contract/engine/call.ts';
import { uuidV7 } from '#domain/base/uuid-v7.ts';
import { buildApp } from '#server/app.ts';
import { openAccessLog } from '#server/data/audit/access-log.ts';
import { EVENT_STREAM } from '#server/http/send-answer.ts';
import { NEW_RULES_SETTING } from '#server/data/consents/new-rules-since.ts';
import { json } from '#server/data/json.ts';
import { markRowsOf } from '#server/data/integrity/row-marks.ts';
import { migrate } from '#server/data/open/migrate.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openCallOut } from '#server/outside/call-out.ts';
import { openMailFolder } from '#server/outside/mail/folder.ts';
import { chainKeyOf } from '#server/outside/chain-key.ts';
import { openLog } from '#server/outside/log.ts';
import { openPasswords, type PasswordCost } from '#server/outside/passwords.ts';
import { openPdfInProcess } from '#tests/support/files/in-process-pdf.ts';
import { openTurns } from '#server/outside/turns.ts';
import { openSecretBox } from '#server/outside/secret-box.ts';
import { openImportProgress } from '#server/outside/import/import-progress.ts';
import { readImport, type ImportTask } from '#server/outside/import/read-import.ts';
import { inspectScan } from '#server/outside/scan/inspect-scan.ts';
import { inspectAttachment } from '#server/outside/scan/inspect-attachment.ts';
import { inspectLogo } from '#server/outside/scan/logo-picture.ts';
import { drawScanPage, type PageDrawing } from '#server/outside/scan/page-pictures.ts';
import { openSealer } from '#server/outside/seal/sealer.ts';
import type { Deps } from '#server/deps.ts';
import { seed } from '#server/seed/seed.ts';
import { readSettings } from '#server/settings.ts';
import { recordRowsOnce } from '#server/work/integrity/record-rows.ts';
import { fillSealLeaves, recordLeaf } from '#server/work/integrity/seal-leaves.ts';
import { runOne } from '#server/work/run-jobs.ts';
import { DELIVERED_CHANNELS } from '#domain/notifications/deliveries.ts';
import { deliverNext } from '#server/work/deliveries/deliver.ts';
import { followFailed } from '#server/work/deliveries/follow.ts';
import { answerPageAsk } from '#server/work/own-page/answer-asks.ts';
import { sendNotifications } from '#server/work/notifications/send-notifications.ts';
import { holdToCatalogue } from './catalogue.ts';
import { holdToFileTypes } from './file-types.ts';
import { NEW_RULES_SINCE } from '#tests/support/forms/new-rules.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { putFiles, restoreDump, type StoredBefore } from './stored-before.ts';

/** The time at which every test's clock starts, epoch ms. */
export const TEST_NOW = Date.parse('2026-08-06T14:05:00.000Z');

/** argon2id at its minimum: hundreds of tests sign in, and the product's cost has a test of its own. */
const TEST_COST: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** A clock that advances only by a millisecond at each request, so that events have an order. */
export type TestClock = { readonly now: () => number; advance(ms: number): void };

/** The whole server in this process, on a database of its own with the demo hospital; only time is replaced. */
export type TestApp = {
  readonly app: FastifyInstance;
  readonly database: TestDatabase<Tables>;
  readonly deps: Deps;
  readonly clock: TestClock;
  /** folder of this server's mails */
  readonly mailFolder: string;
  /** every line that the server logged */
  readonly log: string[];
  /** codes of every failure response */
  readonly failures: Set<string>;
  /** the client's connection to this server; it passes the client's own fetch to the server's handler */
  wire(token?: string, idempotencyKey?: string): Wire;
  /** one raw request; every answer of the API is checked against the closed catalogue of sentences */
  ask(request: InjectOptions): Promise<Answer>;
  /** runs all due jobs */
  doJobs(): Promise<void>;
  /** the server ends and starts again over its database and folder: what it only remembered is gone */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** One raw answer; `body` is its JSON, or undefined for a file. */
export type Answer = { status: number; headers: Record<string, unknown>; text: string; bytes: Buffer; body: Json };
/** JSON as received, for tests of the raw response. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test that looks at the wire reads members that no schema promised
export type Json = any;

/**
 * Opens the app; once for a file is enough.
 *
 * @param pages - a folder of built pages to be served as well
 * @param before - what a build before has stored, in place of the demo hospital of this one
 */
export async function openTestApp({ pages, before }: { pages?: string; before?: StoredBefore } = {}): Promise<TestApp> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-app-'));
  const mailFolder = path.join(folder, 'mail');
  let now = before?.at ?? TEST_NOW;
  if (before !== undefined) putFiles(folder, before);
  const log: string[] = [];
  const outside = {
    clock: () => now,
    random: (count: number) => randomBytes(count),
    newId: () => uuidV7(now, randomBytes(10)),
    passwords: openPasswords(TEST_COST),
    pdf: openPdfInProcess(),
    imports: { read: (task: ImportTask) => Promise.resolve(readImport(task)) },
    scans: {
      inspect: (files: readonly Uint8Array[]) => inspectScan(files, () => undefined),
      inspectAttachment,
      inspectLogo,
      drawPage: (drawing: PageDrawing) => drawScanPage(drawing, () => undefined),
      showPage: (drawing: PageDrawing) => drawScanPage(drawing, () => undefined),
    },
    mailer: openMailFolder(mailFolder, { name: 'Assent', address: 'support@demo.nhs.uk' }),
    callOut: openCallOut({ outboundHosts: [] }),
    settings: readSettings(undefined),
    // One for all: a prepared database is copied from app to app.
    chainKey: chainKeyOf(Buffer.alloc(32, 7)),
    dataDir: folder,
    publicOrigin: 'http://assent.test',
    log: openLog((line) => void log.push(line)),
  };
  const remembered = () => ({ turns: openTurns(() => now), importProgress: openImportProgress() });
  const sealer = await openSealer({ dataDir: folder, organisationName: 'Demo', clock: outside.clock });
  const secrets = await openSecretBox({ dataDir: folder, given: undefined, random: outside.random });
  const database = await openTestDatabase<Tables>({
    name: before === undefined ? 'demo' : `before-${before.build}`,
    migrate: async ({ db }) => {
      if (before !== undefined) await restoreDump(db, before);
      await migrate(db);
    },
    seed: async (empty) => {
      markRowsOf(empty.db, outside.chainKey);
      if (before !== undefined) return;
      await recordRowsOnce({ ...outside, database: empty }, { read: async () => undefined });
      await seed(
        { ...outside, ...remembered(), sealer, secrets, database: empty, accessLog: openAccessLog({ ...outside, db: empty.db }) },
        'demo',
      );
      await empty.db
        .updateTable('settings')
        .set({ value: json(NEW_RULES_SINCE) })
        .where('name', '=', NEW_RULES_SETTING)
        .execute();
      // No test renders the demo's own documents: each renders those it made.
      await empty.db.deleteFrom('jobs').execute();
    },
  });
  markRowsOf(database.db, outside.chainKey);
  const accessLog = openAccessLog({ ...outside, db: database.db });
  let deps: Deps = { ...outside, ...remembered(), sealer, secrets, database, accessLog };
  await recordLeaf(deps, sealer.leaf);
  await fillSealLeaves(deps);
  const built = () => buildApp(deps, pages === undefined ? {} : { pages });
  let app = await built();
  await app.ready();
  const failures = new Set<string>();

  const ask = async (request: InjectOptions): Promise<Answer> => {
    now += 1;
    const { statusCode: status, headers, rawPayload: bytes } = await (isStream(request) ? firstOf(request) : app.inject(request));
    const isJson = String(headers['content-type']).startsWith('application/json');
    const text = bytes.toString('utf8');
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
    if (headers['x-app'] === 'consent') holdToCatalogue(status, body, failures);
    holdToFileTypes(request, { status, headers });
    return { status, headers, text, bytes, body };
  };

  /** A stream never ends by itself: its answer is what it says first. */
  const firstOf = async (request: InjectOptions) => {
    const answer = await app.inject({ ...request, payloadAsStream: true });
    const pieces: Buffer[] = [];
    for await (const piece of answer.stream()) {
      pieces.push(Buffer.from(piece));
      if (answer.headers['content-type'] === EVENT_STREAM) break;
    }
    answer.raw.res.destroy();
    return { statusCode: answer.statusCode, headers: answer.headers, rawPayload: Buffer.concat(pieces) };
  };

  const viaHandler: typeof fetch = async (input, init) => {
    const request = new Request(new URL(String(input), 'http://assent.test'), init);
    const { pathname, search } = new URL(request.url);
    const payload = Buffer.from(await request.arrayBuffer());
    const answer = await ask({
      // Fetch allows more methods than the table has; only the table's own are used.
      method: request.method as 'GET',
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      ...(payload.length === 0 ? {} : { payload }),
    });
    return new Response(new Uint8Array(answer.bytes), { status: answer.status, headers: toHeaders(answer.headers) });
  };

  return {
    get app() {
      return app;
    },
    database,
    get deps() {
      return deps;
    },
    clock: { now: () => now, advance: (ms) => void (now += ms) },
    mailFolder,
    log,
    failures,
    wire: (token, idempotencyKey) => ({ fetch: viaHandler, root: '/api', token, idempotencyKey }),
    ask,
    doJobs: async () => {
      // As the watch of a running server does: years pass in some tests.
      await deps.sealer.renew((leaf) => recordLeaf(deps, leaf));
      while (await answerPageAsk(deps));
      while (await sendNotifications(deps));
      while (await runOne(deps));
      for (const channel of DELIVERED_CHANNELS) while (await deliverNext(deps, channel));
      while (await followFailed(deps));
      while (await runOne(deps));
    },
    restart: async () => {
      await app.close();
      deps = { ...deps, ...remembered() };
      app = await built();
      await app.ready();
    },
    close: async () => {
      await app.close();
      await database.drop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isStream = ({ method, url }: InjectOptions) => method === 'GET' && /^\/api\/live(?:\?|$)/.test(String(url));

function toHeaders(headers: Record<string, unknown>): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) kept.set(name, String(value));
  return kept;
}
