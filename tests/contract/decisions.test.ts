import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../docs/decisions');
const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');

type Record = { readonly file: string; readonly text: string };
type Row = { readonly number: string; readonly file: string; readonly title: string; readonly state: string };

const records: readonly Record[] = fs
  .readdirSync(folder)
  .filter((file) => /^\d{4}-/.test(file))
  .map((file) => ({ file, text: read(file) }));
const index = read('README.md');

const rowsOf = (page: string): readonly Row[] =>
  [...page.matchAll(/^\| \[(\d+)\]\(([^)]+)\) \| (.+) \| (.+) \|$/gm)].map(
    ([, number = '', file = '', title = '', state = '']) => ({
      number,
      file,
      title,
      state,
    }),
  );

/** The contradictions between an index and the records themselves. */
function faultsOf(page: string, all: readonly Record[]): readonly string[] {
  const rows = rowsOf(page);
  const files = new Set(all.map(({ file }) => file));
  const unused = new Set(/not used: ([\d, ]+)/.exec(page)?.[1]?.split(', '));
  const last = Math.max(...all.map(({ file }) => Number(file.slice(0, 4))));
  const numbers = Array.from({ length: last }, (_, at) => String(at + 1).padStart(4, '0'));
  const hasRecord = (number: string) => all.some(({ file }) => file.startsWith(number));
  const textOf = (number: string) => all.find(({ file }) => file.startsWith(number.padStart(4, '0')))?.text ?? '';
  // Pairs of an older record and the later one that supersedes it, from the states.
  const pairs = rows.flatMap(({ number, state }) =>
    [...state.matchAll(/\[(\d+)\]/g)].map(([, later = '']) => [number, later] as const),
  );
  const isPaired = (pair: readonly [string, string]) => pairs.some((each) => pair.every((number) => each.includes(number)));
  return [
    ...all
      .filter(({ file }) => rows.filter((row) => row.file === file).length !== 1)
      .map(({ file }) => `${file} has not one row`),
    ...[...page.matchAll(/\[(\d+)\]\((\d{4})-/g)]
      .filter(([, number, target]) => Number(number) !== Number(target))
      .map(([link]) => `${link} leads to another record`),
    ...rows.filter(({ file }) => !files.has(file)).map(({ file }) => `${file} is gone`),
    ...rows
      .filter(({ number, title }) => textOf(number).split('\n')[0] !== `# ${number}. ${title}`)
      .map(({ number }) => `${number} has another title`),
    ...rows
      .filter(
        ({ state }) =>
          !/^accepted(?:, superseded in part by \[\d+\]\(\S+\)(?: and \[\d+\]\(\S+\))?)?$|^superseded by \[\d+\]\(\S+\)$/.test(
            state,
          ),
      )
      .map(({ number }) => `${number} has no state`),
    ...numbers
      .filter((each) => hasRecord(each) === unused.has(each))
      .map((each) => `${each} is neither a record nor unused, or both`),
    ...pairs
      .filter(([older, later]) => !supersedes(textOf(later), older) && !supersedes(textOf(older), later))
      .map(([older, later]) => `no record says that ${later} supersedes ${older}`),
    ...all
      .filter(({ file, text }) => supersededIn(text, String(Number(file.slice(0, 4)))).some((pair) => !isPaired(pair)))
      .map(({ file }) => `${file} speaks of superseding, its state does not`),
  ];
}

const SUPERSEDING =
  /\bsupersedes\b|superseded in|replace[sd] (?:by )?(?:\[|(?:decision|record) )|^replaces the|takes the place of (?:\[|decision|record)/im;
/** This record with each other one that its sentences of superseding name; with none where they name no record. */
function supersededIn(text: string, own: string): readonly (readonly [string, string])[] {
  const lines = text.split('\n').filter((line) => SUPERSEDING.test(line));
  return lines.flatMap((line) => {
    const named = [
      ...line.matchAll(
        /\b(?:decisions?|records?) (\d+)(?: and (\d+))?|\[(?:decision )?(\d+)\]|superseded in this point by (\d+)/gi,
      ),
    ];
    return named
      .flatMap((match) => match.slice(1))
      .filter((number) => number !== undefined)
      .map((number) => [own, number] as const);
  });
}
/** Whether a record names another one in a sentence of superseding. */
const supersedes = (text: string, other: string) =>
  text.split('\n').some((line) => SUPERSEDING.test(line) && new RegExp(`\\b${other}\\b`).test(line));

test('the index of decisions has each record once, its title and its state, and says which numbers were not used', () => {
  expect(rowsOf(index).length).toBeGreaterThan(60);
  expect(faultsOf(index, records)).toEqual([]);
});

test.each([
  [
    'a record without a row',
    index.replace(/^\| \[67\].*\n/m, ''),
    '0067-session-and-first-page-compiled-once.md has not one row',
  ],
  ['a row without its record', index.replaceAll('(0067-', '(0067-a-'), '0067-a-session-and-first-page-compiled-once.md is gone'],
  ['another title', index.replace('One table of calls', 'Two tables of calls'), '1 has another title'],
  ['no state', index.replace('our own | accepted', 'our own | in discussion'), '1 has no state'],
  ['a missing number', index.replace('0022, ', ''), '0022 is neither a record nor unused, or both'],
  [
    'a state that no record has',
    index.replace('superseded in part by [20]', 'superseded in part by [21]'),
    'no record says that 21 supersedes 3',
  ],
  [
    'a forgotten state',
    index.replace(/, superseded in part by \[52\]\([^)]*\)/, ''),
    '0052-theatre-lists.md speaks of superseding, its state does not',
  ],
  ['a longer title in the record', index.replace(' (18 supersedes it for blocked tablets)', ''), '10 has another title'],
  ['a link to another record', index.replace('in part by [20](', 'in part by [21]('), '[21](0020- leads to another record'],
])('the index is found wrong by %s', (_, page, fault) => {
  expect(faultsOf(page, records)).toContain(fault);
});
