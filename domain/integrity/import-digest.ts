import type { ConsentOrigin, ImportedSigner } from '#domain/consents/consent-origin.ts';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { canonical, type Sha256 } from '#domain/base/canonical.ts';

/** The imported content of a version: it never changes. */
export type ImportedContent = {
  readonly formType: string;
  readonly procedures: readonly ConsentProcedure[];
  readonly origin: ConsentOrigin;
  readonly signers: readonly ImportedSigner[];
};

/** The digest of the imported content of a version: 64 hex, SHA-256 over its canonical JSON. */
export async function importDigest({ formType, procedures, origin, signers }: ImportedContent, sha256: Sha256): Promise<string> {
  return sha256(canonical({ formType, procedures, origin, signers }));
}
