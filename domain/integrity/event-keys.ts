import type { AddendumKind } from '#domain/documents/document-kinds.ts';

/** The key of a signer in the events: the place, or the role where events are from before they told places. */
export function signerKey({ role, order }: { role: string; order: unknown }): string {
  return typeof order === 'number' ? `#${order}` : role;
}

/** The key of an addendum in the events: its kind, and its digest. */
export function addendumKey(kind: AddendumKind, sha256: string): string {
  return `${kind} ${sha256}`;
}
