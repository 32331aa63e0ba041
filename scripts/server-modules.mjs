import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServer } from './build-server.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** Time that one statement of a command may take, ms. */
const STATEMENT_MS = 3_600_000;

/** The folder of the embedded database, of generated keys and of mail. */
export const dataDir = path.resolve(process.env.DATA_DIR ?? 'data');

/**
 * The server's own code for a command, bundled on each run.
 *
 * @param {string} command - names the folder of the bundle
 * @param {Record<string, string>} entries - files of the server by the name of their bundle
 * @returns {Promise<any>} all that these files export, and `openNamed`, which opens the database that DATA_DIR or DATABASE_URL names
 */
export async function loadServer(command, entries) {
  const outDir = path.join(root, 'node_modules/.cache', command);
  const opening = { 'db-worker': 'server/data/open/embedded-worker.ts', open: 'server/data/open/database.ts' };
  await buildServer({ outDir, entries: { ...opening, ...entries } });
  const url = (/** @type {string} */ name) => pathToFileURL(path.join(outDir, `${name}.js`));
  const modules = await Promise.all(['open', ...Object.keys(entries)].map((name) => import(url(name).href)));
  const exported = Object.assign({}, ...modules);
  const openNamed = () =>
    exported.openDatabase({
      url: process.env.DATABASE_URL,
      // The same path as in server/main.ts.
      dataDir: path.join(dataDir, 'database'),
      workerUrl: url('db-worker'),
      limits: { statementMs: STATEMENT_MS, lockMs: 10_000, idleInTransactionMs: STATEMENT_MS },
    });
  return { ...exported, openNamed };
}
