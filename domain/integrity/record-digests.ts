import { canonical, type Sha256 } from '#domain/base/canonical.ts';
import type { Talk } from '#domain/consents/open-points.ts';
import type { IdentityAcceptance } from '#domain/patients/identity-check.ts';
import type { BothMeant } from '#domain/theatre/same-day.ts';

/** The digest of a check of who a form is about: 64 hex, SHA-256 over its canonical JSON. Its event holds it. */
export async function identityCheckDigest(check: IdentityAcceptance, sha256: Sha256): Promise<string> {
  return sha256(canonical(check));
}

/** The digest of a talk about open choices: 64 hex, SHA-256 over its canonical JSON. Its event holds it. */
export async function talkDigest(talk: Talk, sha256: Sha256): Promise<string> {
  return sha256(canonical(talk));
}

/** The digest of a record that several consents of one day are meant: as {@link identityCheckDigest}. */
export async function bothMeantDigest(meant: BothMeant, sha256: Sha256): Promise<string> {
  return sha256(canonical(meant));
}
