import { expect, test } from 'vitest';
import { printableText, unshowable } from '#domain/values/printable.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { FONT_FAMILIES } from '#server/outside/pdf/fonts.ts';
import { SCRIPT_NAMES } from '#tests/support/people/script-names.ts';
import { onPdf } from './pdf-tools.ts';
import { demoDocument } from './demo-document.ts';
import { seededRandom } from '#tests/support/checks/random.ts';

test.each([
  'Zoë O’Neill',
  'Łukasz',
  'محمد علی',
  'کاজী নজরুল ক্ষ্মী',
  '王小明',
  'Nguyễn',
  'e\u0301',
  'two\nlines\tand tabs',
  'a\u200db\u00ad',
  '',
])('%j prints whole', (text) => {
  expect(unshowable(text)).toEqual([]);
});

test.each([
  ['bell\u0007', ['\u0007']],
  ['half \ud83d', ['\ud83d']],
  ['private \ue000', ['\ue000']],
  ['ᚠᚠ runes ᚢ', ['ᚠ', 'ᚢ']],
])('%j has characters that no font can show', (text, characters) => {
  expect(unshowable(text)).toEqual(characters);
});

test.each([
  ['Zoë, محمد, 王小明', 'Zoë, محمد, 王小明'],
  ['thumbs up 👍🏽!', 'thumbs up 👍🏽!'],
  ['no ᚠ!', 'no [words in another script: in the attached record]!'],
  ['two\nlines ᚠᚢ ᚦ ', 'two\nlines [words in another script: in the attached record] '],
  ['ᚠ\nᚢ', '[words in another script: in the attached record]\n[words in another script: in the attached record]'],
  ['half \ud83d, bell\u0007', 'half , bell'],
  ['private \ue000', 'private [words in another script: in the attached record]'],
])('%j is printed with words for letters that no font can show', (text, printed) => {
  expect(printableText(text)).toBe(printed);
  expect(unshowable(printed)).toEqual([]);
});

test('a text of single letters without a font fills no pages', () => {
  expect(printableText('ᚠ, '.repeat(10_000)).length).toBeLessThan(6000);
});

test('whatever is called showable is drawn: 6,000 characters of all scripts, alone and with marks', () => {
  const next = seededRandom('coverage');
  const limits = [0x250, 0x600, 0xa00, 0x1200, 0x2000, 0x3000, 0xa000, 0xffff, 0x11000, 0x30000];
  const marks = ['', '\u0301', '\u0308\u0323', '\u064e', '\u09be', '\ufe0f'];
  const drawn: string[] = [];
  while (drawn.length < 6000) {
    const code = 0xa1 + Math.floor(next() * ((limits[drawn.length % limits.length] ?? 0x250) - 0xa1));
    const text = String.fromCodePoint(code) + (marks[Math.floor(next() * marks.length)] ?? '');
    if (unshowable(text).length === 0) drawn.push(text);
  }
  for (let start = 0; start < drawn.length; start += 1000) {
    const text = drawn.slice(start, start + 1000).join(' ');
    expect(renderPdf(demoDocument({ blocks: [{ kind: 'paragraph', spans: [{ text }] }] })).length).toBeGreaterThan(0);
  }
});

test('each script is drawn in a font of its own', () => {
  const blocks = Object.values(SCRIPT_NAMES).map((text) => ({
    kind: 'paragraph' as const,
    spans: [{ text }, { text, bold: true }],
  }));
  const fonts = onPdf(renderPdf(demoDocument({ blocks })), 'pdffonts', 'FILE');
  for (const family of FONT_FAMILIES) {
    const name = family.replaceAll(' ', '');
    expect(fonts).toMatch(new RegExp(`${name}-Regular`));
    // Emoji have one weight.
    if (family !== 'Noto Emoji') expect(fonts).toMatch(new RegExp(`${name}-Bold`));
  }
});
