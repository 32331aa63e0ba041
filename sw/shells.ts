/** The build's HTML pages, as the precache names them. */
export type Shell = '/index.html' | '/sign.html' | '/unsupportedbrowser.html';

/** Paths of the signer's page: a patient's signing or identity link, the own page, and the handover on a tablet. */
const SIGNER_PATH = /^\/(?:(?:consent|login)\/[^/]+|my-consent)\/?$/;

/** Paths that the server answers itself. Never cached: most answers are private, the others must be current. */
const SERVER_PATH = /^\/(?:api|health|ready|metrics|mailbox)(?:\/|$)/;

/**
 * Selects the page for a navigation; null when only the network may answer.
 *
 * @param path - `pathname` of the URL
 */
export function shellFor(path: string): Shell | null {
  if (SERVER_PATH.test(path)) return null;
  if (path === '/unsupportedbrowser') return '/unsupportedbrowser.html';
  return SIGNER_PATH.test(path) ? '/sign.html' : '/index.html';
}
