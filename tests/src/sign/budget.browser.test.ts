import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

const dist = path.resolve(import.meta.dirname, '../../../dist');
const page = fs.readFileSync(path.join(dist, 'sign.html'), 'utf8');

/** The files that the patient's page names for all its pages to the pad, and all that these import before they run. */
function firstLoad(): string[] {
  return withImports([...page.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file));
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

test('the patient’s page holds no script or style of its own: the content security policy would refuse them', () => {
  expect(page).not.toMatch(/<style|\sstyle="|\son\w+="/);
  expect([...page.matchAll(/<script(?![^>]*\bsrc=)/g)]).toEqual([]);
});

test('the page and the pad are one script and one style sheet, 99 kB in all, brotli', () => {
  const files = firstLoad();
  const [script = '', ...others] = files.filter((file) => file.endsWith('.js'));
  expect(others).toEqual([]);
  expect(files.filter((file) => file.endsWith('.css'))).toHaveLength(1);
  // A class of the pad's own page.
  expect(fs.readFileSync(path.join(dist, script), 'utf8')).toContain('under-pad');
  // 58 kB of it is React, 0.7 kB the rules of texts that show nothing and of a second assessor, 0.2 kB the question about a typed
  // name, 0.5 kB the layout of the signature in every size of text, 0.15 kB the details of choices in the record that is compared,
  // 0.5 kB the figures of which people were counted, 0.15 kB the signs of one apostrophe and one hyphen.
  expect(packedBytes(files)).toBeLessThanOrEqual(99_000);
});

test('a tablet that is handed over loads nothing of links', () => {
  const files = firstLoad();
  const code = files.filter((file) => file.endsWith('.js')).map((file) => fs.readFileSync(path.join(dist, file), 'utf8'));
  const words = ['First, show that it is you', 'verifyPatient', 'recordWithdraw'];
  expect(words.filter((each) => code.some((script) => script.includes(each)))).toEqual([]);
  expect(files.filter((file) => /link/i.test(file))).toEqual([]);
  // The words are found where they stand.
  const links = fs.readdirSync(path.join(dist, 'assets')).filter((file) => /^LinkPages-.*\.js$/.test(file));
  expect(links).toHaveLength(1);
  expect(fs.readFileSync(path.join(dist, 'assets', links[0]!), 'utf8')).toContain('First, show that it is you');
});

test('the page names all files of the pages of links, which are fetched beside its script where a link is opened', () => {
  const named = /data-link="([^"]+)"/.exec(page)?.[1]?.split(' ') ?? [];
  const first = firstLoad();
  const [links] = fs.readdirSync(path.join(dist, 'assets')).filter((file) => /^LinkPages-.*\.js$/.test(file));
  const scripts = withImports([`assets/${links}`]).filter((file) => !first.includes(file));
  expect(named.filter((file) => file.endsWith('.js')).toSorted()).toEqual(scripts.toSorted());
  expect(named.filter((file) => file.endsWith('.css'))).toHaveLength(1);
});
