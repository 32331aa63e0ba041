import type { TicketDetails } from '#contract/signing.ts';
import { contentDigest } from '#domain/digest.ts';
import { shownOf } from '#domain/shown.ts';

/** Whether this page can work out a digest: browsers allow it over https and on localhost only. */
export function canDigest(): boolean {
  return 'subtle' in crypto;
}

/** The digest of exactly what these pages show, 64 hex; it must be the server's, or nobody signs. */
export function digestOfShown(details: TicketDetails): Promise<string> {
  return contentDigest(shownOf(details), async (text) => {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  });
}
