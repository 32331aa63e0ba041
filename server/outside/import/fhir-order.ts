import { objectIn, textIn, type JsonObject } from './json-values.ts';

/** How the elements of one list are compared. */
type OrderRules = {
  /** plain date of the organisation's wall calendar */
  readonly today: string;
  /** the uses, best first; '' is an element that names none */
  readonly uses: readonly string[];
  /** whether `rank` decides before the use, as in ContactPoint, which alone has one */
  readonly byRank?: boolean;
  /** the text that an element is read as; '' where it holds none */
  readonly textOf: (element: JsonObject) => string;
};

/** One element of a list of FHIR, with what decides whether it is read. */
export type OrderedElement = {
  readonly element: JsonObject;
  readonly text: string;
  readonly use: string;
  /** whether today is in its period, and its use is not “old” */
  readonly isInForce: boolean;
  /** equal for elements of which none is better */
  readonly key: string;
};

const KEY_DIGITS = 7;
/** Of an element without a rank. */
const LAST_RANK = 10 ** KEY_DIGITS - 1;

/**
 * The elements of a list, best first: in force today before ended or to come, then by rank, then by use, then by the later beginning,
 * and among equal ones by their text, so that their order in the file changes nothing. An element without a text is left out, and of
 * elements with one text the best stays.
 */
export function orderElements(
  elements: readonly JsonObject[],
  { today, uses, textOf, byRank = false }: OrderRules,
): OrderedElement[] {
  const all = elements
    .map((element) => {
      const use = textIn(element['use']);
      const place = uses.indexOf(uses.includes(use) ? use : '');
      const isInForce = use !== 'old' && isInForceOn(element, today);
      // Digits of one length sort as numbers do.
      const parts = [isInForce ? 0 : 1, byRank ? rankOf(element) : 0, place];
      const key = parts.map((part) => String(part).padStart(KEY_DIGITS, '0')).join(' ');
      const start = textIn(objectIn(element['period'])['start']);
      return { element, text: textOf(element), use, isInForce, key, start };
    })
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => ordered(one.key, other.key) || ordered(other.start, one.start) || ordered(one.text, other.text));
  const texts = new Set<string>();
  return all.flatMap(({ start: _, ...each }) => {
    if (texts.has(each.text)) return [];
    texts.add(each.text);
    return [each];
  });
}

/** One without a period is always in force. */
function isInForceOn({ period }: JsonObject, today: string): boolean {
  const { start, end } = objectIn(period);
  const [from, to] = [dayOf(start), dayOf(end)];
  return (from === '' || today.slice(0, from.length) >= from) && (to === '' || today.slice(0, to.length) <= to);
}

/** The day, month or year of a dateTime of FHIR. */
function dayOf(moment: unknown): string {
  return textIn(moment).slice(0, 'YYYY-MM-DD'.length);
}

function rankOf({ rank }: JsonObject): number {
  return typeof rank === 'number' && Number.isInteger(rank) && rank > 0 ? Math.min(rank, LAST_RANK) : LAST_RANK;
}

/** By code units: no locale of the server changes the order. */
function ordered(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
