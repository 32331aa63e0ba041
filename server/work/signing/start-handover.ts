import { notNow } from '#server/work/cases/not-now.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { signerAt } from '#domain/consents/recipients.ts';
import { hasClinicianSigned, laterPoints } from '#domain/documents/later-points.ts';
import { decides, signsUnderAccount, type SignerRole } from '#domain/forms/signer-roles.ts';
import {
  bindHandover,
  deleteTicket,
  handoverById,
  insertHandover,
  renewTicket,
  TICKET_CAP,
  TICKET_LENGTH,
} from '#server/data/signing/handovers.ts';
import { recipientsIn, type RecipientRow } from '#server/data/signing/signers.ts';
import { newToken } from '#server/data/tokens.ts';
import { Refused } from '#server/api-error.ts';
import { isQueuedCall, isQueuedCapture } from '#server/http/capture.ts';
import { openWithoutAsking } from '#server/http/record-reason.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { keyOfVersion, openCase, recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { endLinksOf } from '#server/work/cases/end-links.ts';
import { resumeSigning } from '#server/work/links/resume-signing.ts';
import { capturedMoment } from '#server/work/cases/captured-moment.ts';
import { SIGNER_UNCLEAR } from '#server/work/cases/signer-of-call.ts';
import { formToAnswer } from '#server/work/cases/points-of-form.ts';
import { inTransaction } from '#server/data/transaction.ts';

type HandoverStart = {
  consentID: string;
  role: SignerRole;
  signing_order?: number | undefined;
  handoverId?: string | undefined;
  /** of a queued call: the handover began with a ticket, and the tablet queues what follows in it */
  isUnderWay?: boolean | undefined;
};

/** `expiresAt`: ISO; past where the handover goes on without a ticket. */
type HandoverTicket = { ticket: string; expiresAt: string; handoverId: string };

/**
 * Starts a handover on a device with a ticket, or renews the ticket of one that this clinician started. A handover that goes on
 * offline loses its ticket instead: its queued calls are then accepted from the clinician's session. One that a tablet kept gets no ticket
 * where its clinician would be asked for a reason to open the record: a ticket shows the whole form.
 *
 * @throws Refused INVALID for a role that does not sign so, ALREADY_SIGNED, MOVE_REFUSED
 */
export async function startHandover(context: Context<StaffActor>, start: HandoverStart): Promise<HandoverTicket> {
  const { actor, deps, now } = context;
  const { consentID, role } = start;
  const key = { organisationId: actor.organisationId, handoverId: start.handoverId ?? deps.newId() };
  const isQueued = isQueuedCapture(context.capture);
  const isUnderWay = isQueued && start.isUnderWay === true;
  const ticket = newToken('t', deps.random);
  const inTime = (length: number) => new Date(deps.clock() + length).toISOString();
  const endsAt = inTime(TICKET_LENGTH);
  const expiresAt = await inTransaction(context.db, async (db) => {
    const open = await openCase({ ...context, db }, consentID);
    const before = await handoverById(db, key.organisationId, key.handoverId);
    const isSameSigner = before?.role === role && (start.signing_order ?? before.signing_order) === before.signing_order;
    const isOwn = before?.consent_id === consentID && isSameSigner && before.user_id === actor.userId;
    // The form may have changed meanwhile: each call that follows is judged by itself.
    if (isUnderWay && isOwn) {
      await deleteTicket(db, key);
      return now;
    }
    const signer = await signerOnDevice(open, start);
    if (before === undefined) {
      // An offline tablet may not know that the time of a link has ended: its signer signed in good time.
      if (isQueued && mayMove(open.consent.status, 'resend') && isCurrent(open)) await resumeSigning(open);
      else if (!isOut(open) && !isHeldFor(open, { signer, isQueued })) throw notNow(open);
      if (signer.state === 'SIGNED' && !(await mayStartLaterHandover(open, signer, isQueued)))
        throw new Refused('ALREADY_SIGNED');
      await insertHandover(db, {
        organisation_id: key.organisationId,
        id: key.handoverId,
        consent_id: consentID,
        role,
        signing_order: signer.signing_order,
        session_id: actor.sessionId,
        user_id: actor.userId,
        link_id: null,
        started_at: open.now,
        ended_at: null,
        is_queued: isQueued && !isUnderWay,
      });
      // The signer signs on this device: links to them end.
      await endLinksOf(open, {
        by: 'OTHER_WAY',
        order: signer.signing_order,
        until: new Date(capturedMoment(open, open)).toISOString(),
      });
      await recordEvent(open, { type: 'HANDOVER_STARTED', by: byStaff(open), detail: { role, order: signer.signing_order } });
    } else if (!isOwn || before.ended_at !== null) throw notNow(open, 'HANDOVER_ENDED');
    // The same clinician after a new sign-in: the tablet is taken back into the session that is there.
    else await bindHandover(db, { organisationId: key.organisationId, id: key.handoverId, sessionId: actor.sessionId, isQueued });
    const isShown =
      !isQueuedCall(context.capture) || (await openWithoutAsking({ db, deps, actor }, [open.record.patient_id])).size > 0;
    if (isUnderWay || !isShown) return now;
    await renewTicket(db, { ...key, token: ticket, endsAt, latestEnd: inTime(TICKET_CAP) });
    return endsAt;
  });
  return { ticket, expiresAt, handoverId: key.handoverId };
}

/** The signer of a call, who signs on a handed-over device. @throws Refused INVALID, MOVE_REFUSED */
async function signerOnDevice(
  open: OpenCase,
  { role, signing_order }: Pick<HandoverStart, 'role' | 'signing_order'>,
): Promise<RecipientRow> {
  const { db, consent } = open;
  const all = await recipientsIn(db, { organisationId: consent.organisation_id, id: consent.id });
  const signer = signerAt(all, { role, signing_order });
  if (signer === 'ambiguous') throw new Refused('INVALID', { fields: [SIGNER_UNCLEAR] });
  // Staff sign under their own account: no ticket reaches the clinician's block.
  if (signsUnderAccount(role) || (signer === undefined && isOut(open)))
    throw new Refused('INVALID', {
      fields: [{ path: 'role', message: 'Nobody with this role signs on a handed-over device' }],
    });
  // A recalled form has no recipients: the form was taken back, so the role is not at fault.
  if (signer === undefined) throw notNow(open);
  return signer;
}

/**
 * Whether somebody who has signed may be asked again: about what the form leaves open to them, until the clinician has signed. A tablet
 * without a network may not know that the clinician has, nor what was settled since: what was said there is stored, and judged by itself.
 */
async function mayStartLaterHandover(open: OpenCase, signer: RecipientRow, isQueued: boolean): Promise<boolean> {
  const signers = await recipientsIn(open.db, keyOfVersion(open));
  const form = formToAnswer(open, signers);
  if (form === undefined) return false;
  if (isQueued) return decides(signer.role);
  if (hasClinicianSigned(signers)) return false;
  return laterPoints(form, signer.signing_order).length > 0;
}

/** Whether a version in force takes, as late ones, the answers of a tablet that had no network. */
function isHeldFor({ consent, record }: OpenCase, { signer, isQueued }: { signer: RecipientRow; isQueued: boolean }): boolean {
  return isQueued && signer.state === 'SIGNED' && record.in_force_consent_id === consent.id;
}

/** Whether the version is out for signing. */
function isOut(open: OpenCase): boolean {
  return mayMove(open.consent.status, 'sign') && isCurrent(open);
}

/** Whether no newer version of the case is being written. */
function isCurrent({ consent, record }: OpenCase): boolean {
  return record.current_consent_id === consent.id;
}
