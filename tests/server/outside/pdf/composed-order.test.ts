import { printFigure } from '#tests/support/checks/figures.ts';
import { expect, test } from 'vitest';
import { composed, readsFromRight } from '#domain/values/composed.ts';
import type { PdfBlock } from '#server/outside/pdf/blocks.ts';
import { drawPdf } from '#server/outside/pdf/draw-pdf.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { SCRIPT_NAMES } from '#tests/support/people/script-names.ts';
import { demoDocument } from './demo-document.ts';
import { MARK_READERS } from './placed-marks.ts';

const LINES = isFull ? 5000 : 500;
const SCRIPTS = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Arabic',
  'Urdu',
  'Arabic and Latin',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Thai',
  'Korean',
  'Chinese',
];
const NAMES = [...SCRIPTS.map((script) => SCRIPT_NAMES[script] ?? ''), '(Dr) ليلى, 2'];

type Line = { readonly first: string; readonly second: string; readonly way: number };

/** The ways in which lines of documents are made: pieces beside each other, with commas, brackets and numbers between them. */
const WAYS = [
  (words: typeof composed, { first, second }: Line, at: number) => words`${first}, Q${at} ${second}, agency R${at}`,
  (words: typeof composed, { first, second }: Line, at: number) => words`A${at} ${first}; Q${at}: ${second}. R${at}`,
  (words: typeof composed, { first, second }: Line, at: number) => words`${first} (Q${at}) ${second} R${at}.`,
  (words: typeof composed, { first, second }: Line, at: number) => words`${first}, ${second}, Q${at} — R${at}`,
];

/** Pieces as they come, as no line of a document is made any more. */
function joined(words: TemplateStringsArray, ...pieces: readonly (string | number)[]): string {
  return words.reduce((line, each, at) => line + String(pieces[at - 1] ?? '') + each);
}

/** The lines of a drawn document in which a reader finds R not behind Q, or finds one of them nowhere; by reader. */
async function outOfOrder(texts: readonly string[]): Promise<Readonly<Record<string, number[]>>> {
  const blocks: PdfBlock[] = texts.map((text, at) =>
    at % 2 === 0 ? { kind: 'paragraph', spans: [{ text }] } : { kind: 'facts', rows: [{ term: 'Said', value: [{ text }] }] },
  );
  const pdf = await drawPdf(demoDocument({ blocks }));
  const wrong: Record<string, number[]> = {};
  for (const [reader, read] of Object.entries(MARK_READERS)) {
    const found = await read(pdf);
    wrong[reader] = texts.flatMap((_, at) => {
      const [one, other] = [found.get(`Q${at}`), found.get(`R${at}`)];
      if (one === undefined || other === undefined) return [at];
      const isBelow = other.y > one.y + 5;
      return isBelow || other.x > one.x ? [] : [at];
    });
  }
  return wrong;
}

test('no name turns round what stands beside it, however the line is made; joined as they come, many do', async () => {
  const next = seededRandom('composed order');
  const pick = (count: number) => Math.floor(next() * count);
  const lines = Array.from({ length: LINES }, () => ({
    first: NAMES[pick(NAMES.length)] ?? '',
    second: NAMES[pick(NAMES.length)] ?? '',
    way: pick(WAYS.length),
  }));
  const made = (words: typeof composed) => lines.map((line, at) => WAYS[line.way]?.(words, line, at) ?? '');
  const wrong = await outOfOrder(made(composed));
  const before = await outOfOrder(made(joined));
  for (const reader of Object.keys(MARK_READERS)) {
    const [composedWrong = [], joinedWrong = []] = [wrong[reader], before[reader]];
    const figure = `${composedWrong.length} out of order composed, ${joinedWrong.length} joined as they come`;
    printFigure(`${LINES} lines read by ${reader}: ${figure}`);
    expect(composedWrong).toEqual([]);
    expect(joinedWrong.length).toBeGreaterThan(LINES / 100);
  }
}, 120_000);

test.each([
  ['محمد, ليلى', true],
  ['Mo محمد', false],
  ['2 محمد', true],
  [composed`${'محمد'}, doctor`, false],
])('%j reads from the right: %s', (text, isFromRight) => {
  expect(readsFromRight(text)).toBe(isFromRight);
});

test('a piece without letters read from the right is left as it is, and one of several lines is isolated line by line', () => {
  expect(composed`${'Amber'}, ${3}`).toBe('Amber, 3');
  expect(composed`${'محمد\nMo\nليلى'}!`).toBe('\u2068محمد\u2069\nMo\n\u2068ليلى\u2069!');
});
