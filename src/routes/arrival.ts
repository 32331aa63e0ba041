/** The part of a place that makes it another screen: a page number or a filter only changes what the screen shows. */
export function screenOf(pathname: string, search: Readonly<Record<string, unknown>>): string {
  const { page: _page, status: _status, days: _days, whose: _whose, ...rest } = search;
  return `${pathname}?${JSON.stringify(rest)}`;
}

/** `Patients – Assent`; the product's name alone where a screen has no title. */
export function documentTitle(title: string | undefined, product: string): string {
  return title === undefined ? product : `${title} – ${product}`;
}
