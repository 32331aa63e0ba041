import { canonical } from '#domain/base/canonical.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import { sha256Hex } from '#server/sha256.ts';

/** The digest of a section's words, by which a text that its author has saved is known again. */
export function sectionDigest({ id, title, nodes }: StoredSection): string {
  return sha256Hex(canonical({ id, title, nodes }));
}
