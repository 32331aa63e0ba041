import type { SealedDocument } from '#server/data/documents/sealed-documents.ts';
import { sha256Hex } from '#server/sha256.ts';
import type { RecordReader } from '#server/work/fhir/read-record.ts';

/**
 * Compares the documents of a record with what timelines tell of them, as for a download; one that is not as it was sealed is reported, and
 * its bytes are left out.
 */
export function comparedDocuments(report: (document: SealedDocument) => void): RecordReader['compare'] {
  return async ({ stored, facts, bytesFor }) => {
    const bytes = await bytesFor(stored);
    return stored
      .map((document) => {
        const found = bytes.get(document.id) ?? null;
        const isSealed = facts.isSealed(document) && (found === null || sha256Hex(found) === document.sha256);
        if (!isSealed) report(document);
        return { ...document, bytes: isSealed ? found : null };
      })
      .toSorted((one, other) => Number(other.kind === 'SIGNED') - Number(one.kind === 'SIGNED'));
  };
}
