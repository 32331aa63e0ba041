import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { databaseUrl, dataDir, embeddedFolder, loadServer, runCommand } from './server-modules.mjs';

// npm run backup -- FOLDER    writes the database that DATA_DIR or DATABASE_URL names, its keys and its mail files into FOLDER, and reads
// all of it again. The server may run meanwhile.

const ENTRIES = ['write-backup', 'running-copy', 'secret-box', 'last-backup'];

/** @param {string[]} parameters - the folder alone */
async function main([folder, ...others]) {
  if (!folder || others.length > 0) throw new Error('Say "npm run backup -- FOLDER".');
  const target = path.resolve(folder);
  if (target === dataDir || target.startsWith(`${dataDir}${path.sep}`))
    throw new Error('Name a folder outside of DATA_DIR: a backup beside its database is lost with it.');
  if (databaseUrl === undefined && !fs.existsSync(path.join(embeddedFolder, 'database')))
    throw new Error(`There is no database in ${dataDir}. Name its folder with DATA_DIR, or its server with DATABASE_URL.`);
  const server = await loadServer(ENTRIES);
  const copy = databaseUrl === undefined ? await server.runningCopy(embeddedFolder) : undefined;
  try {
    const database = await server.openNamed(copy === undefined ? {} : { folder: copy.folder, isCopy: true });
    try {
      const manifest = await server.writeBackup(target, await sourceOf(server, database));
      const last = { at: manifest.madeAt, bytes: server.bytesOf(manifest) };
      const isNoted = copy === undefined ? await note(server, database, last) : await copy.note(last);
      tell(target, manifest, { ...last, isNoted });
    } finally {
      await database.close();
    }
  } finally {
    copy?.release();
  }
}

async function sourceOf({ openSecretBox }, database) {
  const given = process.env.SECRET_KEYS || undefined;
  const hasKeys = given !== undefined || fs.existsSync(path.join(dataDir, 'secrets.key'));
  // Opened only where there are keys: it would make one.
  const secretKeyIds = hasKeys ? (await openSecretBox({ dataDir, given, random: randomBytes })).keyIds : [];
  return { database, dataDir, p12Path: process.env.SEAL_P12 || undefined, secretKeyIds, clock: Date.now };
}

/** A backup counts also where its time cannot be stored. */
async function note({ noteBackup }, { db }, last) {
  try {
    await noteBackup(db, last);
    return true;
  } catch {
    return false;
  }
}

function tell(folder, { rows, files }, { at, bytes, isNoted }) {
  console.log(
    `The backup of ${at} is in ${folder}: ${rows} rows, ${files.length} files, ${bytes} bytes. All of it was read again.`,
  );
  console.log(
    'It holds patient data and keys and is not encrypted; only its owner may read it (0600). Keep it encrypted, and elsewhere.',
  );
  if (process.env.SECRET_KEYS)
    console.log('SECRET_KEYS are not in it: keep them apart. Nothing that they seal opens without them.');
  if (process.env.SEAL_P12) console.log('SEAL_P12 is in it, its passphrase is not.');
  if (!isNoted) console.log('The server’s state page will not show it: the time of the backup could not be stored.');
}

runCommand(() => main(process.argv.slice(2)));
