import fs from 'node:fs';
import path from 'node:path';
import { dataDir, loadServer, runCommand } from './server-modules.mjs';

// npm run verify-integrity    checks the database that DATA_DIR or DATABASE_URL names, changes nothing, and lists what was altered.
// With `-- --accept-rows` every row is marked anew as it is, and the security logs say so: after somebody has mended rows in the database.
// With `-- --accept-restore` the file of heads then begins anew with what the database has, the security logs say so, and tablets learn
// that the server was restored.

const ENTRIES = [
  'chain-key',
  'heads-file',
  'check-all',
  'accept-restore',
  'restore-backup',
  'seal-leaves',
  'integrity',
  'row-marks',
  'accept-rows',
  'changed-heads',
];

async function main() {
  // Without the key nothing can be compared, and a new one would be wrong.
  if (!fs.existsSync(path.join(dataDir, 'chain', 'key')))
    throw new Error(`There is no key in ${dataDir}/chain: nothing can be checked.`);
  const server = await loadServer(ENTRIES);
  const { openNamed, openChainKey, openHeadsFile, checkAll, sealCheck, sealsOf, acceptRestore, newId, INTEGRITY_FAULTS } = server;
  const database = await openNamed();
  try {
    const chainKey = await openChainKey(dataDir);
    const file = openHeadsFile(dataDir, chainKey);
    const filed = await file.read();
    const { findings, cases, documents, unrecorded, unmarked, unseen } = await checkAll(
      { database, chainKey },
      { filed, isDeep: true, isSealed: await sealCheck({ database, ...(await sealsOf(dataDir)) }) },
    );
    for (const { fault, organisationId, subject } of findings)
      console.log(
        `${fault}: ${INTEGRITY_FAULTS[fault]} (${subject}${organisationId === undefined ? '' : `, organisation ${organisationId}`})`,
      );
    if (filed === undefined)
      console.log(
        `The file of heads is missing: ${dataDir}/chain/heads.jsonl. A server writes its first line at its first start.`,
      );
    if (unrecorded > 0)
      console.log(
        `${unrecorded} patients are from before there were histories: start this version once, and their details are recorded.`,
      );
    if (unmarked > 0)
      console.log(
        `The rows of ${unmarked} tables are not compared yet: they are from an hour after the first start of a version that marks them.`,
      );
    for (const { organisationId, subject } of unseen)
      console.log(`Letters that show nothing: in a name or number of ${subject}, organisation ${organisationId}. Enter it anew.`);
    if (filed?.isWhole === false) console.log('The file chain/heads.jsonl was altered.');
    const count = findings.length + (filed?.isWhole === false ? 1 : 0);
    console.log(
      `${cases} cases and ${documents} documents were checked: ${count === 0 ? 'nothing was altered' : `${count} findings`}.`,
    );
    // Without the file, what was put back to an earlier state as a whole cannot be found.
    process.exitCode = count > 0 ? 1 : filed === undefined ? 2 : 0;
    server.markRowsOf(database.db, chainKey);
    if (process.argv.includes('--accept-rows')) await acceptRows(server, { database, chainKey, file });
    if (!process.argv.includes('--accept-restore')) return;
    await acceptRestore({ database, chainKey, clock: Date.now, newId }, file);
    console.log('The restored database was accepted as it is: the file of heads begins anew. Check again.');
    console.log('Tablets will fetch everything anew, and offer again what they have sent in the last 7 days.');
  } finally {
    await database.close();
  }
}

async function acceptRows(server, { database, chainKey, file }) {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const count = await server.acceptRows({ database, chainKey, clock: Date.now, newId: server.newId, log });
  await file.append(new Date().toISOString(), await server.changedHeads({ database, chainKey }, await filedOf(file)));
  console.log(`${count} rows were accepted as they are. Check again.`);
}

async function filedOf(file) {
  return { heads: (await file.read())?.heads ?? new Map(), altered: new Set() };
}

runCommand(main, 2);
