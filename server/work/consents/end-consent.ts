import { notNow } from '#server/work/cases/not-now.ts';
import { mayMove, mayVoid } from '#domain/cases/case-machine.ts';
import type { VoidKind } from '#domain/base/states.ts';
import { consentsOfCase } from '#server/data/consents/consents.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { mayAskToWithdraw } from '#domain/cases/withdrawal.ts';
import type { WithdrawalWay } from '#domain/cases/withdrawal-ways.ts';
import { quotedWords } from '#domain/consents/own-words.ts';
import { forgetOwnWords, presentWords, spokenWordsIn } from '#server/data/signing/own-words.ts';
import { recipientsIn, signaturesIn, type RecipientRow } from '#server/data/signing/signers.ts';
import { Refused } from '#server/api-error.ts';
import { takeBackAfter } from './end-case.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import { isByLink, type TicketActor } from '#server/http/actor.ts';
import { keyOfVersion, type OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { storeWords } from '#server/work/cases/store-words.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';

/** A withdrawal: why, and, where staff record it, the place of whoever asked and how; a build before says neither. */
type Withdrawal = {
  readonly reason: string;
  readonly signing_order?: number | undefined;
  readonly how?: WithdrawalWay | undefined;
};

/**
 * Takes a signed consent back, at once: it is in force no longer. The timeline names whoever withdrew it as the author, and beside them the
 * member of staff who wrote it down.
 *
 * @throws Refused MOVE_REFUSED unless it is signed; FORBIDDEN for the ticket of somebody whose signature the form did not need, such
 *   as a child who does not decide alone or a parent who did not agree, and for one that names another place; INVALID for somebody who is not
 *   asked about the treatment
 */
export async function withdraw(open: OpenCase, { reason, how, signing_order: order }: Withdrawal): Promise<void> {
  const { consent, actor, now } = open;
  if (!mayMove(consent.status, 'withdraw')) throw notNow(open);
  const signer = actor.kind === 'ticket' ? await signerOfTicket(open, actor, order) : await signerAtOrder(open, order);
  const by = signer === undefined ? byStaff(open) : { signer };
  const detail: TimelineEvent['detail'] = {
    reason,
    ...(actor.kind === 'staff' && how !== undefined ? { how } : {}),
    ...(isByLink(actor) ? { isByLink: true } : {}),
  };
  await storeWords(open, { kind: 'WITHDRAWAL', text: reason, by });
  // The operation was done by it: whether that is so is found out first, and undoing it withdraws the consent at once.
  if (open.record.ended?.kind === 'DONE' && open.record.in_force_consent_id === consent.id)
    return takeBackAfter(open, { by, detail });
  await moveVersion(open, 'withdraw', {
    change: { status: 'WITHDRAWN', withdrawn_at: now },
    events: [{ type: 'WITHDRAWN', by, detail }],
  });
}

async function signerOfTicket(open: OpenCase, ticket: TicketActor, order: number | undefined): Promise<RecipientRow> {
  const me = await findSigner(open, { role: ticket.role, order: ticket.signingOrder });
  if (me?.state !== 'SIGNED' || !me.required || (order !== undefined && order !== me.signing_order))
    throw new Refused('FORBIDDEN');
  return me;
}

/** The person at whose wish staff withdraw; undefined where they name nobody. */
async function signerAtOrder({ db, ...open }: OpenCase, order: number | undefined): Promise<RecipientRow | undefined> {
  if (order === undefined) return undefined;
  const signer = (await recipientsIn(db, keyOfVersion(open))).find((each) => each.signing_order === order);
  if (signer !== undefined && mayAskToWithdraw(signer.role)) return signer;
  throw new Refused('INVALID', { fields: [{ path: 'signing_order', message: 'Say who on this form has asked for it' }] });
}

/**
 * Records that a version was made in error: it is in force never again, and no older version takes its place. Signatures stay as
 * evidence, and a document that is not sealed yet still is.
 *
 * @throws Refused MOVE_REFUSED for one that was voided before; NEWER_FORM_OUT for one of another patient with which a form that is out
 *   compares itself
 */
export async function voidConsent(
  open: OpenCase,
  { reason, kind }: { readonly reason: string; readonly kind: VoidKind },
): Promise<void> {
  const { consent } = open;
  if (!mayVoid({ status: consent.status, voidKind: consent.void_kind })) throw notNow(open);
  if (kind === 'WRONG_PATIENT' && (await isFollowedByOut(open))) throw new Refused('NEWER_FORM_OUT');
  await moveVersion(open, 'void', {
    change: { status: 'VOIDED', void_kind: kind },
    events: [{ type: 'VOIDED', by: byStaff(open), detail: { reason, kind } }],
  });
}

/** Whether a version that was opened from this one is out: its signers are shown what has changed since. */
async function isFollowedByOut({ db, record, consent }: OpenCase): Promise<boolean> {
  const versions = await consentsOfCase(db, record.organisation_id, record.id);
  return versions.some(({ previous_id: previous, status }) => previous === consent.id && mayMove(status, 'sign'));
}

/** Takes a sent version back to draft; its signatures are cancelled and stay in the timeline. */
export async function recall(open: OpenCase, reason: string): Promise<void> {
  const { consent, db } = open;
  if (!mayMove(consent.status, 'recall')) throw notNow(open);
  const signed = (await signaturesIn(db, keyOfVersion(open))).map(({ role }) => role);
  // The answers at signing belong to the recalled form; the timeline has them.
  const unanswered = {
    disagreement: null,
    child_said_no: false,
    signed_by_link: false,
    paper_reported_at: null,
    patient_comments: '',
    parent_comments: '',
    interpreter_comments: '',
  };
  const written = await writtenIn(open);
  await forgetOwnWords(db, keyOfVersion(open));
  await moveVersion(open, 'recall', {
    change: { status: 'DRAFT', pinned: null, letterhead: null, digest: null, sent_at: null, ...unanswered },
    events: [{ type: 'RECALLED', by: byStaff(open), detail: { reason, cancelledSignatures: signed.join(', '), ...written } }],
  });
}

/** The words about a version with their speakers, for the timeline, which keeps them; nothing without any. */
async function writtenIn(open: OpenCase): Promise<{ ownWords?: string }> {
  const { db, consent } = open;
  const key = keyOfVersion(open);
  const around = {
    ...consent,
    own_words: await spokenWordsIn(db, key),
    recipients: await recipientsIn(db, key),
    signatures: await signaturesIn(db, key),
  };
  const words = presentWords(around).filter(({ kind }) => kind !== 'MATTERS');
  if (words.length === 0) return {};
  return { ownWords: words.map((each) => `${each.speaker}: ${quotedWords(each)}`).join('\n') };
}
