import { DONE } from '#domain/messages.ts';
import { DOCUMENT_LINK_LENGTH, TICKET_LENGTH } from '#domain/limits.ts';
import { mayMove } from '#domain/case-machine.ts';
import { consentById, listConsents } from '../data/consents.ts';
import { documentByLink, documentOf, insertLink } from '../data/documents.ts';
import { handoverById, bindHandover, insertHandover, renewTicket } from '../data/handovers.ts';
import { patientById } from '../data/patients.ts';
import { caseById } from '../data/cases.ts';
import { recipientsIn } from '../data/signers.ts';
import { hashToken, newToken, type StaffActor } from '../http/actor.ts';
import { Refused } from '../http/refused.ts';
import type { Handlers } from '../http/serve.ts';
import { caseReach } from '../policies/reach.ts';
import type { Page } from '../data/paging.ts';
import type { CaseStatus } from '#domain/states.ts';
import type { Sql } from '../parts.ts';
import { note, openCase } from '../work/open-case.ts';
import { createConsent, presentSaved, refuseStale, updateConsentDraft } from '../work/save-consent.ts';
import { sendConsent } from '../work/send-consent.ts';
import { versionSeen } from '../work/sync-version.ts';
import { summariseConsent, viewConsent } from '../work/view.ts';

type Names =
  | 'consentCreate'
  | 'consentUpdate'
  | 'consentSend'
  | 'consentGetAll'
  | 'consentGetConsents'
  | 'consentGetPrivateUrl'
  | 'documentGet'
  | 'consentSendToSign';

export const consents: Pick<Handlers, Names> = {
  async consentCreate({ consentID, recordID, patientID, formType, activeTab, ...given }, context) {
    const open = await createConsent(context, { consentID, recordID, patientID, formType, activeTab, given });
    return presentSaved(open, 'CONSENT_CREATED');
  },

  async consentUpdate({ consentID, version, formType, activeTab, ...given }, context) {
    const open = await updateConsentDraft(context, consentID, { version, formType, activeTab, given });
    return presentSaved(open, 'CONSENT_SAVED');
  },

  async consentSend({ consentID, version, channel, templateVersion }, context) {
    if (channel === 'EMAIL')
      throw new Refused('MAIL_NOT_AVAILABLE', { fields: [{ path: 'channel', message: 'Choose to sign on this device' }] });
    const open = await openCase(context, consentID);
    await refuseStale(open, await versionSeen(context, version, { entity: 'consent', id: consentID }));
    await sendConsent(open, context.actor, templateVersion);
    const sent = await openCase(context, consentID);
    const data = await viewConsent(
      { db: context.sql, organisationId: context.actor.organisationId, actor: context.actor },
      sent.consent,
      sent.patient,
    );
    const recipients = data.recipients.map((recipient) => ({ ...recipient, channel, mail: null }));
    return { message: DONE.CONSENT_SENT, data, recipients };
  },

  async consentGetAll(filter, { sql, actor }) {
    return listOf(sql, actor, { ...filter, mine: false });
  },

  async consentGetConsents({ myConsents, ...filter }, { sql, actor }) {
    return listOf(sql, actor, { ...filter, mine: myConsents });
  },

  async consentGetPrivateUrl({ consentID, kind }, { sql, actor, parts }) {
    if ((await consentById(sql, caseReach(actor), consentID)) === undefined) throw new Refused('NOT_FOUND');
    const document = await documentOf(sql, { organisationId: actor.organisationId, id: consentID }, kind);
    if (document === undefined) throw new Refused('NOT_FOUND');
    const token = newToken('d', parts.random);
    const expiresAt = new Date(parts.clock() + DOCUMENT_LINK_LENGTH).toISOString();
    await insertLink(sql, {
      token_hash: hashToken(token),
      organisation_id: actor.organisationId,
      document_id: document.id,
      ends_at: expiresAt,
    });
    return { message: DONE.OK, url: `${parts.publicOrigin}/api/document/${token}`, expiresAt };
  },

  async documentGet({ token }, { sql, now }) {
    const document = await documentByLink(sql, hashToken(token), now);
    if (document === undefined) throw new Refused('NOT_FOUND');
    return { file: document.bytes, name: `${document.consent_id}_consent.pdf`, type: 'application/pdf' };
  },

  async consentSendToSign({ consentID, role, handoverId }, context) {
    const { actor, parts, now } = context;
    const ticket = newToken('t', parts.random);
    const expiresAt = new Date(parts.clock() + TICKET_LENGTH).toISOString();
    const id = handoverId ?? parts.newId();
    await context.sql.transaction().execute(async (sql) => {
      const open = await openCase({ ...context, sql }, consentID);
      const recipient = (await recipientsIn(sql, { organisationId: actor.organisationId, id: consentID })).find(
        (each) => each.role === role,
      );
      const isOut = mayMove(open.consent.status, 'sign') && open.record.current_consent_id === consentID;
      // Staff sign under their own account: no ticket reaches the clinician's block.
      if (role === 'CLINICIAN' || (recipient === undefined && isOut))
        throw new Refused('INVALID', {
          fields: [{ path: 'role', message: 'Nobody with this role signs on a handed-over device' }],
        });
      // A form that was recalled has nobody to sign it: not the role is wrong, the form is no longer out.
      if (recipient === undefined) throw new Refused('MOVE_REFUSED');
      const before = await handoverById(sql, actor.organisationId, id);
      if (before === undefined) {
        if (!isOut) throw new Refused('MOVE_REFUSED');
        if (recipient.state === 'SIGNED') throw new Refused('ALREADY_SIGNED');
        await insertHandover(sql, {
          organisation_id: actor.organisationId,
          id,
          consent_id: consentID,
          role,
          session_id: actor.sessionId,
          user_id: actor.userId,
          started_at: now,
          ended_at: null,
        });
        await note(open, { type: 'HANDOVER_STARTED', detail: { role } });
      } else if (
        before.consent_id !== consentID ||
        before.role !== role ||
        before.ended_at !== null ||
        before.user_id !== actor.userId
      )
        throw new Refused('MOVE_REFUSED');
      // The same clinician after a new sign-in: the tablet is taken back into the session that is there.
      else await bindHandover(sql, { organisationId: actor.organisationId, id, sessionId: actor.sessionId });
      await renewTicket(sql, { organisationId: actor.organisationId, handoverId: id, token: ticket, endsAt: expiresAt });
    });
    return { message: DONE.HANDOVER_STARTED, ticket, expiresAt, handoverId: id };
  },
};

async function listOf(
  sql: Sql,
  actor: StaffActor,
  { mine, ...filter }: { search: string; status: CaseStatus | 'ALL'; mine: boolean } & Page,
) {
  const reach = caseReach(actor);
  const page = await listConsents(sql, mine ? { ...reach, clinicianId: actor.userId } : reach, filter);
  const records = [];
  for (const { id } of page.records) {
    const row = await consentById(sql, reach, id);
    const record = row === undefined ? undefined : await caseById(sql, { ...reach, clinicianId: undefined }, row.case_id);
    const patient =
      record === undefined
        ? undefined
        : await patientById(sql, { organisationId: actor.organisationId, createdBy: undefined }, record.patient_id);
    if (row !== undefined && patient !== undefined) records.push(await summariseConsent(sql, row, patient));
  }
  return { message: DONE.OK, data: { ...page, records } };
}
