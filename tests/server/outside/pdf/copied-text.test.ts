import { expect, test } from 'vitest';
import { drawPdf } from '#server/outside/pdf/draw-pdf.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { printFigure } from '#tests/support/checks/figures.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { SCRIPT_NAMES, WITHOUT_FONT } from '#tests/support/people/script-names.ts';
import { demoDocument } from './demo-document.ts';
import { onPdf } from './pdf-tools.ts';
import { openPdfium } from './pdfium.ts';

const SCRIPTS = Object.keys(SCRIPT_NAMES).filter((script) => !WITHOUT_FONT.includes(script));

/** Boxes without words that leave room on their page for one name. */
const BOXES = { kind: 'writeBoxes' as const, rows: Array.from({ length: 13 }, () => [{ label: '' }]) };

/** One name a page, so that a page's text is the name's. */
const documentOf = (names: readonly string[]) =>
  demoDocument({
    blocks: names.flatMap((name) => [
      BOXES,
      { kind: 'paragraph' as const, spans: [{ text: 'BEGIN' }] },
      { kind: 'paragraph' as const, spans: [{ text: name }] },
      { kind: 'paragraph' as const, spans: [{ text: 'END' }] },
    ]),
  });

/** The text that a reader copies of each page. */
const READERS = {
  pdftotext: (pdf: Uint8Array) => Promise.resolve(onPdf(pdf, 'pdftotext', 'FILE', '-').split('\f').slice(0, -1)),
  pdfium: async (pdf: Uint8Array) => {
    const document = await (await openPdfium()).loadDocument(pdf);
    const pages = [...document.pages()].map((page) => page.getText());
    document.destroy();
    return pages;
  },
};

/** Without what is no letter: signs of direction, places without width, spaces. */
const bare = (text: string) =>
  text.normalize('NFC').replaceAll(/[\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\ufeff]/gu, '');

/** The names that a reader does not copy as they are. */
async function wrongOf(
  names: readonly string[],
  pdf: Uint8Array,
  read: (pdf: Uint8Array) => Promise<string[]>,
): Promise<string[]> {
  const pages = await read(pdf);
  return names.filter((name, at) => {
    const page = bare(pages[at] ?? '');
    return page.slice(page.indexOf('BEGIN') + 5, page.indexOf('END')) !== bare(name);
  });
}

/** Words that readers turn or cut themselves, whatever the file says. */
const HARD: Readonly<Record<string, string>> = {
  'Lam and alef': 'علاء',
  'Vowel signs': 'مُحَمَّد',
  'Bengali conjunct': 'লক্ষ্মী',
  'Persian joiner': 'می‌خواهم',
  'Letters of another font': 'ݙڈے',
  Yoruba: 'Ẹ̀bùn',
};
const SAMPLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SCRIPTS.map((script) => [script, SCRIPT_NAMES[script] ?? ''])),
  ...HARD,
};

/** The samples that are still copied wrong, as docs/documents.md says. */
const IN_BOTH = ['Arabic', 'Arabic and Latin', 'Lam and alef', 'Vowel signs', 'Persian joiner'];
const LEFT: Readonly<Record<string, readonly string[]>> = {
  pdftotext: ['Arabic', 'Urdu', ...IN_BOTH.slice(1), 'Letters of another font'],
  pdfium: IN_BOTH,
};

test.each(Object.entries(READERS))(
  'names of 30 scripts are copied by %s as they are, but for what it turns itself',
  async (reader, read) => {
    const names = Object.values(SAMPLES);
    const document = documentOf(names);
    const [wrong, before] = [
      await wrongOf(names, await drawPdf(document), read),
      await wrongOf(names, renderPdf(document), read),
    ];
    const named = (name: string) => Object.keys(SAMPLES).find((each) => SAMPLES[each] === name);
    printFigure(`${reader}: ${wrong.length} of ${names.length} copied wrong, ${before.length} without the pass`);
    expect(wrong.map(named)).toEqual(LEFT[reader]);
    expect(before.length).toBeGreaterThan(wrong.length);
  },
  120_000,
);

const COUNT = isFull ? 10_000 : 120;
/** Pages of one file. */
const PAGES = 200;
/** Kinds that readers turn themselves: lam with alef, vowel signs, names written in both directions, and letters of the second Arabic font. */
const TURNED =
  /[\u0750-\u077f]|\u0644\u0627|\u0644[\u0622\u0623\u0625]|[\u064b-\u0652]|\p{Script=Latin}.*\p{Script=Arabic}|\p{Script=Arabic}.*\p{Script=Latin}/u;

/** The files of the names, drawn for the first reader and read by each. */
const drawn = new Map<number, Promise<Uint8Array>>();

test.each(Object.entries(READERS))(
  'names put together from words of all scripts are copied by %s, but for those kinds',
  async (reader, read) => {
    const next = seededRandom('copied names');
    const words = SCRIPTS.map((script) => (SCRIPT_NAMES[script] ?? '').split(' '));
    const names = Array.from({ length: COUNT }, () => {
      const own = words[Math.floor(next() * words.length)] ?? [''];
      return Array.from({ length: 1 + Math.floor(next() * 3) }, () => own[Math.floor(next() * own.length)] ?? '').join(' ');
    });
    const wrong: string[] = [];
    for (let at = 0; at < names.length; at += PAGES) {
      const some = names.slice(at, at + PAGES);
      const file = drawn.get(at) ?? drawPdf(documentOf(some));
      drawn.set(at, file);
      wrong.push(...(await wrongOf(some, await file, read)));
    }
    const others = wrong.filter((name) => !TURNED.test(name));
    printFigure(`${reader}: ${wrong.length} of ${COUNT} names copied wrong, ${others.length} of another kind`);
    expect(others).toEqual([]);
  },
);
