import { createHash } from 'node:crypto';

/** SHA-256 of bytes, or of text in UTF-8, as 64 lower-case hex characters. */
export function sha256Hex(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
