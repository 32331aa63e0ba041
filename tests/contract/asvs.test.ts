import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * The requirements of levels 1 and 2 of OWASP ASVS 5.0.0 (May 2025), written down once more: of each section the numbers of level 1, a
 * slash, and those of level 2. Source: the CSV of the standard.
 */
const STANDARD = `
1.1 /1-2  1.2 1-5/6-9  1.3 1-2/3-11  1.4 /1-3  1.5 1/2
2.1 1/2-3  2.2 1-2/3  2.3 1/2-4  2.4 /1
3.2 1-2/  3.3 1/2-4  3.4 1-2/3-6  3.5 1-3/4-5  3.7 /1-2
4.1 1/2-3  4.2 /1  4.3 /1-2  4.4 1/2-4
5.1 /1  5.2 1-2/3  5.3 1-2/  5.4 /1-3
6.1 1/2-3  6.2 1-8/9-12  6.3 1-2/3-4  6.4 1-2/3-4  6.5 /1-5  6.6 /1-3  6.8 /1-4
7.1 /1-3  7.2 1-4/  7.3 /1-2  7.4 1-2/3-5  7.5 /1-2  7.6 /1-2
8.1 1/2  8.2 1-2/3  8.3 1/  8.4 /1
9.1 1-3/  9.2 1/2-4
10.1 /1-2  10.2 /1-2  10.3 /1-4  10.4 1-5/6-11  10.5 /1-5  10.6 /1-2  10.7 /1-3
11.1 /1-2  11.2 /1-3  11.3 1-2/3  11.4 1/2-4  11.5 /1  11.6 /1
12.1 1/2-3  12.2 1-2/  12.3 /1-4
13.1 /1  13.2 /1-5  13.3 /1-2  13.4 1/2-5
14.1 /1-2  14.2 1/2-4  14.3 1/2-3
15.1 1/2-3  15.2 1/2-3  15.3 1/2-7
16.1 /1  16.2 /1-5  16.3 /1-4  16.4 /1-3  16.5 /1-3
17.1 /1  17.2 /1-4  17.3 /1-2`;

const span = (text: string): number[] => {
  if (text === '') return [];
  const [from = 0, to = from] = text.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
};

const wanted = [...STANDARD.matchAll(/(\d+\.\d+) ([\d-]*)\/([\d-]*)/g)].flatMap(([, section, first = '', second = '']) => [
  ...span(first).map((nth) => `V${section}.${nth} 1`),
  ...span(second).map((nth) => `V${section}.${nth} 2`),
]);

const [head = '', ...lines] = fs.readFileSync(path.join(root, 'docs/asvs.csv'), 'utf8').trimEnd().split('\n');
const rows = lines.map((line) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
);

test('the self-assessment has every requirement of levels 1 and 2 once, in order, and nothing else', () => {
  expect(head).toBe('id,level,title,applies,test,deviation');
  expect(wanted.length).toBe(253);
  expect(rows.map(([id, level]) => `${id} ${level}`)).toEqual(wanted);
  expect(rows.filter((row) => row.length !== 6)).toEqual([]);
});

test('what applies names a test or says what is missing, and what does not says why', () => {
  const faults = rows.filter(
    ([, , title, applies, tests, deviation]) =>
      title === '' ||
      (applies === 'yes' ? tests === '' && deviation === '' : applies !== 'no' || tests !== '' || deviation === ''),
  );
  expect(faults).toEqual([]);
  expect(rows.filter(([, , , applies]) => applies === 'yes').length).toBeGreaterThan(150);
});

test('every test that it names is there', () => {
  const named = new Set(rows.flatMap(([, , , , tests = '']) => tests.split(' ').filter(Boolean)));
  expect(named.size).toBeGreaterThan(50);
  expect([...named].filter((name) => !fs.existsSync(path.join(root, `${name}.test.ts`)))).toEqual([]);
});
