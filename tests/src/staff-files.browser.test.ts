import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

const assets = path.resolve(import.meta.dirname, '../../dist/assets');
const page = fs.readFileSync(path.join(assets, '../index.html'), 'utf8');

const LAZY = /["'`](?:\.\/|\/?assets\/)([^"'`]+\.js)["'`]/g;
const STATIC = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

/** Rolldown keeps its own helpers in a file of their own: no group can take them. */
const MAY_BE_SMALL = /^rolldown-runtime-/;

/** The scripts of the staff page, and those that they name in turn. */
function scriptsFrom(names: RegExp): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...page.matchAll(LAZY)].map(([, file = '']) => file);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const code = fs.readFileSync(path.join(assets, file), 'utf8');
    for (const [, name = ''] of code.matchAll(names)) waiting.push(name);
  }
  return found;
}

const sizeOf = (file: string) => fs.statSync(path.join(assets, file)).size;
const packed = (file: string) => brotliCompressSync(fs.readFileSync(path.join(assets, file))).byteLength;

test('the staff page starts with at most four scripts, which it names itself', () => {
  const entry = [...scriptsFrom(STATIC)];
  expect(entry.length).toBeGreaterThan(0);
  expect(entry.length).toBeLessThanOrEqual(4);
  for (const file of entry) expect(page).toContain(file);
});

test('no script of the staff is smaller than 4 kB', () => {
  const scripts = [...scriptsFrom(LAZY)];
  expect(scripts.length).toBeGreaterThan(4);
  expect(scripts.filter((file) => sizeOf(file) < 4096 && !MAY_BE_SMALL.test(file))).toEqual([]);
});

test('the first style sheet sets the order of the layers: else plain links would win over buttons', () => {
  const [, first = ''] = /\/assets\/([^"]+\.css)/.exec(page) ?? [];
  expect(fs.readFileSync(path.join(assets, first), 'utf8')).toMatch(/^@layer base[,;]/);
});

test('the store comes after the sign-in form: the entry is at most 200 kB, brotli', () => {
  const styles = [...page.matchAll(/\/assets\/([^"]+\.css)/g)].map(([, file = '']) => file);
  const bytes = [...scriptsFrom(STATIC), ...styles].reduce((sum, file) => sum + packed(file), 0);
  // Measured: 194,700 [choice]
  expect(bytes).toBeLessThanOrEqual(200_000);
});
