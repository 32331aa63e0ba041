import { uuidV7 } from '#domain/base/uuid-v7.ts';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { openDatabase } from './data/open/database.ts';
import { DatabaseBusy, DatabaseUnusable } from './data/open/errors.ts';
import { MigrationFailed } from '#server/data/open/migrate.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { readEnvironment, type Environment } from './environment.ts';
import { openCallOut, readAuthorities } from './outside/call-out.ts';
import { ChainKeyRefused } from './outside/chain-key.ts';
import { openMailFolder } from './outside/mail/folder.ts';
import { openSmtp } from './outside/mail/smtp.ts';
import { openImportProgress } from './outside/import/import-progress.ts';
import { openImportThread } from './outside/import/import-thread.ts';
import { openLog } from './outside/log.ts';
import { openNhsNotify, readNotifyKey } from './outside/nhs-notify/nhs-notify.ts';
import { openPasswords } from './outside/passwords.ts';
import { openPdfPool } from './outside/pdf/pool.ts';
import { openSecretBox, SecretKeysRefused } from './outside/secret-box.ts';
import { openSealer } from './outside/seal/sealer.ts';
import { openSealThread } from './outside/seal/seal-thread.ts';
import { openScanThread } from './outside/scan/scan-thread.ts';
import { openVerifyThread } from './outside/seal/verify-thread.ts';
import { openTurns } from './outside/turns.ts';
import { SealKeysRefused } from './outside/seal/keys.ts';
import { openAccessLog } from '#server/data/audit/access-log.ts';
import type { Deps } from './deps.ts';
import { portRefused, preflight } from './preflight.ts';
import { firstOrganisationOf } from './seed/seed.ts';
import { WrongSetting } from './settings.ts';
import { doStartWork } from './start-work.ts';
import { welcome } from './welcome.ts';
import { serveCopies } from './work/backup/running-copy.ts';
import { deleteLeftoversHourly } from './work/delete-leftovers.ts';
import { checkDaily } from './work/integrity/daily-check.ts';
import { watchClock } from './work/watch-clock.ts';
import { watchSealKeys } from './work/watch-seal-keys.ts';
import { runJobs } from './work/run-jobs.ts';
import { logExit } from './work/packs/log-exit.ts';
import { sealName } from '#server/work/documents/seal-name.ts';
import { releaseLeases } from '#server/data/jobs/jobs.ts';

/** The longest that a stop may take, ms. */
const STOP_MOST = 9000;

// Errors that the person who starts the server can correct: printed as one sentence, without a stack.
const PLAIN = [
  WrongSetting,
  SealKeysRefused,
  ChainKeyRefused,
  SecretKeysRefused,
  DatabaseBusy,
  DatabaseUnusable,
  MigrationFailed,
];

