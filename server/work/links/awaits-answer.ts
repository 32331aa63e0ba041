import { mayMove } from '#domain/cases/case-machine.ts';
import { isSignerDone } from '#domain/consents/recipients.ts';
import type { NotificationKind } from '#domain/notifications/notification-kinds.ts';
import type { LinkRow } from '#server/data/signing/links.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';

type AnswerOf = {
  readonly link: Pick<LinkRow, 'ended_at' | 'locked_at' | 'ends_at'>;
  /** undefined where they were taken off the form */
  readonly signer: RecipientRow | undefined;
};

/** Whether the link still opens a form that is out, and whose signer has not answered: only then is somebody asked for an answer. */
export function awaitsAnswer(
  { consent, record, deps }: Pick<OpenCase, 'consent' | 'record' | 'deps'>,
  { link, signer }: AnswerOf,
): boolean {
  const isOut = mayMove(consent.status, 'sign') && record.current_consent_id === consent.id;
  return isOut && isLinkOpen(link, deps.clock()) && signer !== undefined && !isSignerDone(signer);
}

/** Whether a link opens at this moment, ms since 1970. */
export function isLinkOpen({ ended_at, locked_at, ends_at }: AnswerOf['link'], at: number): boolean {
  return ended_at === null && locked_at === null && Date.parse(ends_at) > at;
}

type OldNews = { readonly news: NotificationKind | null; readonly signer: RecipientRow | undefined };

/** Whether news that waited is true still: a form that was recalled may have been signed anew, and a sealed one taken back. */
export function isStillNews({ consent }: Pick<OpenCase, 'consent'>, { news, signer }: OldNews): boolean {
  if (news === 'RECALLED') return !mayMove(consent.status, 'sign') && consent.status !== 'SIGNED';
  if (news === 'LINK_ENDED') return signer === undefined || !isSignerDone(signer);
  return news !== 'SEALED' || consent.status === 'SIGNED';
}
