import type { TicketDetails } from '#contract/signing.ts';
import { laterPoints, canAnswerLater } from '#domain/documents/later-points.ts';
import { LATER_STATEMENT } from '#domain/signing/later-signature.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import { isByLink } from '#server/http/actor.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { formToAnswer } from '#server/work/cases/points-of-form.ts';
import { isNewHandover } from './new-handover.ts';

/** The choices about which the holder of a ticket is asked again: in a handover after that of their signature, while the clinician has not signed. */
export async function laterOfTicket(
  open: OpenCase,
  me: RecipientRow | undefined,
  signers: readonly RecipientRow[],
): Promise<Pick<TicketDetails, 'later'>> {
  const { actor, consent } = open;
  const form = formToAnswer(open, signers);
  if (me?.state !== 'SIGNED' || actor.kind !== 'ticket' || isByLink(actor) || form === undefined) return {};
  if (!canAnswerLater({ ...form, status: consent.status })) return {};
  if (!(await isNewHandover(open, me, actor.handoverId))) return {};
  const points = laterPoints(form, me.signing_order);
  return points.length === 0 ? {} : { later: { points, statement: LATER_STATEMENT } };
}
