/** A typed date: day, month and year in boxes of their own. */
export type DateParts = { readonly day: string; readonly month: string; readonly year: string };

/** Splits `1950-03-14` into 14, 03, 1950; any other text as far as it goes. */
export function splitDateParts(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-');
  return { day, month, year };
}

/**
 * Joins the parts into `YYYY-MM-DD`, or `''` when all are empty. An unfinished date gives text that is no date (`1950--14`),
 * so that a check of the value refuses it rather than guesses.
 */
export function joinDateParts({ day, month, year }: DateParts): string {
  if (day === '' && month === '' && year === '') return '';
  return `${year}-${padded(month)}-${padded(day)}`;
}

/**
 * Parses a complete date pasted or typed at once, as ward staff write it (`14/03/1950`, `14.3.1950`, `1950-03-14`); null for any
 * other text.
 */
export function wholeDate(text: string): DateParts | null {
  const british = /^\s*(\d{1,2})[\s./-](\d{1,2})[\s./-](\d{4})\s*$/.exec(text);
  if (british) return { day: british[1] ?? '', month: british[2] ?? '', year: british[3] ?? '' };
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(text);
  return iso ? { day: iso[3] ?? '', month: iso[2] ?? '', year: iso[1] ?? '' } : null;
}

function padded(part: string): string {
  return part.length === 1 ? `0${part}` : part;
}
