/**
 * Path of this app to open after signing in, from the `to` of an address that anybody may have written. A target
 * outside the app, or a page that ends or starts a session, becomes `/`.
 *
 * @param to - from the address; untrusted
 * @param origin - this app's own, e.g. `https://consent.example.nhs.uk`
 */
export function safeRedirect(to: string | undefined, origin: string): string {
  // Browsers read a backslash as a slash, so `/\evil.example` would be a foreign host.
  if (to === undefined || !to.startsWith('/') || to.startsWith('//') || to.includes('\\')) return '/';
  const url = new URL(to, origin);
  if (url.origin !== origin || /^\/(?:login|logout|api)(?:\/|$)/.test(url.pathname)) return '/';
  return url.pathname + url.search;
}
