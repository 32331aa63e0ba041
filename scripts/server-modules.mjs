import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from './build.mjs';

const root = path.resolve(import.meta.dirname, '..');
const url = (/** @type {string} */ name) => pathToFileURL(path.join(root, 'build', `${name}.js`));

/** Time that one statement of a command may take, ms. */
const STATEMENT_MS = 3_600_000;
const limits = { statementMs: STATEMENT_MS, answerMs: STATEMENT_MS + 60_000, lockMs: 10_000, idleInTransactionMs: STATEMENT_MS };

/** The folder of the embedded database, of generated keys and of mail. */
export const dataDir = path.resolve(process.env.DATA_DIR || 'data');
/** The folder of the embedded database: the same path as in server/main.ts. */
export const embeddedFolder = path.join(dataDir, 'database');
/** PostgreSQL, where one is named. */
export const databaseUrl = process.env.DATABASE_URL || undefined;
/** The role that owns the tables, where it is another. */
export const ownerUrl = process.env.DATABASE_OWNER_URL || undefined;

/**
 * The server's own code for a command, from the present build.
 *
 * @param {string[]} names - of entries in scripts/build-server.mjs
 * @returns {Promise<any>} all that these files export; `openNamed`, which opens the database that DATA_DIR or DATABASE_URL names, or an
 *   embedded one in a folder; `owning`, the options by which `asOwner` does what needs the owner of the tables; and `newId`
 */
export async function loadServer(names) {
  await buildIfNeeded().catch((error) => {
    throw ['EACCES', 'EROFS', 'EPERM'].includes(error?.code) || /EACCES|EROFS|EPERM/.test(String(error))
      ? new Error('The build is not that of these sources: run "npm run build" first, as the owner of the program’s folder.')
      : error;
  });
  const modules = await Promise.all(['database', 'uuid-v7', ...names].map((name) => import(url(name).href)));
  const exported = Object.assign({}, ...modules);
  const openNamed = ({ folder = embeddedFolder, isCopy = false } = {}) =>
    exported.openDatabase({
      url: isCopy ? undefined : databaseUrl,
      dataDir: folder,
      workerUrl: url('db-worker'),
      limits,
    });
  const newId = () => exported.uuidV7(Date.now(), randomBytes(10));
  return { ...exported, openNamed, newId, owning: { ownerUrl, limits, turnUrl: databaseUrl } };
}

/**
 * Runs a command: what goes wrong is one line, and the exit code.
 *
 * @param {() => Promise<void>} work
 * @param {number} [failed] - the exit code of a failure
 */
export function runCommand(work, failed = 1) {
  work().catch((error) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = failed;
  });
}
