import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

const dist = path.resolve(import.meta.dirname, '../../../dist');
const page = fs.readFileSync(path.join(dist, 'sign.html'), 'utf8');

/** The files that the patient's page names for its first screen, and all that these import before they run. */
function firstLoad(): string[] {
  const needed = page.replaceAll(/<link[^>]*fetchpriority="low"[^>]*>/g, '');
  return withImports([...needed.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file));
}

/** The files that the pages after "Is this you?" add: the script with the pad, all that it imports, and the styles listed with it. */
function formLoad(): string[] {
  const first = firstLoad();
  const code = first.filter((file) => file.endsWith('.js')).map((file) => fs.readFileSync(path.join(dist, file), 'utf8'));
  for (const entry of code) {
    const listed = /m\.f=\[([^\]]*)\]/.exec(entry)?.[1]?.match(/assets\/[\w.-]+/g) ?? [];
    const indexes = /FormPages.{0,200}?__vite__mapDeps\(\[([\d,]+)\]/s.exec(entry)?.[1];
    if (indexes === undefined) continue;
    const files = indexes.split(',').map((index) => listed[Number(index)] ?? '');
    return withImports(files).filter((file) => !first.includes(file));
  }
  return [];
}

function withImports(waiting: string[]): string[] {
  const found = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (!file.endsWith('.js')) continue;
    const code = fs.readFileSync(path.join(dist, file), 'utf8');
    // `from"./x.js"` and `import"./x.js"`; a file that is fetched later is written `import("./x.js")`.
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) waiting.push(`assets/${name}`);
  }
  return [...found];
}

function packedBytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + brotliCompressSync(fs.readFileSync(path.join(dist, file))).length, 0);
}

test('what a patient waits for before “Is this you?” is at most 80.5 kB, brotli', () => {
  const files = firstLoad();
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(0);
  expect(files.filter((file) => file.endsWith('.css')).length).toBeGreaterThan(0);
  // 80 kB of JavaScript and CSS [choice], and half of one for the notice that the build is too old
  expect(packedBytes(files)).toBeLessThanOrEqual(80_500);
});

test('the patient’s page holds no script or style of its own: the content security policy would refuse them', () => {
  expect(page).not.toMatch(/<style|\sstyle="|\son\w+="/);
  expect([...page.matchAll(/<script(?![^>]*\bsrc=)/g)]).toEqual([]);
});

test('the page and the pad are at most four scripts and two style sheets, 98 kB in all, brotli', () => {
  const form = formLoad();
  expect(form.length).toBeGreaterThan(0);
  const files = [...firstLoad(), ...form];
  expect(files.filter((file) => file.endsWith('.js')).length).toBeLessThanOrEqual(4);
  expect(files.filter((file) => file.endsWith('.css')).length).toBeLessThanOrEqual(2);
  expect(packedBytes(files)).toBeLessThanOrEqual(98_000);
});

test('all that the pad needs is asked for by the page itself, not by a script that has to come first', () => {
  const form = formLoad();
  expect(form.length).toBeGreaterThan(0);
  expect(form.filter((file) => !page.includes(`href="/${file}"`))).toEqual([]);
});

test('a tablet that is handed over loads nothing of links', () => {
  const files = [...firstLoad(), ...formLoad()];
  const code = files.filter((file) => file.endsWith('.js')).map((file) => fs.readFileSync(path.join(dist, file), 'utf8'));
  const words = ['First, show that it is you', 'verifyPatient', 'recordWithdraw'];
  expect(words.filter((each) => code.some((script) => script.includes(each)))).toEqual([]);
  expect(files.filter((file) => /link/i.test(file))).toEqual([]);
  // The words are found where they stand.
  const links = fs.readdirSync(path.join(dist, 'assets')).filter((file) => /^LinkPages-.*\.js$/.test(file));
  expect(links).toHaveLength(1);
  expect(fs.readFileSync(path.join(dist, 'assets', links[0]!), 'utf8')).toContain('First, show that it is you');
});
