import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['domain', 'contract', 'store', 'src', 'sw', 'server', 'scripts', 'tests'];

/** The beginnings that hide the subject: "What is shown" leaves out who shows it, and when. */
const RIDDLE = /^[\s*/{]*(?:What|Whoever|Who)\b/;

const filesIn = (folder: string) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|m[jt]s|css|typ)$/.test(file))
    .map((file) => `${folder}/${file}`);

/** The comments of a source, with the character at which each stands. */
function commentsOf(file: string, source: string): { readonly start: number; readonly text: string }[] {
  const unparsed = file.endsWith('.css') ? /\/\*[^]*?\*\//g : file.endsWith('.typ') ? /(?<!:)\/\/.*/g : null;
  if (unparsed !== null) return [...source.matchAll(unparsed)].map(({ index, 0: text }) => ({ start: index, text }));
  const { comments, errors } = parseSync(file, source);
  expect(errors, file).toEqual([]);
  return comments.map(({ start, value }) => ({ start, text: value }));
}

/** The lines of comments that begin with a question word, as `file:line`. A paragraph inside a comment counts as one that begins. */
function riddles(file: string, source: string): string[] {
  return commentsOf(file, source).flatMap(({ start, text }) => {
    const first = source.slice(0, start).split('\n').length;
    return text.split('\n').flatMap((line, at) => (RIDDLE.test(line) ? [`${file}:${first + at} ${line.trim()}`] : []));
  });
}

test.each(FOLDERS)('no comment of %s begins with What, Whoever or Who', (folder) => {
  const files = filesIn(folder);
  expect(files).not.toEqual([]);
  expect(files.flatMap((file) => riddles(file, fs.readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([]);
});

test('such a comment is found by its line, wherever it stands', () => {
  const source = [
    `/** What is shown. */`,
    `const a = 1; // What is kept`,
    `/**\n * The first paragraph.\n *\n * Whatever: a choice of words.\n * Whoever signs\n */`,
    `const b = <p>{/* Who signs */}</p>;`,
    `const c = '// Who'; // Whose turn it is; the WhatsApp of somebody who asked what`,
  ].join('\n');
  expect(riddles('a.tsx', source).map((each) => each.split(' ')[0])).toEqual(['a.tsx:1', 'a.tsx:2', 'a.tsx:7', 'a.tsx:9']);
  expect(riddles('a.typ', '#let a = 1\n// What is drawn\n#link("https://x") // What is read')).toHaveLength(2);
  expect(riddles('a.css', 'a { color: red; }\n/* What is shown\n   Who */')).toHaveLength(2);
});
