import { isDateFormat } from 'hucre';
import { walkXml } from './walk-xml.ts';

/**
 * Formats that every workbook has, by their numbers (ECMA-376 part 1, 18.8.30). Those of dates follow the settings of the computer;
 * they stand here as a British one shows them, and 14 and 22 with the whole year.
 */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'dd/mm/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd/mm/yyyy h:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};
/** The formats of whole dates in the calendars of East Asia. */
const EASTERN_DATES: ReadonlySet<number> = new Set([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);

/** The number format of each style of a cell, in their order. */
export function readFormats(part: Buffer | undefined): string[] {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let isOfCells = false;
  walkXml(part ?? Buffer.alloc(0), {
    open(tag, { numFmtId = '0', formatCode }) {
      const id = Number(numFmtId);
      if (tag === 'cellXfs') isOfCells = true;
      else if (tag === 'numFmt' && formatCode !== undefined) own.set(id, formatCode);
      else if (tag === 'xf' && isOfCells)
        formats.push(own.get(id) ?? BUILT_IN[id] ?? (EASTERN_DATES.has(id) ? 'yyyy-mm-dd' : 'General'));
    },
    close(tag) {
      if (tag === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}

/** How much of a date a format shows; null for one of numbers or texts, and for a span of time. */
export type ShownDate = 'WHOLE' | 'PART' | null;

/** A date is shown whole with day, month and a year of four digits. */
export function shownDateOf(format: string): ShownDate {
  const [positive = ''] = format.split(';');
  if (!isDateFormat(positive) || /\[[hms]+\]/i.test(positive)) return null;
  const letters = positive
    .replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, ' ')
    .toLowerCase()
    .replaceAll(/am\/pm|a\/p/g, ' ');
  const hasDay = /(?<!d)d{1,2}(?!d)/.test(letters);
  const hasYear = /y{3,4}|e/.test(letters);
  // An m beside hours or seconds is one of minutes.
  const hasMonth = /m/.test(letters.replaceAll(/(h+[^a-z]*)m+|m+(?=[^a-z]*s)/g, '$1'));
  return hasDay && hasMonth && hasYear ? 'WHOLE' : 'PART';
}
