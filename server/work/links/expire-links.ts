import { mayMove } from '#domain/cases/case-machine.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { isSignerDone, isRequired } from '#domain/consents/recipients.ts';
import { endedLinks, type LinkRow, LINKS_PER_ROUND, liveLinkById, updateLink } from '#server/data/signing/links.ts';
import { latestLinks } from '#server/data/signing/version-links.ts';
import { recipientsIn } from '#server/data/signing/signers.ts';
import { lastEvent } from '#server/data/cases/timeline.ts';
import type { Deps } from '#server/deps.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { forEachLink } from './link-case.ts';

/**
 * Ends the links whose time has come. A form on which nobody is left who may sign, as the time of each link has ended, is EXPIRED.
 *
 * @returns true while more may be due
 */
export async function expireLinks(deps: Deps): Promise<boolean> {
  const now = new Date(deps.clock()).toISOString();
  const due = await endedLinks(deps.database.db, now, LINKS_PER_ROUND);
  await forEachLink(deps, due, expireLink);
  return due.length === LINKS_PER_ROUND;
}

/** Ends a link whose time is over, and the form with it where nobody is left who may sign. */
export async function expireLink(open: OpenCase, link: LinkRow): Promise<void> {
  const { db, now, consent, record } = open;
  const key = { organisationId: link.organisation_id, linkId: link.id };
  // Under the lock of the case: another server, or a new link, may have come first.
  if ((await liveLinkById(db, key)) === undefined) return;
  await updateLink(db, key, { ended_at: now, ended_by: 'TIME' });
  await recordEvent(open, {
    type: 'LINK_ENDED',
    by: 'SYSTEM',
    detail: { role: link.role, order: link.signing_order, by: 'TIME' },
  });
  if (!mayMove(consent.status, 'expire') || record.current_consent_id !== consent.id || !(await isOver(open))) return;
  await moveVersion(open, 'expire', { change: { status: 'EXPIRED' }, events: [{ type: 'EXPIRED', by: 'SYSTEM' }] });
}

/** Whether everybody for whom the form waits away from the clinic had a link, and each of these ended by its time. */
async function isOver(open: OpenCase): Promise<boolean> {
  const { db, consent } = open;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  const waiting = (await recipientsIn(db, key)).filter(
    (each) => isRequired(each) && ROLE_RULES[each.role].mayUseLink && !isSignerDone(each),
  );
  const latest = await latestLinks(db, key);
  const outSince = await outSinceOf(open);
  return waiting.length > 0 && waiting.every(({ signing_order: order }) => isTimedOut(latest.get(order), outSince));
}

/** The moment since which the form is out: it was sent, or opened again after its time had ended. */
async function outSinceOf({ db, consent, record }: OpenCase): Promise<string | null> {
  const key = { organisationId: record.organisation_id, caseId: record.id, versionId: consent.id };
  const resumed = (await lastEvent(db, key, 'RESUMED'))?.at ?? null;
  const sent = consent.sent_at;
  return sent === null || (resumed !== null && resumed > sent) ? resumed : sent;
}

/** Whether a link of the form as it is out was for somebody who is away: a code that nobody opened was shown to somebody who was there. */
function isTimedOut(link: LinkRow | undefined, outSince: string | null): boolean {
  if (link?.ended_by !== 'TIME' || (outSince !== null && link.created_at < outSince)) return false;
  return link.channel === 'EMAIL' || link.opened_at !== null;
}
