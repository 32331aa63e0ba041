import { expect, test } from 'vitest';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { drawPdf } from '#server/outside/pdf/draw-pdf.ts';
import { withPlainText } from '#server/outside/pdf/text-layer.ts';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { demoDocument } from './demo-document.ts';

const plain = demoDocument({ blocks: [{ kind: 'paragraph', spans: [{ text: 'Latin letters alone' }] }] });

const TWO_PAGES: PdfDocument['blocks'] = [{ kind: 'paragraph', spans: [{ text: 'Latin letters alone\n'.repeat(80) }] }];

/** The parts of a page that have a text, each alone with a name. */
const TEXTS: Readonly<Record<string, (name: string) => Partial<PdfDocument>>> = {
  title: (title) => ({ title }),
  subtitle: (subtitle) => ({ subtitle }),
  letterhead: (name) => ({ letterhead: { name } }),
  address: (address) => ({ letterhead: { name: 'Demo', address } }),
  state: (words) => ({ state: { words, tone: 'ok' } }),
  foot: (state) => ({ footer: { state } }),
  'head of further pages': (running) => ({ running, blocks: TWO_PAGES }),
  'fields of further pages': (field) => ({ runningFields: [field], blocks: TWO_PAGES }),
  watermark: (watermark) => ({ watermark }),
  blocks: (text) => ({ blocks: [{ kind: 'frame', blocks: [{ kind: 'paragraph', spans: [{ text }] }] }] }),
};

// A vowel sign that is drawn apart, and Vietnamese as some tablets write it: letter, then mark.
const NAMES = { Arabic: 'مُحَمَّد', Yoruba: 'Ẹ̀bùn', Vietnamese: 'Nguyễn'.normalize('NFD') };

test.each(Object.keys(TEXTS).flatMap((part) => Object.entries(NAMES).map(([script, name]) => ({ part, script, name }))))(
  'a name in $script letters with marks is mended wherever it stands: $part',
  async ({ part, name }) => {
    const document = { ...plain, ...TEXTS[part]?.(name) };
    const drawn = renderPdf(document);
    const mended = await withPlainText(drawn);
    expect(Buffer.from(await drawPdf(document)).equals(Buffer.from(mended))).toBe(true);
  },
);

test('a document whose marks are in its ink and its record alone is not read again', async () => {
  const strokes = [
    [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ],
  ];
  const sign = { kind: 'signature' as const, label: 'Signature 1.1', role: 'Patient', name: 'Ada Demo', statement: 'I agree.' };
  const document: PdfDocument = { ...plain, blocks: [{ ...sign, mark: { kind: 'ink', strokes } }] };
  const noted = { ...document, attachment: { name: 'content.json' as const, json: JSON.stringify(NAMES) } };
  expect(Buffer.from(await drawPdf(noted)).equals(Buffer.from(renderPdf(noted)))).toBe(true);
});
