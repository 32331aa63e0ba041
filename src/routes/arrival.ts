/** The part of an address that makes it another screen: a page number or a filter only changes the screen's content. */
export function screenOf(pathname: string, search: Readonly<Record<string, unknown>>): string {
  const rest = Object.entries(search).filter(([name, value]) => value !== undefined && !FILTERS.includes(name));
  return `${pathname}?${JSON.stringify(rest)}`;
}

const FILTERS: readonly string[] = [
  'page',
  'status',
  'days',
  'whose',
  'role',
  'type',
  'day',
  'from',
  'to',
  'madeFrom',
  'madeTo',
  'changedFrom',
  'changedTo',
];

/** `Patients – Assent`; the product's name alone where a screen has no title. */
export function documentTitle(title: string | undefined, product: string): string {
  return title === undefined ? product : `${title} – ${product}`;
}
