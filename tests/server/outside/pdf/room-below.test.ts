import { expect, test } from 'vitest';
import type { PdfBlock, Span } from '#server/outside/pdf/blocks.ts';
import { prepare } from '#server/outside/pdf/prepare.ts';
import { demoDocument } from './demo-document.ts';

const times = <Each>(count: number, each: Each): Each[] => Array.from({ length: count }, () => each);
const say = (text: string): Span => ({ text });
const items = (count: number, spans: number) => times(count, times(spans, say('sight ')));
const rows = (count: number) => times(count, { title: 'May we?', answer: 'Agrees', tone: 'plain' as const });

/** Blocks, and whether a heading above them makes sure of room and the template may break them. */
const BLOCKS: readonly [string, PdfBlock, { makesRoom: boolean; mayBreak: boolean }][] = [
  ['eight items', { kind: 'list', ordered: false, items: items(8, 1) }, { makesRoom: false, mayBreak: false }],
  // Marked words are spans of one item.
  ['two items of nine spans', { kind: 'list', ordered: false, items: items(2, 9) }, { makesRoom: false, mayBreak: false }],
  ['nine items', { kind: 'list', ordered: false, items: items(9, 1) }, { makesRoom: true, mayBreak: true }],
  ['eight choices', { kind: 'choices', rows: rows(8) }, { makesRoom: false, mayBreak: false }],
  ['nine choices', { kind: 'choices', rows: rows(9) }, { makesRoom: true, mayBreak: true }],
];

test.each(BLOCKS)(
  'a heading above %s makes sure of room below it just where they may break',
  (_, block, { makesRoom, mayBreak }) => {
    const { blocks } = JSON.parse(
      prepare(demoDocument({ blocks: [{ kind: 'heading', level: 2, text: 'Above' }, block] })).json,
    ) as { blocks: [{ need: number }, { long: boolean }] };
    expect({ makesRoom: blocks[0].need > 0, mayBreak: blocks[1].long }).toEqual({ makesRoom, mayBreak });
  },
);

/** The need of the last of these blocks. */
function needOfLast(...blocks: PdfBlock[]): number {
  const drawn = JSON.parse(prepare(demoDocument({ blocks })).json) as { blocks: { need?: number }[] };
  return drawn.blocks.at(-1)?.need ?? 0;
}

test.each([
  ['facts', { kind: 'facts', rows: times(3, { term: 'Clinician', value: [say('Demo')] }) }],
  ['a table', { kind: 'table', columns: [{ title: 'Risk' }], rows: times(3, [[say('Bleeding')]]) }],
] as const satisfies readonly (readonly [string, PdfBlock])[])(
  'the first two rows of %s make sure of room by themselves where no heading of their own does',
  (_, block) => {
    const heading: PdfBlock = { kind: 'heading', level: 2, text: 'Above' };
    const facts: PdfBlock = { kind: 'facts', rows: times(2, { term: 'Age', value: [say('11')] }) };
    expect(needOfLast(heading, facts, block)).toBeGreaterThan(13);
    expect(needOfLast(heading, block)).toBe(0);
  },
);

test('choices with later answers need the room of all their lines', () => {
  const needOf = (later: number) => {
    const [first = rows(1)[0]!, ...others] = rows(9);
    const block: PdfBlock = { kind: 'choices', rows: [{ ...first, later: rows(later) }, ...others] };
    const { blocks } = JSON.parse(
      prepare(demoDocument({ blocks: [{ kind: 'heading', level: 2, text: 'Above' }, block] })).json,
    ) as { blocks: [{ need: number }] };
    return blocks[0].need;
  };
  expect(needOf(1) - needOf(0)).toBeCloseTo(2 * 4.2);
});
