import { canonical, type Sha256 } from '#domain/base/canonical.ts';
import type { Talk } from '#domain/consents/open-points.ts';
import type { IdentityAcceptance } from '#domain/patients/identity-check.ts';
import type { BothMeant } from '#domain/theatre/same-day.ts';

/**
 * The digest of a record beside a version, which its event holds: a check of who a form is about, a talk about open choices, or that several
 * consents of one day are meant. 64 hex, SHA-256 over its canonical JSON.
 */
export async function recordDigest(record: IdentityAcceptance | Talk | BothMeant, sha256: Sha256): Promise<string> {
  return sha256(canonical(record));
}
