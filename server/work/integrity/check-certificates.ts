import { canonical } from '#domain/base/canonical.ts';
import type { DeletionCertificate } from '#domain/organisation/retention.ts';
import { certificatesAfter, certificateSubject, deletionLinesAfter } from '#server/data/retention/certificates.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { fileKey, type FiledHead } from '#server/outside/heads-file.ts';
import { sha256Hex } from '#server/sha256.ts';

/** The digest of a certificate that the security log names. */
export function certificateDigest(content: DeletionCertificate): string {
  return sha256Hex(canonical(content));
}

type CheckedCertificates = {
  /** ids of certificates that are missing, or not those of the security log */ faulty: string[];
  /** whether a chain of the file of heads went with a record that was deleted by the rules, and with its last filed end */
  isDeleted: (head: FiledHead) => boolean;
};

/**
 * Compares every certificate of an organisation with the line of the security log that names it, in one snapshot; the log itself is
 * walked elsewhere. A certificate without its line excuses nothing.
 */
export function checkCertificates({ database }: Pick<Deps, 'database'>, organisationId: string): Promise<CheckedCertificates> {
  return database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((db) => compareCertificates(db, organisationId));
}

async function compareCertificates(db: Db, organisationId: string): Promise<CheckedCertificates> {
  const named = new Map<string, string>();
  for (let after = 0; ;) {
    const lines = await deletionLinesAfter(db, organisationId, after);
    for (const { subject, detail } of lines) named.set(subject ?? '', detail);
    after = lines.at(-1)?.seq ?? 0;
    if (lines.length === 0) break;
  }
  const faulty: string[] = [];
  const ends = new Map<string, number>();
  for (let after: string | undefined; ;) {
    const rows = await certificatesAfter(db, organisationId, after);
    for (const { id, content, sha256 } of rows) {
      const subject = certificateSubject(id);
      const digest = certificateDigest(content);
      if (named.get(subject) !== digest || sha256 !== digest || content.id !== id) faulty.push(id);
      else
        for (const { chain, id: chainId, length } of content.chains)
          ends.set(fileKey({ organisation_id: organisationId, chain, id: chainId }), length);
      named.delete(subject);
    }
    after = rows.at(-1)?.id;
    if (after === undefined) break;
  }
  for (const subject of named.keys()) faulty.push(subject.replace('certificate ', ''));
  return { faulty, isDeleted: (head) => head.length <= (ends.get(fileKey(head)) ?? -1) };
}
