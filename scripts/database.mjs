import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { once } from 'node:events';
import { createGunzip, createGzip } from 'node:zlib';
import { dataDir, loadServer } from './server-modules.mjs';

// npm run database -- export FILE    writes the database that DATA_DIR or DATABASE_URL names into FILE
// npm run database -- import FILE    fills an empty one from FILE, so that a site can move from the embedded database to PostgreSQL

const ENTRIES = { migrate: 'server/data/migrate.ts', portable: 'server/data/export-import.ts' };

/** @param {string[]} parameters - the command and the file */
async function main([command, file]) {
  if ((command !== 'export' && command !== 'import') || !file) {
    throw new Error('Say "npm run database -- export FILE" or "npm run database -- import FILE".');
  }
  refuseAbsent(command, file);
  const { openNamed, migrate, exportDatabase, importDatabase } = await loadServer('database', ENTRIES);
  const database = await openNamed();
  try {
    if (command === 'import') await migrate(database.db);
    const rows =
      command === 'export'
        ? await writeFile(file, (write) => exportDatabase(database.db, write))
        : await importDatabase(database.db, readLines(file));
    console.log(
      `${rows} rows ${command === 'export' ? `were written to ${file}. It holds patient data: keep it as safe as the database.` : 'were read.'}`,
    );
    if (command === 'export') console.log('Keys and mail in DATA_DIR are not in it: copy them too.');
  } finally {
    await database.close();
  }
}

/** Refuses before anything is opened: an embedded database that is not there would be made. */
function refuseAbsent(command, file) {
  if (command === 'import' && !fs.existsSync(file)) throw new Error(`There is no file ${file}.`);
  // The cluster's folder: server/data/open/first-start.ts.
  if (command === 'export' && !process.env.DATABASE_URL && !fs.existsSync(path.join(dataDir, 'database/database')))
    throw new Error(`There is no database in ${dataDir}. Name its folder with DATA_DIR, or its server with DATABASE_URL.`);
}

/** The file appears under its name only once it is complete. */
async function writeFile(file, work) {
  const unfinished = `${file}.part`;
  const zip = createGzip();
  const out = fs.createWriteStream(unfinished, { mode: 0o600, flush: true });
  const written = once(out, 'close');
  zip.pipe(out);
  try {
    const result = await work(async (line) => {
      if (!zip.write(`${line}\n`)) await once(zip, 'drain');
    });
    zip.end();
    await written;
    fs.renameSync(unfinished, file);
    return result;
  } catch (error) {
    out.destroy();
    fs.rmSync(unfinished, { force: true });
    throw error;
  }
}

/** The stream is opened when the first line is read: lines emitted before anything reads them would be lost. */
async function* readLines(file) {
  const packed = fs.createReadStream(file);
  const input = createGunzip();
  packed.once('error', (error) => input.destroy(error));
  try {
    yield* readline.createInterface({ input: packed.pipe(input), crlfDelay: Infinity });
  } catch (error) {
    throw new Error(`The file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
