import { FILE_TYPES } from '#contract/engine/file-types.ts';
import type { DocumentRow } from '#server/data/documents/documents.ts';
import type { DocumentKind } from '#server/data/tables/tables.ts';

const NAMES: Partial<Record<DocumentKind, string>> = {
  VIEW: 'viewing-copy',
  CONFIRMATION: 'confirmation',
  OUTCOME: 'outcome',
  REFUSAL: 'refusal',
  SCAN: 'scan',
  SCAN_CHECKED: 'checked-scan',
};

/** A stored document as a download: `{id}_consent.pdf`; other kinds say in their name what they are. */
export function fileOf({ bytes, consent_id: id, kind }: Pick<DocumentRow, 'bytes' | 'consent_id' | 'kind'>) {
  if (kind === 'TIMESTAMP') return { file: bytes, name: `${id}_timestamp.tst`, type: 'application/octet-stream' };
  return { file: bytes, name: `${id}_${NAMES[kind] ?? 'consent'}.pdf`, type: FILE_TYPES.PDF };
}
