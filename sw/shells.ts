/** The two pages of the build, as the precache names them. */
export type Shell = '/index.html' | '/sign.html';

/** A signing or identity link of a patient, and the handover on a tablet: one segment after the word. */
const patientPlace = /^\/(?:consent|login)\/[^/]+\/?$/;

/** What the server answers itself. Never from a cache: most of it is private, the rest must be true now. */
const serverPlace = /^\/(?:api|health|ready|metrics|mailbox|unsupportedbrowser)(?:\/|$)/;

/**
 * Which page a navigation gets, or null when the network alone may answer.
 *
 * @param path - `pathname` of the address
 */
export function shellFor(path: string): Shell | null {
  if (serverPlace.test(path)) return null;
  return patientPlace.test(path) ? '/sign.html' : '/index.html';
}
