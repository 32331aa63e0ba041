/** Said of a page that came without https: a browser gives it neither keys nor a service worker. */
export const INSECURE_WORDS = 'This page was opened without https. Patients can sign only over https.';

/** Whether this page came in a way that the browser does not trust. A page of this very device counts as secure. */
export function isInsecure(): boolean {
  // The tests of this module's users have no page.
  return 'isSecureContext' in globalThis && !globalThis.isSecureContext;
}
