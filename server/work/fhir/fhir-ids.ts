import { createHash } from 'node:crypto';
import type { Reference } from './r4.ts';

/** The address of a resource within its bundle. @param id - UUID */
export function fullUrlOf(id: string): string {
  return `urn:uuid:${id}`;
}

/** A reference to another entry of the bundle. @param id - UUID */
export function referenceTo(id: string): Reference {
  return { reference: fullUrlOf(id) };
}

/**
 * The id of a resource that has none of its own in the database: a UUIDv8 of SHA-256 over its kind and what it is made of, so that two
 * exports of one record name it alike (RFC 9562 section 5.8).
 */
export function derivedId(kind: string, id: string): string {
  const bytes = createHash('sha256').update(`${kind}/${id}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
