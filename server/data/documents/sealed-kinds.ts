import { UNSEALED_KINDS } from '#domain/documents/document-kinds.ts';
import type { DocumentKind } from '#server/data/tables/tables.ts';

/** Kinds of stored files without a seal of ours: an authority's token, and what was never sealed. */
export const KINDS_WITHOUT_SEAL: readonly DocumentKind[] = ['TIMESTAMP', 'AUDIT', ...UNSEALED_KINDS];

/** Whether a stored file of this kind carries a seal of ours. */
export function carriesSeal(kind: DocumentKind): boolean {
  return !KINDS_WITHOUT_SEAL.includes(kind);
}
