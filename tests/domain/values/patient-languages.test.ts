import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isReadFromRight, languageAttributes, PAGE_LANGUAGES } from '#domain/values/patient-languages.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** Files that decide something by the name of a language: the others ask them. */
const DECIDING = ['domain/values/language-name.ts', 'domain/values/patient-languages.ts'];
// The pages' own languages, and others that hospitals meet: a name like these is compared nowhere else.
const NAMES = [...PAGE_LANGUAGES, 'en-GB', 'bfi', 'fa', 'he', 'ku', 'ps', 'ur', 'yi'].join('|');
const COMPARED = new RegExp(
  String.raw`(?:[!=]==?\s*|\bcase |(?:includes|startsWith|endsWith|has)\()['"](?:${NAMES})['"]|['"](?:${NAMES})['"]\s*[!=]==?`,
);
const FROM_RIGHT = /['"]rtl['"]/;

function comparing(source: string): string[] {
  return source.split('\n').filter((line) => COMPARED.test(line) || FROM_RIGHT.test(line));
}

test.each(['domain', 'contract', 'store', 'src', 'sw', 'server'])('no file of %s decides by the name of a language', (room) => {
  const sources = readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(sources.length).toBeGreaterThan(3);
  const found = sources
    .map((file) => path.join(room, file))
    .filter((file) => !DECIDING.includes(file))
    .flatMap((file) => comparing(readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}: ${line.trim()}`));
  expect(found).toEqual([]);
});

test.each([
  "return language === 'ar';",
  "dir={language === 'ar' ? a : b}",
  "if ('cy' !== language)",
  "case 'ur':",
  "['he', 'fa'].includes(language) || tag.startsWith('ar')",
  "const dir = 'rtl';",
  'dir="rtl"',
])('the check finds %s', (line) => {
  expect(comparing(line)).toEqual([line]);
});

test('each language of the pages has a direction, and its words are marked with it', () => {
  expect(PAGE_LANGUAGES.map(languageAttributes)).toEqual([
    { lang: 'en-GB', dir: 'ltr' },
    { lang: 'cy', dir: 'ltr' },
    { lang: 'ar', dir: 'rtl' },
  ]);
  expect(PAGE_LANGUAGES.filter(isReadFromRight)).toEqual(['ar']);
});
