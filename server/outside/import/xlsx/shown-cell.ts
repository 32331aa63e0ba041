import { formatValue } from 'hucre';
import { shownDateOf } from './number-format.ts';

/** A cell of a number: with its format, and the calendar of its workbook. */
type NumberCell = { readonly format: string; readonly is1904: boolean };

const DAY_SECONDS = 86_400;
/** The first day of each calendar, as a day number of UTC; no zone of the file or of the server has a say. */
const FIRST_1900 = Date.UTC(1899, 11, 30) / (DAY_SECONDS * 1000);
const FIRST_1904 = Date.UTC(1904, 0, 1) / (DAY_SECONDS * 1000);
/** Excel counts a 29 February 1900, which was none: days before it are one later. */
const NO_SUCH_DAY = 60;

/**
 * A number as the workbook shows it: with leading zeros, separators and words of its format. A whole date is `1950-03-14`, and
 * `1950-03-13 23:00` where it holds a time, also one that the format hides; a part of a date is shown as it is.
 */
export function numberAsShown(value: number, { format, is1904 }: NumberCell): string {
  if (isGeneral(format)) return generalText(value);
  const shown = shownDateOf(format);
  if (shown === 'WHOLE' && value >= 0) return dateText(value, is1904);
  return formatValue(value, format, { is1904 }).trim();
}

/** A text as the workbook shows it: most formats show it unchanged. */
export function textAsShown(text: string, format: string): string {
  return format.includes('@') && format !== '@' ? formatValue(text, format) : text;
}

function isGeneral(format: string): boolean {
  return /^(?:general|@)$/i.test(format.trim());
}

/** Digits of a number that no format is chosen for; longer ones are shown with an exponent. */
const GENERAL_DIGITS = 11;
/** Digits of the first part of an exponent. */
const EXPONENT_DIGITS = 6;

/** As spreadsheets show a number without a format: twelve digits are rounded to `1.23457E+11`. */
function generalText(value: number): string {
  const size = Math.abs(value);
  if (size >= 10 ** GENERAL_DIGITS || (size > 0 && size < 1e-9)) {
    const [mantissa = '', exponent = ''] = value.toExponential(EXPONENT_DIGITS - 1).split('e');
    const [, sign = '+', digits = ''] = /^([+-])(\d+)$/.exec(exponent) ?? [];
    return `${Number(mantissa)}E${sign}${digits.padStart(2, '0')}`;
  }
  if (Number.isInteger(value)) return value.toFixed(0);
  const whole = Math.trunc(size).toFixed(0).length;
  return String(Number(value.toFixed(Math.max(0, GENERAL_DIGITS - 1 - whole))));
}

function dateText(serial: number, is1904: boolean): string {
  const seconds = Math.round(serial * DAY_SECONDS);
  const [day, time] = [Math.floor(seconds / DAY_SECONDS), seconds % DAY_SECONDS];
  const date = dayText(day, is1904);
  if (time === 0) return date;
  const parts = [Math.floor(time / 3600), Math.floor(time / 60) % 60, ...(time % 60 === 0 ? [] : [time % 60])];
  return `${date} ${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}

function dayText(day: number, is1904: boolean): string {
  if (!is1904 && day === NO_SUCH_DAY) return '1900-02-29';
  const first = is1904 ? FIRST_1904 : FIRST_1900 + (day < NO_SUCH_DAY ? 1 : 0);
  const at = new Date((first + day) * DAY_SECONDS * 1000);
  return Number.isNaN(at.getTime()) ? String(day) : at.toISOString().slice(0, 10);
}
