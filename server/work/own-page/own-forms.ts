import type { Answer } from '#contract/calls.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { mayInformAdults } from '#domain/family/family-signers.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { isReachable } from '#domain/notifications/reachable-signer.ts';
import { ownPageOf } from '#domain/signing/own-page.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { isSameName } from '#domain/values/same-identity.ts';
import { Refused } from '#server/api-error.ts';
import { linkById, type LinkRow } from '#server/data/signing/links.ts';
import { formsAboutPatient, type OwnForm } from '#server/data/signing/page-forms.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { TicketActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { openCase, type OpenCase } from '#server/work/cases/open-case.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { isSameAddress, presentAddress } from '#server/work/links/link-address.ts';
import { openLinkCase } from '#server/work/links/link-case.ts';
import { pageAccessOf } from '#server/work/links/page-access.ts';
import { letIn, type IssuedLinkTicket } from '#server/work/links/verify-link.ts';
import { openPage } from './open-page.ts';

/** Forms of one person that their page lists, the newest first [choice]. */
const LISTED_MOST = 20;

type Visiting = Context<TicketActor>;

/**
 * The other forms of somebody who has come back by a link, and has answered them: of the same patient, and the same person. Empty on a tablet
 * that was handed over, which shows one form alone.
 */
export async function listOwnForms(context: Visiting): Promise<Answer<'pageForms'>['data']> {
  const link = await ownLink(context);
  if (link === null) return [];
  const { timeZone } = context.deps.settings;
  const { consent, forms } = await othersOf(context, link);
  return forms.map(({ caseNumber, status, signed_at: signedAt, updated_at: changedAt, ...form }) => {
    const at = signedAt ?? changedAt;
    return {
      consentID: form.consent_id,
      caseNumber: shownCaseNumber(caseNumber),
      status,
      at,
      day: localDate(Date.parse(at), timeZone),
      ...(form.case_id === consent.case_id && form.version_number > consent.version_number ? { isNewer: true } : {}),
    };
  });
}

/**
 * Gives a ticket for another form of the same person, until the link by which they came ends.
 *
 * @throws Refused NOT_FOUND for a form that is not among those listed; LINK_ENDED where staff alone help on
 */
export async function openOwnForm(context: Visiting, consentID: string): Promise<IssuedLinkTicket> {
  const link = await ownLink(context);
  if (link === null) throw new Refused('FORBIDDEN');
  const form = (await othersOf(context, link)).forms.find(({ consent_id: id }) => id === consentID);
  if (form === undefined) throw new Refused('NOT_FOUND');
  const { role, signing_order: order, organisation_id } = form;
  return inTransaction(context.db, async (trx) => {
    const target = { organisation_id, consent_id: consentID, id: link.id, role, signing_order: order, sent_by: link.sent_by };
    const open = await openLinkCase({ ...context, db: trx }, target);
    const signer = await findSigner(open, { role, order });
    if (signer === undefined || pageAccessOf(open, signer) !== 'PAGE') throw new Refused('LINK_ENDED');
    const life = Math.max(0, Date.parse(link.ends_at) - context.deps.clock());
    const visitor = { signer, channel: link.channel, address: link.address, sentBy: link.sent_by, by: 'SYSTEM' } as const;
    const page = await openPage(open, { ...visitor, isCarried: true }, life);
    const opened = page === null ? undefined : await linkById(trx, { organisationId: organisation_id, linkId: page.linkId });
    if (opened === undefined) throw new Refused('LINK_ENDED');
    return letIn(open, { link: opened, signer });
  });
}

/** The link by which the holder of a ticket came; null on a tablet. */
async function ownLink({ db, actor }: Visiting): Promise<LinkRow | null> {
  const { linkId, organisationId } = actor;
  return linkId === null ? null : ((await linkById(db, { organisationId, linkId })) ?? null);
}

function othersOf(context: Visiting, link: LinkRow): Promise<Pick<OpenCase, 'consent'> & { readonly forms: OwnForm[] }> {
  const { db, actor } = context;
  return inTransaction(db, async (trx) => {
    const open = await openCase({ ...context, db: trx }, actor.consentId);
    return { consent: open.consent, forms: await others(open, link) };
  });
}

async function others(open: OpenCase, link: LinkRow): Promise<OwnForm[]> {
  const { db, record, consent, deps, patient } = open;
  const { role, signing_order: order } = link;
  const me = await findSigner(open, { role, order });
  if (me === undefined || pageAccessOf(open, me) !== 'PAGE') return [];
  const moment = { today: localDate(deps.clock(), deps.settings.timeZone), now: deps.clock() };
  const forms = await formsAboutPatient(db, { organisationId: record.organisation_id, patientId: record.patient_id, role });
  // Another adult of the same name has an address of their own.
  const isMine = (form: OwnForm) =>
    ROLE_RULES[role].isPatient ||
    (isSameName(form.name, me.name) && isSameAddress(presentAddress({ patient, consent: form }, form), link.address));
  return (
    forms
      .filter((form) => form.consent_id !== consent.id && isMine(form))
      // Of one that a young person hides at home no link tells but its own: an address of theirs may be a parent's.
      .filter(({ content }) => mayInformAdults(content))
      .filter(({ role: own, content }) => isReachable({ role: own, patient, form: content }))
      .filter(({ signed_at: signedAt, updated_at: updatedAt, date_of_birth: dateOfBirth, ...form }) => {
        const standing = { ...form, answeredAt: signedAt ?? updatedAt, dateOfBirth };
        return ownPageOf(standing, moment) === 'PAGE';
      })
      .slice(0, LISTED_MOST)
  );
}
