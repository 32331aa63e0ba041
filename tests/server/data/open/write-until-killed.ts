import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { openEmbedded } from '#server/data/open/embedded/embedded.ts';

// A server in small, for tests that kill it: opens the embedded database, says what it found, then commits row after row and says so.
// Arguments: the data folder, the database worker's bundle, and `once` to stop after opening.

const [dataDir = '', worker = '', once] = process.argv.slice(2);
const database = await openEmbedded<{ kept: { number: number } }>({ dataDir, workerUrl: pathToFileURL(worker) });
await sql`create table if not exists kept (number int primary key)`.execute(database.db);
const rows = await database.db.selectFrom('kept').select('number').orderBy('number').execute();
const found = rows.map(({ number }) => number);
process.stdout.write(`open ${JSON.stringify(found)}\n`);

if (once) await database.close();
else {
  for (let number = (found.at(-1) ?? 0) + 1; ; number += 1) {
    await database.db.insertInto('kept').values({ number }).execute();
    process.stdout.write(`kept ${number}\n`);
  }
}
