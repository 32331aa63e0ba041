import { daysInMonth, MONTHS } from '#domain/values/plain-date.ts';
import { instantAt } from '#domain/values/wall-time.ts';

/** The value that a text of a file stands for, or the sentence that says why it stands for none. */
export type CellReading<T> = { readonly value: T } | { readonly fault: string };

// A time of midnight is added by programs that know no plain dates.
const MIDNIGHT = /[ T]00:00(?::00(?:\.0+)?)?Z?$/;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const MONTH_NAME = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?[ -](\d{4})$/;
const SHORT_YEAR = /^\d{1,2}[/. -](?:\d{1,2}|[A-Za-z]{3,9})[/. -]\d{2}$/;
const PARTIAL = /^(?:\d{4}-\d{1,2}|\d{1,2}[/.]\d{4}|(?:1[89]|20)\d{2}|[A-Za-z]{3,9} \d{4})$/;

/**
 * A plain date as people write it, day first: `1950-03-14`, `14/03/1950`, `14.3.1950`, `14 Mar 1950`.
 *
 * @param label - the field's name in the sentences
 */
export function readDate(written: string, label: string): CellReading<string> {
  const text = written.trim().replace(MIDNIGHT, '');
  const iso = ISO.exec(text);
  if (iso !== null) return plainDate({ year: iso[1], month: Number(iso[2]), day: Number(iso[3]) });
  const numbers = DAY_FIRST.exec(text);
  if (numbers !== null) return plainDate({ day: Number(numbers[1]), month: Number(numbers[2]), year: numbers[3] });
  const named = MONTH_NAME.exec(text);
  const month = named === null ? 0 : monthOf(named[2] ?? '');
  if (named !== null && month > 0) return plainDate({ day: Number(named[1]), month, year: named[3] });
  if (SHORT_YEAR.test(text)) return { fault: `The ${label} needs a year of four digits, like 14/03/1950` };
  if (PARTIAL.test(text)) return { fault: `The ${label} is not complete. Enter day, month and year.` };
  if (/^\d+(?:\.\d+)?$/.test(text)) return { fault: `The ${label} is a bare number. Write it like 14/03/1950.` };
  return { fault: `The ${label} must be a date like 14/03/1950` };
}

// A moment with its zone, and one of the wall clock where the organisation is.
const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
const WALL = /^(.+?)[ T,]+(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?$/;

/**
 * A plain date as {@link readDate}, or a moment: a date with the time of the wall clock or with a zone. A moment is ISO 8601 in UTC.
 *
 * @param label - the field's name in the sentences
 */
export function readMoment(written: string, { label, timeZone }: { label: string; timeZone: string }): CellReading<string> {
  const text = written.trim().replace(MIDNIGHT, '');
  if (ZONED.test(text)) {
    const at = Date.parse(text.replace(' ', 'T'));
    const day = readDate(text.slice(0, 10), label);
    if ('fault' in day) return day;
    return Number.isNaN(at) ? { fault: `The ${label} is not a real time` } : { value: new Date(at).toISOString() };
  }
  const [, date = '', hour = '', minute = ''] = WALL.exec(text) ?? [];
  if (date === '') return readDate(text, label);
  const day = readDate(date, label);
  if ('fault' in day) return day;
  const instant = instantAt(`${day.value}T${hour.padStart(2, '0')}:${minute}`, timeZone);
  return instant === null ? { fault: `The ${label} is not a real time` } : { value: instant };
}

function monthOf(name: string): number {
  const start = name.toLowerCase();
  // September alone is shortened to four letters.
  return MONTHS.findIndex((month) => month.toLowerCase().startsWith(start === 'sept' ? 'sep' : start)) + 1;
}

function plainDate({ year = '', month, day }: { year: string | undefined; month: number; day: number }): CellReading<string> {
  if (month < 1 || month > 12) return { fault: `There is no month ${month}. The day comes first.` };
  if (day < 1 || day > daysInMonth(Number(year), month)) return { fault: `There is no ${day} ${MONTHS[month - 1]} ${year}` };
  return { value: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` };
}

const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['y', true],
  ['1', true],
  ['true', true],
  ['no', false],
  ['n', false],
  ['0', false],
  ['false', false],
]);

/** Yes or no, 1 or 0. */
export function readYesNo(text: string, label: string): CellReading<boolean> {
  const value = YES_NO.get(text.trim().toLowerCase());
  return value === undefined ? { fault: `The ${label} must be yes or no` } : { value };
}

/** One of the values of a field, by its name, its words, or its first letter where that is one of `letters`. */
export function readChoice<T extends string>(
  text: string,
  { options, letters = false }: { options: Readonly<Record<T, string>>; letters?: boolean },
): T | undefined {
  const folded = foldedChoice(text);
  // The keys of the options of a field.
  const values = Object.keys(options) as T[];
  return values.find(
    (value) =>
      folded === foldedChoice(value) || folded === foldedChoice(options[value]) || (letters && folded === value.charAt(0)),
  );
}

/** A text as choices are compared: without the differences of capitals, blanks, hyphens and low lines. */
export function foldedChoice(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replaceAll(/[\s_-]+/g, ' ');
}

/** The character that stands where the bytes of a file are none of its encoding. */
const UNREADABLE = '\uFFFD';

/**
 * The sentence for a cell that holds no value: a fault of the spreadsheet itself, such as a reference that leads nowhere, or a
 * character that could not be read.
 *
 * @param label - the field's name in the sentence
 */
export function cellFault(text: string, label: string): string | undefined {
  if (/^#(?:N\/A|REF!|VALUE!|DIV\/0!|NUM!|NAME\?|NULL!)$/i.test(text.trim()))
    return `The ${label} is a fault of the spreadsheet: ${text.trim().slice(0, 10)}`;
  return text.includes(UNREADABLE)
    ? `The ${label} holds a character that could not be read (${UNREADABLE}). Enter it again.`
    : undefined;
}
