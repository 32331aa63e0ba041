import { mayMove } from '#domain/cases/case-machine.ts';
import { DAY } from '#domain/base/limits.ts';
import { LINK_TRIES } from '#domain/base/link-limits.ts';
import { PAGE_LINK_LIFE } from '#domain/signing/own-page.ts';
import { isLastName } from '#domain/signing/link.ts';
import { isSameIdentity } from '#domain/values/same-identity.ts';
import { isInterpreter, ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { Refused } from '#server/api-error.ts';
import { insertHandover, renewTicket, TICKET_LENGTH } from '#server/data/signing/handovers.ts';
import { countWrongAnswer, liveLinkById, lockLink, updateLink, type LinkRow } from '#server/data/signing/links.ts';
import { updateRecipient, type RecipientRow } from '#server/data/signing/signers.ts';
import { newToken } from '#server/data/tokens.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { TokenContext } from '#server/policies/known-token.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { linkEnded } from './ended-link.ts';
import { interpreterCode } from './interpreter-code.ts';
import { openLinkCase, type LinkContext } from './link-case.ts';
import { linkOfToken } from './link-of-token.ts';
import { isPageOver, pageAccessOf } from './page-access.ts';
import { singleFlight } from './single-flight.ts';

/** The answers of the holder of a link, by the kind of its questions. */
export type LinkAnswer =
  | { kind: 'patient'; dateOfBirth: string; lastName: string }
  | { kind: 'interpreter'; name: string; code: string | undefined };

/** A ticket for this version and signer; `expiresAt` ISO. */
export type IssuedLinkTicket = { ticket: string; expiresAt: string; consentID: string; role: SignerRole };

/**
 * Judges who holds a link. The fifth wrong answer in its life locks it for good, from wherever it comes. Answers are judged one after
 * another under the lock of the case, and a wrong one is counted in the same transaction: many at once count as many, and a right one
 * never counts.
 *
 * @throws Refused LINK_ENDED, LOCKED; IDENTITY_MISMATCH with the tries that are left
 */
export async function verifyLink(
  context: LinkContext & TokenContext,
  token: string,
  answer: LinkAnswer,
): Promise<IssuedLinkTicket> {
  const link = await linkOfToken(context, token);
  if (isInterpreter(link.role) !== (answer.kind === 'interpreter')) throw new Refused('LINK_ENDED');
  const judged = await judging(`${link.id} ${JSON.stringify(answer)}`, () =>
    inTransaction(context.db, (trx) => judge({ ...context, db: trx }, link, answer)),
  );
  if ('ticket' in judged) return judged;
  if (judged.triesLeft <= 0) throw new Refused('LOCKED');
  throw new Refused('IDENTITY_MISMATCH', { data: judged });
}

type Judged = IssuedLinkTicket | { triesLeft: number };

/** Equal answers that come at once are one: a double tap is one try, and opens one ticket. */
const judging = singleFlight<Judged>();

async function judge(context: LinkContext, link: LinkRow, answer: LinkAnswer): Promise<Judged> {
  const key = { organisationId: link.organisation_id, linkId: link.id };
  const open = await openLinkCase(context, link);
  // Under the lock of the case: a new link, a recall or other answers may have come first.
  const live = await liveLinkById(context.db, key);
  if (live === undefined) throw new Refused('LINK_ENDED');
  const signer = await findSigner(open, { role: link.role, order: link.signing_order });
  if (signer === undefined) throw new Refused('LINK_ENDED');
  // A page that has ended meanwhile opens to nobody, by whatever link.
  const isOver = live.purpose === 'PAGE' ? pageAccessOf(open, signer) === null : isPageOver(open, signer);
  if (isOver) throw await linkEnded(context.db, live, context.deps);
  if (live.locked_at === null && live.tries < LINK_TRIES && isRight(open, { link, signer, answer }))
    return letIn(open, { link: live, signer });
  const tries = await countWrongAnswer(context.db, key, LINK_TRIES);
  if (tries === undefined || tries >= LINK_TRIES) await lock(open, link);
  return { triesLeft: tries === undefined ? 0 : LINK_TRIES - tries };
}

/** Notes that somebody has pressed the button of a link; once. */
export async function openLinkPage(context: LinkContext & TokenContext, token: string): Promise<LinkRow> {
  const { db, deps, now } = context;
  const link = await linkOfToken(context, token);
  if (link.opened_at !== null) return link;
  return inTransaction(db, async (trx) => {
    const open = await openLinkCase({ ...context, db: trx }, link);
    const live = await liveLinkById(trx, { organisationId: link.organisation_id, linkId: link.id });
    if (live === undefined) throw new Refused('LINK_ENDED');
    if (live.opened_at !== null) return live;
    const signer = await findSigner(open, { role: link.role, order: link.signing_order });
    if (signer === undefined) throw new Refused('LINK_ENDED');
    const change = openingOf(link, { now, deps });
    await updateLink(trx, { organisationId: link.organisation_id, linkId: link.id }, change);
    await recordEvent(open, { type: 'LINK_OPENED', by: { signer }, detail: byLink(link) });
    return { ...link, ...change };
  });
}

/** The change of a link that is opened for the first time: a code that was scanned lasts as long as a mail from then on. */
function openingOf(link: LinkRow, { now, deps }: Pick<LinkContext, 'now' | 'deps'>): Pick<LinkRow, 'opened_at' | 'ends_at'> {
  if (link.channel !== 'QR') return { opened_at: now, ends_at: link.ends_at };
  const life = link.purpose === 'PAGE' ? PAGE_LINK_LIFE.message : deps.settings.linkDays * DAY;
  return { opened_at: now, ends_at: new Date(deps.clock() + life).toISOString() };
}

function isRight(
  { patient, consent, deps }: OpenCase,
  { link, signer, answer }: { link: LinkRow; signer: RecipientRow; answer: LinkAnswer },
): boolean {
  if (answer.kind === 'interpreter') {
    const agencyId = consent.content.interpreter?.agencyId ?? '';
    const expected = interpreterCode(link, agencyId, deps) ?? agencyId;
    return isSameIdentity(answer.name, signer.name) && isSameIdentity(answer.code ?? '', expected);
  }
  const shown = consent.pinned?.patient;
  const dateOfBirth = shown?.dateOfBirth ?? patient.date_of_birth;
  const isOwn = ROLE_RULES[link.role].isPatient;
  // Somebody who comes back after months may have another name by now.
  const names = [shown?.lastName ?? patient.last_name, ...(link.purpose === 'PAGE' ? [patient.last_name] : [])];
  const isName = (lastName: string) => isLastName(answer.lastName, { name: signer.name, ...(isOwn ? { lastName } : {}) });
  return answer.dateOfBirth === dateOfBirth && names.some(isName);
}

async function lock(open: OpenCase, link: LinkRow): Promise<void> {
  const { db, now } = open;
  if (!(await lockLink(db, { organisationId: link.organisation_id, linkId: link.id }, now))) return;
  await recordEvent(open, { type: 'LINK_LOCKED', by: 'SYSTEM', detail: byLink(link) }, { about: link.signing_order });
}

/** Gives the holder of a link a ticket: who it is was asked. */
export async function letIn(
  open: OpenCase,
  { link: before, signer }: { link: LinkRow; signer: RecipientRow },
): Promise<IssuedLinkTicket> {
  const { db, deps, now, consent } = open;
  // An answer opens the link as well, also without the button.
  const opening = before.opened_at === null ? openingOf(before, open) : {};
  const link = { ...before, ...opening };
  const key = { organisationId: link.organisation_id, linkId: link.id };
  const handoverId = deps.newId();
  const ticket = newToken('t', deps.random);
  const expiresAt = new Date(Math.min(deps.clock() + TICKET_LENGTH, Date.parse(link.ends_at))).toISOString();
  await insertHandover(db, {
    organisation_id: link.organisation_id,
    id: handoverId,
    consent_id: consent.id,
    role: link.role,
    signing_order: link.signing_order,
    session_id: null,
    user_id: link.sent_by,
    link_id: link.id,
    started_at: now,
    ended_at: null,
    is_queued: false,
  });
  await renewTicket(db, {
    organisationId: link.organisation_id,
    handoverId,
    token: ticket,
    endsAt: expiresAt,
    latestEnd: link.ends_at,
  });
  if (link.verified_at === null) await updateLink(db, key, { verified_at: now, ...opening });
  await recordEvent(open, { type: 'LINK_VERIFIED', by: { signer }, detail: byLink(link) });
  if (mayMove(consent.status, 'sign') && ['WAITING', 'INVITED', 'OPENED'].includes(signer.state))
    await updateRecipient(
      db,
      { organisationId: link.organisation_id, id: consent.id, order: signer.signing_order },
      { state: 'VERIFIED', identity: { confirmed: true, at: now } },
    );
  return { ticket, expiresAt, consentID: consent.id, role: link.role };
}

function byLink({ role, signing_order: order, channel }: LinkRow) {
  return { role, order, channel };
}
