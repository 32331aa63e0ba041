/**
 * A whole number with a comma before each three digits: `10,000`. Written without Intl: on a slow tablet the formatters that
 * `toLocaleString` constructs, one for each call, took longer than the rest of the page of risks.
 */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
