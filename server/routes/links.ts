import { DONE } from '#domain/base/done-messages.ts';
import { newPersonOf, type Invite, type InvitedPerson } from '#domain/signing/invite.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { Refused } from '#server/api-error.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context, Handlers } from '#server/http/serve.ts';
import { caseById } from '#server/data/cases/cases.ts';
import { recipientsIn } from '#server/data/signing/signers.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import { requireReasonToOpen } from '#server/http/record-reason.ts';
import { openCase, openRecord, type OpenCase } from '#server/work/cases/open-case.ts';
import { endLinksOf } from '#server/work/cases/end-links.ts';
import { bareLink } from '#server/work/links/link-of-token.ts';
import { sendLink } from '#server/work/links/send-link.ts';
import { openLinkPage, verifyLink } from '#server/work/links/verify-link.ts';
import { giveCopy, recordCopy } from '#server/work/own-page/give-copy.ts';
import { joinForm } from '#server/work/signing/join-form.ts';
import { planJoining } from '#server/work/signing/plan-joining.ts';

type Names =
  | 'consentVerifyUser'
  | 'recordVerifyPatient'
  | 'recordVerifyInterpreter'
  | 'consentSendEmail'
  | 'recordSendInvite'
  | 'recordGiveCopy'
  | 'recordCopyOutcome'
  | 'recordEndLink';

export const linksHandlers: Pick<Handlers, Names> = {
  async consentVerifyUser({ token }, context) {
    const { db, deps } = context;
    const link = await openLinkPage(context, token);
    return { message: DONE.OK, data: await bareLink(db, link, deps) };
  },

  async recordVerifyPatient({ id, patientDetails }, context) {
    return letIn(context, id, await verifyLink(context, id, { kind: 'patient', ...patientDetails }));
  },

  async recordVerifyInterpreter({ id, name, code }, context) {
    return letIn(context, id, await verifyLink(context, id, { kind: 'interpreter', name, code }));
  },

  async consentSendEmail({ consentID, ...to }, context) {
    const open = await openCase(context, consentID);
    const { endsAt } = await sendLink(open, context.actor, { ...to, channel: 'EMAIL' });
    return { message: DONE.EMAIL_SENT, data: { mail: 'QUEUED', endsAt } };
  },

  async recordSendInvite({ id, invites }, context) {
    await requireReasonToOpen(context, { case: id });
    await refuseStrangers(context, id, invites);
    await refuseMisfits(context, id, invites);
    const results = [];
    // One at a time: they write into one timeline.
    for (const invite of invites) results.push(await invited(context, id, invite));
    const isAnySent = results.some(({ endsAt }) => endsAt !== null);
    return { message: isAnySent ? DONE.LINKS_SENT : DONE.NO_LINK_SENT, data: results };
  },

  async recordGiveCopy({ consentID, signing_order: order, channel, addressConfirmed, address: seen }, context) {
    const isConfirmed = addressConfirmed === true;
    const { token, endsAt } = await inTransaction(context.db, async (db) =>
      giveCopy(await openCase({ ...context, db }, consentID), context.actor, { order, channel, isConfirmed, seen }),
    );
    const link = channel === 'QR' ? { url: `${context.deps.publicOrigin}/login/${token}`, expiresAt: endsAt } : null;
    return {
      message: link === null ? DONE.COPY_SENT : DONE.OK,
      data: { mail: link === null ? 'QUEUED' : null, endsAt, link },
    };
  },

  async recordCopyOutcome({ consentID, ...outcome }, context) {
    await recordCopy(await openCase(context, consentID), outcome);
    return { message: DONE.COPY_RECORDED, data: { consentID } };
  },

  async recordEndLink({ consentID, signing_order: order }, context) {
    const open = await openCase(context, consentID);
    await endLinksOf(open, { by: 'STAFF', order });
    return { message: DONE.LINK_ENDED, data: { consentID } };
  },
};

function letIn({ deps }: Pick<Context, 'deps'>, token: string, verified: Awaited<ReturnType<typeof verifyLink>>) {
  const { ticket, expiresAt, consentID, role } = verified;
  return { message: DONE.WELCOME, url: `${deps.publicOrigin}/consent/${token}`, ticket, expiresAt, data: { consentID, role } };
}

/** @throws Refused INVALID for a place at which nobody signs: nothing is sent then */
async function refuseStrangers({ db, actor }: Context<StaffActor>, recordID: string, invites: readonly Invite[]): Promise<void> {
  const record = await caseById(db, caseVisibility(actor), recordID);
  if (record?.current_consent_id == null) return;
  const signers = await recipientsIn(db, { organisationId: actor.organisationId, id: record.current_consent_id });
  const fields = invites.flatMap(({ signing_order: order }, at) =>
    order === undefined || signers.some((each) => each.signing_order === order)
      ? []
      : [{ path: `invites[${at}].signing_order`, message: `Nobody on this form has signing order ${order}` }],
  );
  if (fields.length > 0) throw new Refused('INVALID', { fields });
}

/**
 * Judges all new people before anything is sent to anybody.
 *
 * @throws Refused as {@link planJoining}
 */
async function refuseMisfits(context: Context<StaffActor>, recordID: string, invites: readonly Invite[]): Promise<void> {
  const invitations = invites.flatMap((invite, at) => {
    const person = newPersonOf(invite);
    return person === null ? [] : [{ person, path: `invites[${at}]` }];
  });
  if (invitations.length === 0) return;
  await inTransaction(context.db, async (db) => {
    await planJoining(await openRecord({ ...context, db }, recordID), context.actor, invitations);
  });
}

/** Sends one link in a transaction of its own, in which a new person joins the form: a refused one undoes itself alone. */
async function invited(context: Context<StaffActor>, recordID: string, invite: Invite) {
  const { signing_order, channel } = invite;
  const none = { mail: null, endsAt: null, link: null } as const;
  try {
    return await inTransaction(context.db, async (db) => {
      const open = await openRecord({ ...context, db }, recordID);
      const person = newPersonOf(invite);
      const to = person === null ? { open, order: signing_order } : await joined(open, context.actor, person);
      if (person !== null && !ROLE_RULES[person.role].mayUseLink)
        return { signing_order: to.order ?? null, role: person.role, channel, ...none, message: SIGNS_ON_THE_WARD };
      const order = { signing_order: to.order, channel, addressConfirmed: invite.addressConfirmed };
      const { signer, endsAt, url } = await sendLink(to.open, context.actor, order);
      return {
        signing_order: signer.signing_order,
        role: signer.role,
        channel,
        mail: channel === 'EMAIL' ? 'QUEUED' : null,
        endsAt,
        link: url === undefined ? null : { url, expiresAt: endsAt },
        message: null,
      };
    });
  } catch (error) {
    if (!(error instanceof Refused) || error.key === 'NOT_FOUND') throw error;
    const message = error.fields?.[0]?.message ?? error.message;
    return { signing_order: signing_order ?? null, role: null, channel, ...none, message };
  }
}

/** The message for a signer who joined the form, and to whom no link goes. */
const SIGNS_ON_THE_WARD = 'Added to the signers. Nobody signs in this role by a link: the own account or the tablet is used';

async function joined(open: OpenCase, actor: StaffActor, person: InvitedPerson) {
  const [plan] = await planJoining(open, actor, [{ person, path: 'invite' }]);
  if (plan === undefined) throw new Refused('NOT_FOUND');
  return joinForm(open, plan);
}
