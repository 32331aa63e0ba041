import { formatCount } from '#domain/base/format-count.ts';

/** A list as the question before its export names it. */
export type ExportedList = {
  /** plural: `patients` */
  readonly noun: string;
  /** the beginning of the file's name */
  readonly file: string;
  /** null while it is not known */
  readonly total: number | null;
  /** whether there may be more than `total` */
  readonly isCapped?: boolean | undefined;
  /** the filters in words, as the screen has them; none for the whole list */
  readonly filters: readonly string[];
};

/** `The 43 patients of this list, on all its pages. Filter: Active.` */
export function exportedWords({ noun, total, isCapped = false, filters }: ExportedList): string {
  const which = filters.length === 0 ? 'No filter is set.' : `Filter: ${filters.join(', ')}.`;
  return `${countWords(noun, total, isCapped)} of this list, on all its pages. ${which}`;
}

function countWords(noun: string, total: number | null, isCapped: boolean): string {
  if (total === null) return `All ${noun}`;
  if (isCapped) return `More than ${formatCount(total - 1)} ${noun}`;
  // Every noun of a list has its plural with an s.
  return `The ${formatCount(total)} ${total === 1 ? noun.replace(/s$/, '') : noun}`;
}

/** The filters of a list in words: the search too, whose text is not repeated. */
export function filterWords(filters: readonly (string | false | undefined)[], search: string): string[] {
  const named = filters.filter((each): each is string => typeof each === 'string' && each !== '');
  return search === '' ? named : [...named, 'what you searched for'];
}
