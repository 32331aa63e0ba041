import fs from 'node:fs';
import path from 'node:path';
import { databaseUrl, dataDir, embeddedFolder, loadServer, runCommand } from './server-modules.mjs';

// npm run database -- migrate        brings the tables of the database that DATA_DIR or DATABASE_URL names to this version's shape
// npm run database -- export FILE    writes that database into FILE
// npm run database -- import FILE    fills an empty one from FILE, so that a site can move from the embedded database to PostgreSQL

const ENTRIES = ['as-owner', 'migrate', 'export-import', 'export-file', 'data-epoch', 'chain-key', 'row-marks', 'record-heads'];
const USAGE = 'Say "npm run database -- migrate", "npm run database -- export FILE" or "npm run database -- import FILE".';

/** @param {string[]} parameters - the command and the file */
async function main([command, file]) {
  const isKnown = command === 'migrate' ? file === undefined : (command === 'export' || command === 'import') && file;
  if (!isKnown) throw new Error(USAGE);
  refuseAbsent(command, file);
  const server = await loadServer(ENTRIES);
  const database = await server.openNamed();
  try {
    if (command === 'migrate') await migrate(server, database);
    else if (command === 'export') await exportTo(file, server, database);
    else await importFrom(file, server, database);
  } finally {
    await database.close();
  }
}

async function migrate({ migrateAsOwner, owning }, database) {
  const missing = await migrateAsOwner(database, owning);
  console.log(
    missing.length === 0
      ? 'The tables are those of this version: nothing was changed.'
      : `${missing.length} migrations were applied, the last is ${missing.at(-1)}.`,
  );
}

async function exportTo(file, { writeLines, exportDatabase }, { db }) {
  const { result } = await writeLines(file, (write) => exportDatabase(db, write));
  console.log(`${result} rows were written to ${file}. It holds patient data: keep it as safe as the database.`);
  console.log('Keys and mail in DATA_DIR are not in it: copy them too.');
}

async function importFrom(file, server, database) {
  const { asOwner, owning, refuseFilled, migrate: migrateTables, importDatabase, readLines, renewDataEpoch, newId } = server;
  const chainKey = await server.openChainKey(dataDir);
  const rows = await asOwner(database, owning, async (owner) => {
    // Looked at first: a database that is in use is not even migrated.
    await refuseFilled(owner);
    await migrateTables(owner);
    return importDatabase(owner, readLines(file), async (writing) => {
      // Rows are marked with the key of the database that they come from.
      await server.bindChainKey({ db: writing }, chainKey);
      await renewDataEpoch(writing, newId());
      await server.markWritten(writing, chainKey);
    });
  });
  console.log(
    `${rows} rows were read. Tablets will fetch everything anew, and offer again what they have sent in the last 7 days.`,
  );
}

/** Refuses before anything is opened: an embedded database that is not there would be made. */
function refuseAbsent(command, file) {
  if (command === 'import' && !fs.existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (command === 'import' && !fs.existsSync(path.join(dataDir, 'chain', 'key')))
    throw new Error(
      `There is no key in ${dataDir}/chain: copy the DATA_DIR of the exported database first, its rows are marked with it.`,
    );
  // The cluster's folder: server/data/open/embedded/first-start.ts.
  if (command === 'export' && databaseUrl === undefined && !fs.existsSync(path.join(embeddedFolder, 'database')))
    throw new Error(`There is no database in ${dataDir}. Name its folder with DATA_DIR, or its server with DATABASE_URL.`);
}

runCommand(() => main(process.argv.slice(2)));
