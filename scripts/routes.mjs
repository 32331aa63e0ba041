import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Every address of the product, from the code. `node scripts/routes.mjs` writes docs/routes.md anew; tests/src/routes/routes-page.test.ts
// compares the two.

/** @typedef {import('./routes.mjs').ListedRoute} Route */

/** The people who reach the children of a layout, by its name in src/routes. @type {Record<string, string>} */
const LAYOUTS = {
  signedInRoute: 'signed in',
  manageRoute: 'signed in',
  libraryTabsRoute: 'signed in',
  registeringRoute: 'in a registration',
  publicRoute: 'anybody',
  rootRoute: 'anybody',
};

/** Pages that the server gives out apart from the staff app. @type {Record<string, { who: string, screen: string }>} */
const SERVER_PAGES = {
  '/consent/:token': { who: 'anybody with a link, or on a tablet that was handed over', screen: 'sign/pages' },
  '/login/:token': { who: 'anybody with a link', screen: 'sign/link' },
  '/my-consent': { who: 'anybody', screen: 'sign/link' },
  '/unsupportedbrowser': { who: 'anybody', screen: 'public/unsupportedbrowser.html' },
};

/** All addresses in the order of their paths. @param {string} root @returns {Route[]} */
export function listRoutes(root) {
  const files = fs.readdirSync(path.join(root, 'src/routes')).filter((name) => /\.tsx?$/.test(name) && name !== 'gallery.tsx');
  const own = files.flatMap((name) => routesIn(fs.readFileSync(path.join(root, 'src/routes', name), 'utf8')));
  const pages = fs.readFileSync(path.join(root, 'server/http/pages.ts'), 'utf8');
  const given = Object.entries(SERVER_PAGES).map(([place, page]) => {
    if (!pages.includes(`'${place}'`)) throw new Error(`${place} is no page of the server`);
    return { path: place, ...page };
  });
  const tests = testsOf(root);
  return [...own, ...given]
    .map((route) => ({ ...route, tests: tests.filter(({ text }) => opens(text, route.path)).map(({ file }) => file) }))
    .toSorted((one, other) => (one.path.toLowerCase() < other.path.toLowerCase() ? -1 : 1));
}

/** The table as Markdown. @param {string} root */
export function routesPage(root) {
  const rows = listRoutes(root).map(
    ({ path: place, who, screen, tests }) => `| \`${place}\` | ${who} | ${screen} | ${tests.slice(0, 2).join(', ')} |`,
  );
  return [
    '# Addresses',
    '',
    'Every address of the product, who may open it, the screen that it shows, and tests that open it. Made from the code by',
    '`node scripts/routes.mjs`. “Parts” are modes of a screen that need another permission. Without a session the sign-in comes first.',
    'Any other address leads to `/`.',
    '',
    '| address | who | screen | tests |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** The routes of one file. @param {string} text @returns {Omit<Route, 'tests'>[]} */
function routesIn(text) {
  /** @type {Omit<Route, 'tests'>[]} */
  const found = [];
  const named = [...text.matchAll(/const (\w+) = permitted\(([^)]*)\)/g)];
  for (const { index } of text.matchAll(/createRoute\(\{/g)) {
    const block = text.slice(index, endOf(text, index + 'createRoute('.length));
    const place = /\bpath: '([^']+)'/.exec(block)?.[1];
    const parent = /getParentRoute: \(\) => (\w+)/.exec(block)?.[1] ?? '';
    if (place === undefined || place === '$') continue;
    const [first, ...others] = guardsOf(block, named);
    const parts = [...new Set(others)].filter((each) => each !== first);
    const layout = LAYOUTS[parent];
    if (layout === undefined) throw new Error(`${parent} is no layout that is known`);
    const who = [layout, ...(first === undefined ? [] : [`\`${first}\``])].join(', ');
    const screens = [...text.matchAll(/import\('#src\/screens\/([\w/-]+)\.tsx'\)|from '#src\/screens\/([\w/-]+)\.tsx'/g)];
    const names = screens.map(([, lazy, eager]) => lazy ?? eager ?? '').filter((name) => !name.startsWith('frame/'));
    found.push({
      path: place,
      who: parts.length === 0 ? who : `${who}; parts: ${parts.map((each) => `\`${each}\``).join(', ')}`,
      screen: [...new Set(names)].join(', ') || 'none: leads on',
    });
  }
  return found;
}

/** The permissions of a block in their order; several of one guard are alternatives. @param {string} block @param {RegExpMatchArray[]} named */
function guardsOf(block, named) {
  const written = [...block.matchAll(/permitted\(([^)]*)\)/g)].map(([, args]) => args ?? '');
  const used = named.filter(([, name]) => new RegExp(`\\b${name}\\b`).test(block)).map(([, , args]) => args ?? '');
  return [...written, ...used].map((args) => args.replaceAll("'", '').split(', ').join(' or '));
}

/** Behind the bracket that closes the one at `start`. @param {string} text @param {number} start */
function endOf(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{' || text[at] === '(') depth += 1;
    if ((text[at] === '}' || text[at] === ')') && (depth -= 1) === 0) return at + 1;
  }
  return text.length;
}

/** Tests in a browser, sorted by their paths. @param {string} root @returns {{ file: string, text: string }[]} */
function testsOf(root) {
  const names = fs.readdirSync(path.join(root, 'tests'), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /^journeys\/.*\.test\.ts$|\.browser\.test\.tsx?$|^faults\/.*\.test\.ts$/.test(name))
    .toSorted()
    .map((name) => ({ file: name, text: fs.readFileSync(path.join(root, 'tests', name), 'utf8') }));
}

/** Whether a test opens an address: a literal that begins with it, or has it behind an origin. @param {string} text @param {string} place */
function opens(text, place) {
  const [fixed = '', param] = place.split(/\/[:$]\w+/);
  const start = fixed.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const end = param === undefined ? '(?=[\'"`?#])' : '/(?=[\\w$%])';
  return new RegExp(`(?:['"\`]|\\})${start}${end}`, 'i').test(text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '..');
  fs.writeFileSync(path.join(root, 'docs/routes.md'), routesPage(root));
}
