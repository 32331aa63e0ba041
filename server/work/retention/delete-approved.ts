import { DELETION_WAIT, type DeletionCertificate } from '#domain/organisation/retention.ts';
import { insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import type { Db } from '#server/data/db.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import { certificateSubject } from '#server/data/retention/certificates.ts';
import { chainsOf, countParts, deleteParts, insertCertificate, lockRecord } from '#server/data/retention/deletions.ts';
import { approvedBefore, endProposals, proposalById, type ShownProposal } from '#server/data/retention/retention.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { certificateDigest } from '#server/work/integrity/check-certificates.ts';
import { stillDue } from './still-due.ts';

type Deleting = Pick<Deps, 'database' | 'clock' | 'settings' | 'newId' | 'chainKey'>;
type Ref = { organisationId: string; id: string };

/**
 * Deletes one record that two people have decided on, with everything of it, once the wait after the approval is over: in one transaction,
 * which leaves a certificate and a line of the security log that names it by its digest. A record that came into use again, or is held, stays.
 *
 * @returns whether there may be more
 */
export async function deleteApproved(deps: Deleting): Promise<boolean> {
  const before = new Date(deps.clock() - DELETION_WAIT).toISOString();
  return inTransaction(deps.database.db, async (db) => {
    const ref = await approvedBefore(db, before);
    if (ref === undefined) return false;
    const of = await lockRecord(db, ref);
    // Read again under the locks: somebody may have kept it, or another server has deleted it.
    const row = await proposalById(db, ref);
    const people = row === undefined ? undefined : decidedBy(row);
    if (row === undefined || people === undefined || Date.parse(people.approved.at) > Date.parse(before)) return true;
    const { due, rules } = await stillDue({ db, deps }, ref);
    if (due === undefined) {
      await cancelDeletion(db, deps, { ref, row });
      return true;
    }
    const kinds = (await countParts(db, of)).map((each) => ({
      ...each,
      digest: deps.chainKey.mac(`${each.kind} ${each.digest}`),
    }));
    const { adultYears, deathYears, childAge } = rules;
    const now = new Date(deps.clock()).toISOString();
    const content: DeletionCertificate = {
      id: deps.newId(),
      at: now,
      why: due.why,
      dueOn: due.due_on,
      rules: { adultYears, deathYears, childAge },
      ...people,
      kinds,
      chains: await chainsOf(db, of),
    };
    const sha256 = certificateDigest(content);
    await insertCertificate(db, of, { content, sha256 });
    await insertSecurityEvent(db, deps, {
      organisationId: ref.organisationId,
      type: 'RECORD_DELETED',
      subject: certificateSubject(content.id),
      detail: sha256,
    });
    const gone = await deleteParts(db, of, { certificateId: content.id, now });
    // Something that came in between would be gone without being counted: everything stays, and the next try counts it.
    if (gone !== kinds.reduce((sum, { count }) => sum + count, 0)) throw new Error('rows of a record came while it was deleted');
    return true;
  });
}

/** The two people of an approved deletion. */
function decidedBy(row: ShownProposal): Pick<DeletionCertificate, 'confirmed' | 'approved'> | undefined {
  const { confirmed_by: first, confirmed_name: firstName, confirmed_at: confirmedAt } = row;
  const { approved_by: second, approved_name: secondName, approved_at: approvedAt } = row;
  if (row.state !== 'APPROVED' || first === null || firstName === null || confirmedAt === null) return undefined;
  if (second === null || secondName === null || approvedAt === null) return undefined;
  return {
    confirmed: { id: first, name: firstName, at: confirmedAt },
    approved: { id: second, name: secondName, at: approvedAt },
  };
}

async function cancelDeletion(db: Db, deps: Deleting, { ref, row }: { ref: Ref; row: ShownProposal }): Promise<void> {
  await endProposals(db, ref.organisationId, [ref.id]);
  await insertSecurityEvent(db, deps, {
    organisationId: ref.organisationId,
    type: 'RECORD_KEPT',
    subject: `patient ${shownNumber(row.number)}`,
    detail: 'not due any more',
  });
}
