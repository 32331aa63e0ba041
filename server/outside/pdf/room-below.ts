import type { Row } from './prepare-signing.ts';
import type { ChoiceRow, Span } from './blocks.ts';

/** A heading with the space below it, a line, and the space between two rows, mm. */
const HEADING = 8;
const LINE = 4.2;
const GAP = 2.4;
/** A list of no more items, or choices, never breaks, unless its texts are long. */
export const LIST_WHOLE = 8;
const WRITTEN: ReadonlySet<string> = new Set(['writeLines', 'writeFields']);
/** Letters of a line of a fact, of its term, of a wide term, and of the whole width. */
const FACT_LETTERS = 72;
const TERM_LETTERS = 20;
const WIDE_TERM_LETTERS = 46;
const PAGE_LETTERS = 100;

/**
 * The room that a heading needs with the first two rows of what it stands above, mm; 0 above what never breaks, which follows its heading
 * by itself. An estimate by the number of letters: where it is too large, a part begins a page a little early.
 *
 * @param hasMeaning - a line in another language stands below the heading
 */
export function roomBelow(next: Row | undefined, afterNext: Row | undefined, hasMeaning = false): number {
  const room = roomOf(next, afterNext);
  return room === 0 || !hasMeaning ? room : room + LINE + GAP;
}

function roomOf(next: Row | undefined, afterNext: Row | undefined): number {
  if (next === undefined || !('kind' in next)) return 0;
  // Words about lines to write on follow their heading as those do.
  const isWritten = afterNext !== undefined && 'kind' in afterNext && WRITTEN.has(afterNext.kind);
  switch (next.kind) {
    case 'facts':
    case 'table':
      return HEADING + roomOfRows(next);
    case 'timeline':
      return HEADING + 2 * LINE + rowsOf([1, 1]);
    case 'list':
      return next.items.length > LIST_WHOLE ? HEADING + 2 * LINE : 0;
    case 'choices':
      return next.rows.length > LIST_WHOLE ? HEADING + rowsOf(next.rows.map(choiceLines)) : 0;
    case 'paragraph':
      return isWritten ? 0 : HEADING + 2 * LINE;
    default:
      return 0;
  }
}

/**
 * The room of the first two rows of facts or of a table with its head, mm; 0 of all else. They stay together where no heading of their own
 * stands above them.
 */
export function roomOfRows(row: Row): number {
  if (!('kind' in row)) return 0;
  switch (row.kind) {
    case 'facts':
      return rowsOf(
        row.rows.map(({ term, value }) =>
          Math.max(linesOf(value, FACT_LETTERS), linesIn(term, row.wide === true ? WIDE_TERM_LETTERS : TERM_LETTERS)),
        ),
      );
    case 'table': {
      const total = row.columns.reduce((sum, { share }) => sum + (share ?? 1), 0);
      const letters = row.columns.map(({ share }) => (PAGE_LETTERS * (share ?? 1)) / total);
      const rows = row.rows.map((cells) => Math.max(...cells.map((cell, at) => linesOf(cell, letters[at] ?? PAGE_LETTERS))));
      return LINE + GAP + rowsOf(rows);
    }
    default:
      return 0;
  }
}

/** The first two rows, of so many lines each; what breaks over two pages needs a few of its lines alone. */
function rowsOf(lines: readonly number[]): number {
  return lines.slice(0, 2).reduce((sum, each) => sum + Math.min(each, 8) * LINE + GAP, 0);
}

/** The question, its answer, and who gave each later one with what it was. */
function choiceLines({ later = [], meaning, ...first }: ChoiceRow): number {
  return [first, ...later, ...(meaning === undefined ? [] : [meaning])].reduce(
    (sum, { title, answer = '' }) => sum + (title === '' ? 0 : linesIn(title, PAGE_LETTERS)) + linesIn(answer, PAGE_LETTERS),
    0,
  );
}

function linesOf(spans: readonly Span[], letters: number): number {
  return linesIn(spans.map((each) => each.text).join(''), letters);
}

function linesIn(text: string, letters: number): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0);
}
