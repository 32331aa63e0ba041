import * as v from 'valibot';
import { IdentityLine } from './text.ts';
import { URL_MOST } from './text-limits.ts';

/** An address of a site by its name: no person in it, no port, no number of a network, no name without a dot. */
const PUBLIC_SITE =
  /^https:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}(?:[\p{L}\p{N}-]*[\p{L}\p{N}])(?:[/?#]|$)/iu;

/**
 * An address on the web that people open: only https, and a site by its name; the server never fetches it.
 *
 * @param label - the field's name in the messages
 */
export function WebAddress(label: string) {
  return v.pipe(
    IdentityLine({ label, least: 1, most: URL_MOST }),
    v.url(`The ${label} must be a web address`),
    v.startsWith('https://', `The ${label} must start with https://`),
    v.regex(PUBLIC_SITE, `The ${label} must be that of a public site, without a name, password or port in it`),
  );
}
