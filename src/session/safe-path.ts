/**
 * A place of this app to go to after signing in, from the `to` of an address that anybody may have written. Whatever
 * leads elsewhere, or to a page that ends or starts a session, becomes `/`.
 *
 * @param to - as it stands in the address
 * @param origin - this app's own, e.g. `https://consent.example.nhs.uk`
 */
export function safePath(to: string | undefined, origin: string): string {
  // Browsers read a backslash as a slash, so `/\evil.example` would be a foreign host.
  if (to === undefined || !to.startsWith('/') || to.startsWith('//') || to.includes('\\')) return '/';
  const url = new URL(to, origin);
  if (url.origin !== origin || /^\/(?:login|logout|api)(?:\/|$)/.test(url.pathname)) return '/';
  return url.pathname + url.search;
}
