import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const OPERATIONS = ['docs/operations.md', 'SECURITY.md', 'README.md'];

test('every command, file and variable that the operator’s pages name exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const variables = `${read('server/environment.ts')}${read('server/outside/mail/smtp-url.ts')}`;
  for (const page of OPERATIONS) {
    const text = read(page);
    for (const [, name = ''] of text.matchAll(/npm run ([a-z:-]+)/g))
      expect(scripts, `${page}: npm run ${name}`).toHaveProperty(name);
    for (const [, file = ''] of text.matchAll(/\b(deploy\/[\w.]+)/g))
      expect(existsSync(path.join(root, file)), `${page}: ${file}`).toBe(true);
    for (const [, link = ''] of text.matchAll(/\]\((?!http)([^)#]+)/g))
      expect(existsSync(path.join(root, path.dirname(page), link)), `${page}: ${link}`).toBe(true);
  }
  const named = [...read('deploy/assent.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(variables.includes(`'${name}'`), `deploy/assent.env: ${name}`).toBe(true);
});

test('the commands of database.mjs that the page shows are those it knows', () => {
  const known = read('scripts/database.mjs');
  for (const [, word = ''] of read('docs/operations.md').matchAll(/npm run database -- (\w+)/g))
    expect(known, word).toContain(`npm run database -- ${word}`);
});

/** The names of migrations that take something away from the version before without saying so. */
function unnamed(files: ReadonlyArray<readonly [name: string, text: string]>): string[] {
  const takes = /\bdrop (?:table|column)\b|\brename (?:to|column)\b|\bset not null\b|\balter column \w+ (?:set data )?type\b/i;
  return files
    .filter(([name, text]) => name >= '0050' && takes.test(text) && !name.endsWith('-contracts.ts'))
    .map(([name]) => name);
}

test('a migration that takes away what the version before uses says so in its name', () => {
  const folder = 'server/data/migrations';
  const files = readdirSync(path.join(root, folder)).filter((name) => /^\d{4}-/.test(name));
  expect(unnamed(files.map((name) => [name, read(`${folder}/${name}`)]))).toEqual([]);
  expect(
    unnamed([
      ['0051-one.ts', 'alter table a drop column b'],
      ['0052-two-contracts.ts', 'alter table a drop column b'],
      ['0053-three.ts', 'alter table a add column b int'],
      ['0054-four.ts', 'alter table a alter column b set not null'],
    ]),
  ).toEqual(['0051-one.ts', '0054-four.ts']);
});
