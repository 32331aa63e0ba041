/** The part of the browser's Trusted Types that is used. */
type TrustedTypes = {
  readonly createPolicy: (
    name: string,
    rules: Readonly<Record<'createHTML' | 'createScriptURL', (text: string) => string | null>>,
  ) => unknown;
};

/**
 * The only policy through which a string may become markup or a script on the staff pages: the text of a style sheet, in which
 * nothing can begin an element, and the app's own service worker. All else throws where the browser supports Trusted Types; the
 * server's policy requires them, and allows no other policy.
 */
export function guardSinks(): void {
  // Not every browser supports it, and TypeScript's own types lack it.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (address) => (new URL(address, location.href).href === `${location.origin}/sw.js` ? address : null),
  });
}
