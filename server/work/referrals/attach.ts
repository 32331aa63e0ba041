import { ATTACHMENT_REFUSALS, ATTACHMENT_TYPES, attachmentName } from '#domain/documents/attachment.ts';
import { ATTACHMENTS_MOST, mayAttach } from '#domain/referrals/referral.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { updateCase } from '#server/data/cases/cases.ts';
import { attachmentsOf, insertAttachment } from '#server/data/referrals/referrals.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { sha256Hex } from '#server/sha256.ts';
import { openReferral, recordReferralEvent, type OpenReferral } from './referral-case.ts';

/**
 * Attaches a file to a referral after its content was checked. The same bytes again change nothing.
 *
 * @throws Refused FORBIDDEN for somebody on neither side, MOVE_REFUSED once the referral has ended, INVALID with a sentence about a file
 *   that is not taken; nothing is then stored
 */
export async function attach(context: Context<StaffActor>, recordID: string): Promise<void> {
  const { db, deps, files, fileNames } = context;
  // Asked before the work, and again under the lock.
  await inTransaction(db, async (trx) => refuseAttaching(await openReferral({ ...context, db: trx }, recordID)));
  const bytes = files[0] ?? Buffer.alloc(0);
  // Reading takes its time: no transaction is open meanwhile.
  const verdict = await deps.scans.inspectAttachment(bytes);
  if (!verdict.ok) throw refusedFile(ATTACHMENT_REFUSALS[verdict.reason]);
  const type = ATTACHMENT_TYPES[verdict.kind];
  await inTransaction(db, async (trx) => {
    const open = await openReferral({ ...context, db: trx }, recordID);
    refuseAttaching(open);
    await store(open, { bytes, type, name: attachmentName(fileNames[0] ?? '', type) });
  });
}

async function store(
  open: OpenReferral,
  { bytes, type, name }: { bytes: Buffer; type: (typeof ATTACHMENT_TYPES)[keyof typeof ATTACHMENT_TYPES]; name: string },
): Promise<void> {
  const { db, actor, now, deps, record } = open;
  const key = { organisationId: record.organisation_id, id: record.id };
  const stored = await attachmentsOf(db, key);
  const sha256 = sha256Hex(bytes);
  if (stored.some((each) => each.sha256 === sha256)) return;
  if (stored.length >= ATTACHMENTS_MOST) throw refusedFile(`A referral has at most ${ATTACHMENTS_MOST} files`);
  await insertAttachment(db, {
    organisation_id: key.organisationId,
    id: deps.newId(),
    case_id: key.id,
    name,
    type,
    size: bytes.length,
    sha256,
    bytes,
    at: now,
    user_id: actor.userId,
    user_name: actor.name,
  });
  await updateCase(db, key, { version: record.version + 1, updated_at: now });
  await recordReferralEvent(open, record, { type: 'REFERRAL_FILE_ADDED', detail: { sha256, size: bytes.length } });
}

function refuseAttaching({ sides, status }: OpenReferral): void {
  if (sides.length === 0) throw new Refused('FORBIDDEN');
  if (!mayAttach(status)) throw moveRefused(`REFERRAL_${status}`);
}

function refusedFile(message: string): Refused {
  return new Refused('INVALID', { fields: [{ path: 'file', message }] });
}
