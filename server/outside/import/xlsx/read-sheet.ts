import { IMPORT_COLUMNS_MOST } from '#domain/imports/import-refusals.ts';
import { RefusedImport } from '#server/outside/import/refused-import.ts';
import { numberAsShown, textAsShown } from './shown-cell.ts';
import { isOn, walkXml } from './walk-xml.ts';
import { textCollector, unescaped, type WorkbookParts } from './workbook-parts.ts';

/** A row as it is shown. `row`: its number, from 1. */
export type ShownRow = { readonly row: number; readonly cells: readonly string[]; readonly isHidden: boolean };

/** The widest sheet that there is: the column XFD. */
const LAST_COLUMN = 16_383;

type OpenCell = { column: number; type: string; style: number; value: string };

/**
 * Reads the rows of a sheet, each as it is shown.
 *
 * @param onRow - called with each row, blank and hidden ones too
 * @returns the columns that the sheet hides, from 0
 * @throws RefusedImport COLUMNS for a cell beyond the limit, DAMAGED
 */
export function readSheet(
  part: Buffer,
  workbook: Pick<WorkbookParts, 'is1904' | 'texts' | 'formats'>,
  onRow: (row: ShownRow) => void,
): ReadonlySet<number> {
  const hiddenColumns = new Set<number>();
  const inline = textCollector();
  let row = { number: 0, cells: new Array<string>(), isHidden: false };
  let cell: OpenCell | null = null;
  let isValue = false;
  let next = 0;
  walkXml(part, {
    open(tag, attributes) {
      inline.open(tag);
      if (tag === 'col') for (const column of columnsOf(attributes)) hiddenColumns.add(column);
      if (tag === 'row') {
        row = { number: Number(attributes['r'] ?? row.number + 1), cells: [], isHidden: isHidden(attributes, 'ht') };
        next = 0;
      }
      if (tag === 'c') {
        const { r, t: type = 'n', s = '-1' } = attributes;
        cell = { column: r === undefined ? next : columnOf(r), type, style: Number(s), value: '' };
      }
      isValue = tag === 'v';
    },
    text(characters) {
      inline.add(characters);
      if (isValue && cell !== null) cell.value += characters;
    },
    close(tag) {
      inline.close(tag);
      if (tag === 'v') isValue = false;
      if (tag === 'c' && cell !== null) {
        const text = cellText(cell, inline.take(), workbook);
        // Cells far to the right may only be formatted.
        if (text !== '' && cell.column >= IMPORT_COLUMNS_MOST) throw new RefusedImport('COLUMNS');
        if (cell.column < IMPORT_COLUMNS_MOST) setCell(row.cells, cell.column, text);
        next = cell.column + 1;
        cell = null;
      }
      if (tag === 'row') onRow({ row: row.number, cells: row.cells, isHidden: row.isHidden });
    },
  });
  return hiddenColumns;
}

function setCell(cells: string[], column: number, text: string): void {
  while (cells.length < column) cells.push('');
  cells[column] = text;
}

function isHidden(attributes: Readonly<Record<string, string>>, size: 'ht' | 'width'): boolean {
  return isOn(attributes['hidden']) || Number(attributes[size] ?? 1) === 0;
}

/** The columns of a range that is hidden, from 0; none of one that is shown. */
function columnsOf(attributes: Readonly<Record<string, string>>): number[] {
  if (!isHidden(attributes, 'width')) return [];
  const [from, to] = [Number(attributes['min']), Math.min(Number(attributes['max']), IMPORT_COLUMNS_MOST)];
  return Array.from({ length: Math.max(0, to - from + 1) || 0 }, (_, at) => from - 1 + at);
}

/** The column of `AB12`, from 0. */
function columnOf(reference: string): number {
  const letters = /^\$?([A-Z]{1,3})\$?\d+$/i.exec(reference)?.[1];
  if (letters === undefined) throw new RefusedImport('DAMAGED');
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  if (column > LAST_COLUMN) throw new RefusedImport('DAMAGED');
  return column;
}

function cellText(
  { type, style, value }: OpenCell,
  inline: string,
  { is1904, texts, formats }: Pick<WorkbookParts, 'is1904' | 'texts' | 'formats'>,
): string {
  const format = formats[style] ?? 'General';
  switch (type) {
    case 's':
      return textAsShown(texts[Number(value)] ?? '', format);
    case 'inlineStr':
      return textAsShown(inline, format);
    case 'str':
      return textAsShown(unescaped(value), format);
    case 'b':
      return isOn(value) ? 'TRUE' : 'FALSE';
    case 'n': {
      const number = Number(value);
      if (value === '') return '';
      return Number.isFinite(number) ? numberAsShown(number, { format, is1904 }) : value;
    }
    default:
      // A fault of the sheet, and a date as ISO 8601 has it.
      return value;
  }
}
