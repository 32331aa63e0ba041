import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse, ROOMS } from '#tests/support/checks/syntax.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = [...ROOMS, 'scripts', 'tests', 'deploy', '.'];

/** The beginnings that hide the subject: "What is shown" leaves out who shows it, and when. */
const RIDDLE = /^[\s*/{!<(#“"'-]*(?:TODO:?\s+|@returns?\s+)?(?:What|Whoever|Who)\b/;
/** Only the first line of a comment counts in small letters too: a later one may begin in the middle of a sentence. */
const RIDDLE_AT_START = new RegExp(RIDDLE, 'i');

const filesIn = (folder: string) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|m[jt]s|css|typ|html|ya?ml|env|service)$/.test(file))
    .map((file) => path.posix.join(folder, file));

type Comment = { readonly start: number; readonly end: number; readonly text: string };

const HASH = /(?<=^|\s)#.*/g;
/** Comments of what is no TypeScript, by the ending of the file. */
const UNPARSED: Readonly<Record<string, RegExp>> = {
  '.css': /\/\*[^]*?\*\//g,
  '.typ': /\/\*[^]*?\*\/|(?<!:)\/\/.*/g,
  '.html': /<!--[^]*?-->/g,
  '.yml': HASH,
  '.yaml': HASH,
  '.env': HASH,
  '.service': HASH,
};

/** The comments of a source, with their places; `//` lines are a comment each. */
function commentsOf(file: string, source: string): Comment[] {
  const unparsed = UNPARSED[path.extname(file)];
  if (unparsed !== undefined)
    return [...source.matchAll(unparsed)].map(({ index, 0: text }) => ({ start: index, end: index + text.length, text }));
  return parse(file, source).comments.map(({ start, end, value }) => ({ start, end, text: String(value) }));
}

/** The lines of comments that begin with a question word, as `file:line`. A sentence that begins with a line counts as well. */
function riddles(file: string, source: string): string[] {
  return commentsOf(file, source).flatMap(({ start, text }, nth, all) => {
    const first = source.slice(0, start).split('\n').length;
    const before = all[nth - 1];
    const goesOn = before !== undefined && /^\/\/[^\n]*\n[ \t]*\/\/$/.test(source.slice(before.start, start + 2));
    const lines = text.split('\n');
    const begin = /^[\s*]*$/.test(lines[0] ?? '') ? 1 : 0;
    return lines.flatMap((line, at) => {
      const isFirst = at === begin;
      const rule = isFirst && !goesOn ? RIDDLE_AT_START : RIDDLE;
      return rule.test(line) ? [`${file}:${first + at} ${line.trim()}`] : [];
    });
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
    `/**\n * The first paragraph, and\n * what follows.\n * Whatever: a choice of words.\n * Whoever signs\n */`,
    `/** who signs */`,
    `// A line of two,\n// what follows.`,
    `const b = <p>{/* Who signs */}</p>;`,
    `const c = '// Who'; // Whose turn it is; the WhatsApp of somebody who asked what`,
  ].join('\n');
  expect(riddles('a.tsx', source).map((each) => each.split(' ')[0])).toEqual([
    'a.tsx:1',
    'a.tsx:2',
    'a.tsx:7',
    'a.tsx:9',
    'a.tsx:12',
  ]);
  expect(riddles('a.typ', '#let a = 1\n// What is drawn\n#link("https://x") // What is read')).toHaveLength(2);
  expect(riddles('a.typ', '/* What is drawn */\n#let a = 1')).toHaveLength(1);
  expect(riddles('a.html', '<p>What?</p>\n<!-- What is shown -->')).toEqual(['a.html:2 <!-- What is shown -->']);
  for (const file of ['a.yml', 'a.yaml', 'a.env', 'a.service'])
    expect(riddles(file, 'a: b#What\n# Whoever calls\nc: d # who is called')).toHaveLength(2);
  for (const comment of [
    '/** @returns what is shown */',
    '// TODO: What is shown',
    '/**\n * what is shown\n */',
    '// “What” is shown',
  ])
    expect(riddles('a.ts', comment), comment).toHaveLength(1);
  expect(riddles('a.css', 'a { color: red; }\n/* What is shown\n   Who */')).toHaveLength(2);
});
