import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { buildServer } from './build-server.mjs';
import { drawForms } from './draw-forms.mjs';

const root = path.resolve(import.meta.dirname, '..');
const SOURCES = ['domain', 'contract', 'store', 'src', 'sw', 'server', 'public'];
const SINGLE = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'manifest.webmanifest',
  'scripts/build-server.mjs',
  'scripts/draw-forms.mjs',
  'scripts/places.mjs',
  'scripts/staff-scripts.mjs',
];
const stampFile = path.join(root, 'build', 'sources.sha256');

/** Builds the page and the server, unless the stamp shows that the present build comes from the same sources. */
export async function buildIfNeeded() {
  const stamp = stampOf();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp && existsSync(path.join(root, 'dist', 'index.html')))
    return;
  process.stdout.write('Building…\n');
  await buildPage();
  await buildServer({ outDir: path.join(root, 'build') });
  writeFileSync(stampFile, stamp);
}

async function buildPage() {
  // Imported lazily: a start that has nothing to build needs no Vite.
  const { build } = await import('vite');
  // Vite sets NODE_ENV for its whole process; the server that starts after it reads it as the operator's setting.
  const { NODE_ENV } = process.env;
  // The patient's page is built first and separately: in one build it would load the chunks that it shares with the staff pages.
  const buildAs = (/** @type {string} */ mode) =>
    build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn', mode });
  await buildAs('patient');
  // The patient's build empties the folder; the staff's lists all files in it for the service worker.
  await drawForms(path.join(root, 'dist/forms'));
  await buildAs('production');
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  await pack(path.join(root, 'dist'));
}

/**
 * Writes a brotli copy beside each text file and blank form; the server sends that copy unchanged, which takes a quarter of the time on a slow
 * network.
 *
 * @param {string} folder
 */
async function pack(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|html|svg|webmanifest|pdf)$/.test(file),
  );
  const packOne = promisify(brotliCompress);
  await Promise.all(
    files.map(async (file) => {
      const whole = path.join(folder, file);
      writeFileSync(`${whole}.br`, await packOne(readFileSync(whole)));
    }),
  );
}

function stampOf() {
  const hash = createHash('sha256');
  for (const file of [...SOURCES.flatMap(filesIn), ...SINGLE].toSorted()) {
    const whole = path.join(root, file);
    if (existsSync(whole)) hash.update(file).update('\0').update(readFileSync(whole)).update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} folder */
function filesIn(folder) {
  const whole = path.join(root, folder);
  if (!existsSync(whole)) return [];
  return readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildIfNeeded();
