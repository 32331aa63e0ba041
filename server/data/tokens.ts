import { sha256Hex } from '#server/sha256.ts';

/** The hash under which a token is stored; the token itself is never stored. */
export function hashToken(token: string): string {
  return sha256Hex(token);
}

/** A new token of 256 bits. @param kind - session, ticket of a handover, link to a document, or link of a signer */
export function newToken(kind: 's' | 't' | 'd' | 'l', random: (bytes: number) => Uint8Array): string {
  return `${kind}_${Buffer.from(random(32)).toString('base64url')}`;
}
