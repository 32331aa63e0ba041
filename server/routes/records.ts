import { mayMove } from '#domain/case-machine.ts';
import { DONE } from '#domain/messages.ts';
import { checkChain } from '#domain/timeline.ts';
import { caseById, listCases, sinceOf, updateCase } from '../data/cases.ts';
import { consentsOfCase } from '../data/consents.ts';
import { patientById } from '../data/patients.ts';
import { presentQuestion } from '../data/signers.ts';
import { eventsOf, sha256Hex } from '../data/timeline.ts';
import { Refused } from '../http/refused.ts';
import type { Context, Handlers } from '../http/serve.ts';
import type { StaffActor } from '../http/actor.ts';
import { caseReach } from '../policies/reach.ts';
import { recall, voidConsent } from '../work/end-consent.ts';
import { listCase, presentListed } from '../work/listed.ts';
import { openNewVersion } from '../work/new-version.ts';
import { note, openCase, openRecord } from '../work/open-case.ts';
import { refuseStale } from '../work/save-consent.ts';
import { versionSeen } from '../work/sync-version.ts';
import { summariseCase, viewConsent } from '../work/view.ts';

type Names =
  | 'recordGet'
  | 'recordDetails'
  | 'recordUpdate'
  | 'recordSend'
  | 'recordAnswer'
  | 'recordVoid'
  | 'recordRecall'
  | 'recordReopen'
  | 'recordReconsent'
  | 'recordTimeline'
  | 'recordDelete';

export const records: Pick<Handlers, Names> = {
  async recordGet({ duration, ...filter }, { sql, actor, parts }) {
    const page = await listCases(sql, caseReach(actor), { ...filter, since: sinceOf(duration, parts.clock()) });
    const found = [];
    for (const { id } of page.records) {
      const record = await caseById(sql, caseReach(actor), id);
      if (record !== undefined) found.push(await summariseCase(sql, record));
    }
    return { message: DONE.OK, data: { ...page, records: found } };
  },

  async recordDetails({ id }, { sql, actor }) {
    const record = await caseById(sql, caseReach(actor), id);
    const patient =
      record === undefined
        ? undefined
        : await patientById(sql, { organisationId: actor.organisationId, createdBy: undefined }, record.patient_id);
    if (record === undefined || patient === undefined) throw new Refused('NOT_FOUND');
    const timeline = await eventsOf(sql, actor.organisationId, id);
    const consents = [];
    for (const row of await consentsOfCase(sql, actor.organisationId, id))
      consents.push(await viewConsent({ db: sql, organisationId: actor.organisationId, actor }, row, patient, timeline));
    return { message: DONE.OK, data: { record: await summariseCase(sql, record), consents, timeline } };
  },

  async recordUpdate({ recordID, version, listed }, context) {
    const { sql, actor } = context;
    const open = await openRecord(context, recordID);
    // First of all: whoever did not see how the case stands is told so, also where they would say the same.
    if (open.record.version !== (await versionSeen(context, version, { entity: 'case', id: recordID })))
      throw new Refused('VERSION_CONFLICT', { data: { current: await presentListed(sql, open.record) } });
    await listCase(open, actor, listed);
    const record = await caseById(sql, caseReach(actor), recordID);
    if (record === undefined) throw new Refused('NOT_FOUND');
    const message = listed === null ? DONE.CASE_UNLISTED : DONE.CASE_LISTED;
    return { message, data: await summariseCase(sql, record), listing: await presentListed(sql, record) };
  },

  async recordSend({ recordID, version, channel }, context) {
    const open = await openRecord(context, recordID);
    if (version !== undefined) await refuseStale(open, version);
    if (channel === 'EMAIL') throw new Refused(open.patient.email === null ? 'NO_EMAIL_ADDRESS' : 'MAIL_NOT_AVAILABLE');
    // READY lasts only while a send runs, and EXPIRED belongs to links: on the device there is nothing to send again.
    throw new Refused('MOVE_REFUSED');
  },

  async recordAnswer({ id, answer }, context) {
    const { sql, actor, now } = context;
    const question = await sql
      .selectFrom('questions')
      .selectAll()
      .where('organisation_id', '=', actor.organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (question === undefined) throw new Refused('NOT_FOUND');
    const open = await openCase(context, question.consent_id);
    // What was answered was read by the patient: it is not written over.
    if (question.answer !== null) throw new Refused('MOVE_REFUSED');
    const answered = await sql
      .updateTable('questions')
      .set({ answer, answered_by: actor.name, answered_at: now })
      .where('organisation_id', '=', actor.organisationId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await note(open, { type: 'QUESTION_ANSWERED', detail: { question: question.text, answer } });
    return { message: DONE.QUESTION_ANSWERED, data: presentQuestion(answered) };
  },

  async recordVoid({ consentID, reason }, context) {
    await voidConsent(await openCase(context, consentID), reason);
    return { message: DONE.CONSENT_VOIDED, data: await presentVersion(context, consentID) };
  },

  async recordRecall({ consentID, reason }, context) {
    await recall(await openCase(context, consentID), reason);
    return { message: DONE.CONSENT_RECALLED, data: await presentVersion(context, consentID) };
  },

  async recordReopen({ id, reason }, context) {
    return newVersion(context, id, { kind: 'reopen', reason });
  },

  async recordReconsent({ id, reason }, context) {
    return newVersion(context, id, { kind: 'reconsent', reason });
  },

  async recordTimeline({ id }, { sql, actor }) {
    if ((await caseById(sql, caseReach(actor), id)) === undefined) throw new Refused('NOT_FOUND');
    const events = await eventsOf(sql, actor.organisationId, id);
    return { message: DONE.OK, data: events, chain: await checkChain(events, sha256Hex) };
  },

  async recordDelete({ id }, context) {
    const open = await openRecord(context, id);
    const { sql, actor, now } = context;
    const versions = await consentsOfCase(sql, actor.organisationId, id);
    if (!mayMove(open.consent.status, 'delete') || versions.length > 1) throw new Refused('VOID_INSTEAD');
    await note(open, { type: 'DELETED' });
    await sql
      .updateTable('consents')
      .set({ deleted_at: now })
      .where('organisation_id', '=', actor.organisationId)
      .where('case_id', '=', id)
      .execute();
    await updateCase(
      sql,
      { organisationId: actor.organisationId, id },
      { deleted_at: now, updated_at: now, version: open.record.version + 1 },
    );
    return { message: DONE.DRAFT_DELETED };
  },
};

async function newVersion(context: Context<StaffActor>, id: string, how: { kind: 'reopen' | 'reconsent'; reason: string }) {
  const open = await openNewVersion(await openRecord(context, id), context.actor, how);
  const data = await presentVersion(context, open.consent.id);
  return {
    message: DONE.CONSENT_REOPENED,
    consentID: open.consent.id,
    bitpaper: data.bitpaper,
    bitpaperPDFURL: data.bitpaperPDFURL,
    data,
  };
}

async function presentVersion(context: Context<StaffActor>, consentID: string) {
  const { consent, patient } = await openCase(context, consentID);
  return viewConsent({ db: context.sql, organisationId: context.actor.organisationId, actor: context.actor }, consent, patient);
}
