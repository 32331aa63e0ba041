import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServer } from './build-server.mjs';

// npm run verify-integrity    checks the database that DATA_DIR or DATABASE_URL names, changes nothing, and lists what was altered

const root = path.resolve(import.meta.dirname, '..');
const hour = 3_600_000;

async function main() {
  const dataDir = path.resolve(process.env.DATA_DIR ?? 'data');
  // Without the key nothing can be compared, and a new one would be wrong.
  if (!fs.existsSync(path.join(dataDir, 'chain', 'key')))
    throw new Error(`There is no key in ${dataDir}/chain: nothing can be checked.`);
  const { openDatabase, openChainKey, openHeadsFile, checkAll, INTEGRITY_FAULTS, workerUrl } = await load();
  const database = await openDatabase({
    url: process.env.DATABASE_URL,
    dataDir: path.join(dataDir, 'database'),
    workerUrl,
    limits: { statementMs: hour, lockMs: 10_000, idleInTransactionMs: hour },
  });
  try {
    const chainKey = await openChainKey(dataDir);
    const filed = await openHeadsFile(dataDir, chainKey).read();
    const { findings, cases, documents } = await checkAll({ database, chainKey }, { filed });
    for (const { fault, organisationId, subject } of findings)
      console.log(
        `${fault}: ${INTEGRITY_FAULTS[fault]} (${subject}${organisationId === undefined ? '' : `, organisation ${organisationId}`})`,
      );
    if (filed === undefined) console.log('There is no chain/heads.jsonl yet: nothing was compared with it.');
    if (filed?.isWhole === false) console.log('The file chain/heads.jsonl was altered.');
    const count = findings.length + (filed?.isWhole === false ? 1 : 0);
    console.log(
      `${cases} cases and ${documents} documents were checked: ${count === 0 ? 'nothing was altered' : `${count} findings`}.`,
    );
    process.exitCode = count === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

/** The server's own code, bundled on each run. */
async function load() {
  const outDir = path.join(root, 'node_modules/.cache/verify-integrity');
  const entries = {
    'db-worker': 'server/data/open/embedded-worker.ts',
    open: 'server/data/open/database.ts',
    key: 'server/outside/chain-key.ts',
    file: 'server/outside/heads-file.ts',
    check: 'server/work/integrity/check-all.ts',
    faults: 'domain/integrity.ts',
  };
  await buildServer({ outDir, entries });
  const url = (/** @type {string} */ name) => pathToFileURL(path.join(outDir, `${name}.js`));
  const [open, key, file, check, faults] = await Promise.all(
    ['open', 'key', 'file', 'check', 'faults'].map((name) => import(url(name).href)),
  );
  return { ...open, ...key, ...file, ...check, ...faults, workerUrl: url('db-worker') };
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
