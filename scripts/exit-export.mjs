import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { databaseUrl, dataDir, embeddedFolder, loadServer, runCommand } from './server-modules.mjs';

// npm run exit-export -- FOLDER [--organisation ID]    writes all that the database holds but for secrets, of all organisations or one, into
// FOLDER, in files that need no program of ours. The server may run meanwhile. The security log says so before anything is written.

const ENTRIES = ['write-exit', 'log-exit', 'running-copy', 'secret-box', 'chain-key', 'environment'];
const USAGE = 'Say "npm run exit-export -- FOLDER", with "--organisation ID" behind it for one organisation alone.';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @param {string[]} parameters - the folder, and the organisation */
async function main([folder, option, organisationId, ...others]) {
  const isWhole = option === undefined;
  if (!folder || others.length > 0 || !(isWhole || (option === '--organisation' && UUID.test(organisationId ?? ''))))
    throw new Error(USAGE);
  const target = path.resolve(folder);
  if (target === dataDir || target.startsWith(`${dataDir}${path.sep}`)) throw new Error('Name a folder outside of DATA_DIR.');
  if (databaseUrl === undefined && !fs.existsSync(path.join(embeddedFolder, 'database')))
    throw new Error(`There is no database in ${dataDir}. Name its folder with DATA_DIR, or its server with DATABASE_URL.`);
  // Opened only where it is there: a new one would be made.
  if (!fs.existsSync(path.join(dataDir, 'chain', 'key')))
    throw new Error(`There is no chain/key in ${dataDir}. Name the DATA_DIR of the server: the export is logged with it.`);
  const server = await loadServer(ENTRIES);
  const copy = databaseUrl === undefined ? await server.runningCopy(embeddedFolder) : undefined;
  try {
    const database = await server.openNamed(copy === undefined ? {} : { folder: copy.folder, isCopy: true });
    try {
      await log(server, { database, copy, organisationId });
      tell(target, await server.writeExit(target, await sourceOf(server, { database, organisationId })));
    } finally {
      await database.close();
    }
  } finally {
    copy?.release();
  }
}

async function log(server, { database, copy, organisationId }) {
  const chainKey = await server.openChainKey(dataDir);
  const writing = { database, chainKey, clock: Date.now, newId: server.newId };
  const isLogged = copy === undefined ? await server.logExit(writing, organisationId) : await copy.logExit(organisationId);
  if (!isLogged) throw new Error('Nothing was written: there is no such organisation, or its security log could not be written.');
}

async function sourceOf({ openSecretBox, readEnvironment }, { database, organisationId }) {
  const { settings, publicOrigin } = readEnvironment(process.env);
  const given = process.env.SECRET_KEYS || undefined;
  const hasKeys = given !== undefined || fs.existsSync(path.join(dataDir, 'secrets.key'));
  // Opened only where there are keys: it would make one.
  const secrets = hasKeys ? await openSecretBox({ dataDir, given, random: randomBytes }) : undefined;
  return { db: database.db, organisationId, secrets, clock: Date.now, settings, publicOrigin };
}

function tell(folder, { rows, files, bytes, faults }) {
  console.log(`The export is in ${folder}: ${rows} rows, ${files} files, ${bytes} bytes. The security log says so.`);
  console.log(`Check it with "python3 ${path.join(folder, 'exit-check.py')}".`);
  console.log('It holds patient data and is not encrypted; only its owner may read it (0600). Secrets are not in it.');
  for (const fault of faults) console.log(`Not as it should be: ${fault}.`);
  if (faults.length > 0) process.exitCode = 1;
}

runCommand(() => main(process.argv.slice(2)));
