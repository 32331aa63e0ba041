import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { databaseUrl, dataDir, loadServer, runCommand } from './server-modules.mjs';

// npm run restore -- FOLDER    fills an empty DATA_DIR, and the empty database that DATABASE_URL names (without it the embedded one), from
// a backup, and checks every record and every seal. Exit code 1: nothing was written, or something is not as it was recorded.

const ENTRIES = ['as-owner', 'restore-backup', 'secret-box', 'integrity'];

/** @param {string[]} parameters - the folder alone */
async function main([folder, ...others]) {
  if (!folder || others.length > 0) throw new Error('Say "npm run restore -- FOLDER".');
  const source = path.resolve(folder);
  const server = await loadServer(ENTRIES);
  const manifest = await server.refuseUnfit(source, dataDir);
  await refuseKeys(server, manifest);
  const database = await server.openNamed();
  try {
    const restore = { folder: source, manifest, newId: server.newId };
    const rows = await server.asOwner(database, server.owning, (owner) => server.restoreRows(owner, restore));
    await server.restoreFiles(source, dataDir, manifest);
    const at = { dataDir, madeAt: manifest.madeAt, clock: Date.now, newId: server.newId };
    tell(server, await server.finishRestore(database, at), { rows, madeAt: manifest.madeAt });
  } finally {
    await database.close();
  }
}

/** Refuses, before anything is written, where the keys of the environment are not those of the database. */
async function refuseKeys({ openSecretBox }, { secretKeyIds, files }) {
  const isInBackup = files.some(({ path: name }) => name === 'data/secrets.key');
  const given = process.env.SECRET_KEYS || undefined;
  if (given === undefined && isInBackup) return;
  if (given === undefined && secretKeyIds.length === 0) return;
  const empty = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-keys-'));
  try {
    const ids = given === undefined ? [] : (await openSecretBox({ dataDir: empty, given, random: randomBytes })).keyIds;
    const missing = secretKeyIds.filter((id) => !ids.includes(id));
    if (missing.length > 0)
      throw new Error(`Set SECRET_KEYS to the keys of the backed up server: ${missing.join(', ')} is not among them.`);
  } finally {
    fs.rmSync(empty, { recursive: true, force: true });
  }
}

function tell({ INTEGRITY_FAULTS }, { findings, cases, documents }, { rows, madeAt }) {
  console.log(
    `${rows} rows of the backup of ${madeAt} were restored into ${databaseUrl === undefined ? dataDir : 'PostgreSQL'}.`,
  );
  for (const { fault, organisationId, subject } of findings)
    console.log(`${fault}: ${INTEGRITY_FAULTS[fault]} (${subject}${organisationId ? `, organisation ${organisationId}` : ''})`);
  console.log(
    `${cases} cases and ${documents} documents were checked: ${findings.length === 0 ? 'every record and every seal is as it was' : `${findings.length} findings`}.`,
  );
  if (findings.length > 0) {
    console.log('Do not let people work with it before you know why.');
    process.exitCode = 1;
  } else console.log('Tablets will fetch everything anew, and offer again what they have sent in the last 7 days.');
}

runCommand(() => main(process.argv.slice(2)));
