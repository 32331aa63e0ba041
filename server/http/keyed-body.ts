import { canonical } from '#domain/base/canonical.ts';
import { sha256Hex } from '#server/sha256.ts';

/** The body of a call as it was received, before its schema: with the parameters of the path, as an envelope has them, and its files. */
export type SentBody = { readonly fields: unknown; readonly files: readonly Uint8Array[] };

/** The body that a key stands for, by its digest. `parsedSha256`: the digest that a server of a former version stored. */
export type KeyedBody = { readonly sha256: string; readonly parsedSha256: () => string };

/** How a stored digest was made: before, over the body that the schema of that time had parsed, with its defaults; now, as it was sent. */
const PARSED = 1;
export const AS_SENT = 2;

/**
 * The body of a keyed call, however it came, alone or in an envelope. The digest is over what was sent, as canonical JSON: a field with a
 * default that an update adds to the schema leaves it as it was, and what a tablet sends again after the update is the same call.
 */
export function keyedBodyOf({ fields, files }: SentBody, input: unknown): KeyedBody {
  const sha256 = sha256Hex(canonical(files.length === 0 ? fields : { fields, files: files.map(sha256Hex) }));
  return { sha256, parsedSha256: () => sha256Hex(canonical(input)) };
}

/**
 * Whether a key stands for this body. A digest of the former kind is compared with today's parsed body, and with the body as it was sent:
 * what a tablet sends was parsed by its own build, so that the server of that build had nothing to add to it, and stored this.
 */
export function isSameBody(
  { body_sha256: stored, body_digest: kind }: { readonly body_sha256: string; readonly body_digest: number },
  { sha256, parsedSha256 }: KeyedBody,
): boolean {
  return stored === sha256 || (kind === PARSED && stored === parsedSha256());
}