start(readOrExit()).catch((error: unknown) => {
  if (!isPlain(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

async function start(environment: Environment): Promise<void> {
  await preflight(environment);
  const dataDir = resolve(environment.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const log = openLog((line) => process.stdout.write(line));
  const database = await openDatabase<Tables>({
    dataDir: resolve(dataDir, 'database'),
    workerUrl: new URL('./db-worker.js', import.meta.url),
    url: environment.databaseUrl,
    connections: environment.databaseConnections,
  });
  const threads = openThreads();
  const { deps, headsFile, seeded, hasDemo } = await doStartWork(environment, {
    dataDir,
    log,
    database,
    openDeps: (chainKey) => openDeps(environment, { dataDir, log, database, chainKey, threads }),
  });
  // Only one process ever opens the embedded database, so the leases of a killed one are free.
  if (database.kind === 'embedded') await releaseLeases(database.db);
  const app = await listen(deps, environment);
  const copies = await serveCopies(database, {
    folder: resolve(dataDir, 'database'),
    log,
    logExit: (organisationId) => logExit(deps, organisationId),
  });
  const work = [runJobs(deps), checkDaily(deps, headsFile), deleteLeftoversHourly(deps), watchSealKeys(deps), copies];
  const stopWatching = watchClock(deps);
  process.stdout.write(welcome({ ...environment, dataDir, kind: database.kind, seeded, hasDemo }));

  const stop = async () => {
    setTimeout(() => process.exit(1), STOP_MOST).unref();
    // A connection that was busy when the stop began becomes idle later and would delay the stop for its keep-alive time.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    await app.close();
    clearInterval(sweep);
    stopWatching();
    const stopped = Promise.all(work.map((each) => each.stop()));
    await deps.mailer.close();
    await stopped;
    await Promise.all([deps.pdf, ...Object.values(threads)].map((each) => each.close()));
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}

/** The threads that work beside all calls, one for each kind of work but drawing, which has a pool. */
function openThreads() {
  return {
    verify: openVerifyThread({ workerUrl: new URL('./verify-worker.js', import.meta.url) }),
    scan: openScanThread({ workerUrl: new URL('./scan-worker.js', import.meta.url) }),
    import: openImportThread({ workerUrl: new URL('./import-worker.js', import.meta.url) }),
    seal: openSealThread({ workerUrl: new URL('./seal-worker.js', import.meta.url) }),
  };
}

type Opened = Pick<Deps, 'dataDir' | 'log' | 'database' | 'chainKey'> & { readonly threads: ReturnType<typeof openThreads> };

/** Everything that handlers are given, over what is open. */
async function openDeps(
  { seed: wanted, sealP12, sealCrl, secretKeys, tsaUrl, smtp, settings, publicOrigin }: Environment,
  { threads, ...opened }: Opened,
): Promise<Deps> {
  const { dataDir, database, chainKey } = opened;
  const from = { name: settings.productName, address: settings.mailFrom ?? settings.supportEmail };
  const random = (count: number) => randomBytes(count);
  const newId = () => uuidV7(Date.now(), randomBytes(10));
  const callOut = openCallOut({ outboundHosts: settings.outboundHosts, authorities: readAuthorities(settings.caFile) });
  return {
    ...opened,
    callOut,
    nhsNotify:
      settings.nhsNotify === undefined
        ? undefined
        : openNhsNotify({
            callOut,
            clock: Date.now,
            newId,
            settings: settings.nhsNotify,
            key: readNotifyKey(settings.nhsNotify),
          }),
    clock: Date.now,
    random,
    newId,
    passwords: openPasswords(),
    turns: openTurns(Date.now),
    pdf: openPdfPool({ workerUrl: new URL('./pdf-worker.js', import.meta.url), maxQueued: 100 }),
    scans: threads.scan,
    imports: threads.import,
    importProgress: openImportProgress(),
    sealer: await openSealer({
      dataDir,
      organisationName: await sealName(database.db, settings, firstOrganisationOf(wanted, settings)),
      clock: Date.now,
      verify: (...file) => threads.verify.verify(...file),
      reserve: (task) => threads.seal.reserveGap(task),
      ...(sealP12 === undefined ? {} : { p12Path: sealP12.path, p12Passphrase: sealP12.passphrase }),
      ...(sealP12?.chainPath === undefined ? {} : { p12ChainPath: sealP12.chainPath }),
      ...(tsaUrl === undefined ? {} : { tsaUrl }),
      ...(settings.tsa === undefined ? {} : { tsaRoots: settings.tsa.roots }),
      ...(settings.tsa?.crl === undefined ? {} : { tsaCrl: settings.tsa.crl }),
      ...(sealCrl === undefined ? {} : { sealCrl }),
      callOut,
    }),
    secrets: await openSecretBox({ dataDir, given: secretKeys, random }),
    mailer: smtp === undefined ? openMailFolder(resolve(dataDir, 'mail'), from) : openSmtp({ server: smtp, from }),
    accessLog: openAccessLog({ db: database.db, chainKey, clock: Date.now, newId }),
    settings,
    publicOrigin,
  };
}

/** Builds the app and opens its port. @throws WrongSetting where the port cannot be had */
async function listen(deps: Deps, { port, host, trustedProxies, isProduction }: Environment): ReturnType<typeof buildApp> {
  const { overloadDelayMs: delayMs, overloadHeapMb: heapMb } = deps.settings;
  const app = await buildApp(deps, {
    pages: fileURLToPath(new URL('../dist', import.meta.url)),
    trustedProxies,
    hasMailbox: !isProduction,
    overload: { delayMs, heapMb },
  });
  await app.listen({ port, host }).catch((error: unknown) => {
    throw portRefused(error, { port, host });
  });
  return app;
}

function readOrExit(): Environment {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function isPlain(error: unknown): error is Error {
  return PLAIN.some((kind) => error instanceof kind);
}
