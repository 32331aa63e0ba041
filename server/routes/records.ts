import { REFERRAL_ACCESS } from '#contract/shapes/referral-shapes.ts';
import { DONE, sentAgainWords } from '#domain/base/done-messages.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import { CHAIN_START } from '#domain/cases/timeline.ts';
import { caseSummary, listCases } from '#server/data/summaries/case-summaries.ts';
import { caseById, sinceOf } from '#server/data/cases/cases.ts';
import { sameDayConsentsOf } from '#server/data/theatre/same-day.ts';
import { partsOfCase } from '#server/data/signing/consent-parts.ts';
import { consentsOfCase } from '#server/data/consents/consents.ts';
import { presentQuestion } from '#server/data/signing/signers.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import type { Context, Handlers } from '#server/http/serve.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { redactCases } from '#server/policies/other-teams.ts';
import { caseVisibility, mineOf, referralVisibility } from '#server/policies/visibility.ts';
import { assessChild } from '#server/work/consents/assess-child.ts';
import { recordDisagreement } from '#server/work/signing/disagreement.ts';
import { recall, voidConsent } from '#server/work/consents/end-consent.ts';
import { changeListing, presentListed, presentSameDay } from '#server/work/consents/listed.ts';
import { deleteDraft } from '#server/work/consents/delete-draft.ts';
import { openNewVersion } from '#server/work/consents/new-version.ts';
import { recordEvent, openCase, openRecord, openVersionOf } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { refuseStale } from '#server/work/consents/save-consent.ts';
import { resumeSigning } from '#server/work/links/resume-signing.ts';
import { sendToSigners } from '#server/work/links/send-links.ts';
import { expectedVersionOf } from '#server/policies/expected-version.ts';
import { changeOperator } from '#server/work/consents/change-operator.ts';
import { confirm, notConfirm } from '#server/work/consents/confirm.ts';
import { figureClock } from '#server/work/consents/figure-clock.ts';
import { isHiddenFrom, readableTimeline, timelineFilter } from '#server/work/consents/hidden-version.ts';
import { presentCase, viewConsent, viewConsents } from '#server/work/consents/view.ts';
import { versionsWithRefusal } from '#server/data/documents/refusals.ts';
import { currentDocument, downloadRevision, storedAddress } from '#server/work/documents/current-document.ts';
import { drawPreview } from '#server/work/documents/draw-preview.ts';
import { withAddresses, withPaperAddress } from '#server/work/documents/with-addresses.ts';
import { presentReferred } from '#server/work/referrals/present-referral.ts';
import { updateReferralDraft } from '#server/work/referrals/update-draft.ts';
import { checkCase } from '#server/work/integrity/check-case.ts';

type Names =
  | 'recordGet'
  | 'recordDetails'
  | 'recordUpdate'
  | 'recordSend'
  | 'recordAnswer'
  | 'recordVoid'
  | 'recordConfirm'
  | 'recordNotConfirmed'
  | 'recordDisagreement'
  | 'recordAssessChild'
  | 'recordRecall'
  | 'recordReopen'
  | 'recordReconsent'
  | 'recordTimeline'
  | 'recordPdfGetter'
  | 'recordPdf'
  | 'recordDelete';

export const recordsHandlers: Pick<Handlers, Names> = {
  async recordGet({ duration, referral, confirm, ...filter }, context) {
    const { db, actor, deps } = context;
    // The call is one of two lists, each with its own readers.
    const readers: readonly Permission[] = referral === undefined ? ['consents.read'] : REFERRAL_ACCESS;
    if (!readers.some((each) => actor.permissions.includes(each))) throw new Refused('FORBIDDEN');
    const since = sinceOf(duration, deps.clock());
    if (referral !== undefined) {
      const mine = referral === 'MINE' ? mineOf(actor) : undefined;
      const found = await listCases(db, referralVisibility(actor), { ...filter, since, referral: { mine } });
      const referred = await redactCases(context, found.records);
      return { message: DONE.OK, data: { ...found, records: referred.map((row) => presentReferred(row, { actor, deps })) } };
    }
    const confirmDue = confirm === undefined ? undefined : figureClock(deps);
    const page = await listCases(db, caseVisibility(actor), { ...filter, since, confirmDue });
    const lines = await redactCases(context, page.records);
    return { message: DONE.OK, data: { ...page, records: lines.map((row) => presentCase(row, deps)) } };
  },

  async recordDetails({ id }, { db, actor, deps }) {
    const { organisationId } = actor;
    // The timeline is read after the versions and the case last: none tells of a change that the one after it does not know yet.
    const rows = await partsOfCase(db, { organisationId, clinicianId: undefined }, id);
    const timeline = await readableTimeline({ db, actor }, id);
    const consents = await viewConsents({ db, actor, deps }, rows, new Map([[id, timeline]]));
    const record = await caseSummary(db, caseVisibility(actor), id);
    if (record === undefined) throw new Refused('NOT_FOUND');
    const read = consents.map((each) => withAddresses(each, { actor, deps }));
    // A case on no list stands beside no other.
    const isListed = record.listed_on !== null && record.in_force_consent_id !== null;
    const sameDay = presentSameDay(isListed ? await sameDayConsentsOf(db, { organisationId, id }) : []);
    return { message: DONE.OK, data: { record: { ...presentCase(record, deps), ...sameDay }, consents: read, timeline } };
  },

  async recordUpdate({ recordID, version, listed, clinicianID, referral }, context) {
    const { db, actor, deps } = context;
    if (referral !== undefined) return updateReferralDraft(context, { recordID, version, referral });
    const open = await openRecord(context, recordID, async ({ record: found }) => {
      // Checked first: a caller with a stale version gets a conflict, even where the listing would not change.
      if (found.version !== (await expectedVersionOf(context, version, { entity: 'case', id: recordID })))
        throw new Refused('VERSION_CONFLICT', {
          data: { current: await presentListed(db, found, deps) },
          shows: { case: recordID },
        });
    });
    if (listed !== undefined) await changeListing(open, actor, listed);
    if (clinicianID !== undefined) await changeOperator(open, clinicianID);
    const record = await caseSummary(db, caseVisibility(actor), recordID);
    if (record === undefined) throw new Refused('NOT_FOUND');
    const message = listed === undefined ? DONE.OPERATOR_CHANGED : listed === null ? DONE.CASE_UNLISTED : DONE.CASE_LISTED;
    return { message, data: presentCase(record, deps), listing: await presentListed(db, record, deps) };
  },

  async recordSend({ recordID, version, ...sending }, context) {
    const open = await openRecord(context, recordID, async (found) => {
      if (version !== undefined) await refuseStale(found, version);
    });
    // READY lasts only while a send runs: what is sent again is a form whose time has ended.
    await resumeSigning(open);
    const recipients = await sendToSigners(await openVersionOf(open, open.consent.id), context.actor, sending);
    const names = recipients.flatMap(({ channel, recipient_name: name }) => (channel === 'DEVICE' ? [] : [name]));
    return { message: sentAgainWords(names), recipients };
  },

  async recordAnswer({ id, answer }, context) {
    const { db, actor, now } = context;
    const question = await db
      .selectFrom('questions')
      .selectAll()
      .where('organisation_id', '=', actor.organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (question === undefined) throw new Refused('NOT_FOUND');
    const open = await openCase(context, question.consent_id);
    // The patient has read the answer, so it is not overwritten.
    if (question.answer !== null) throw moveRefused('QUESTION_ANSWERED');
    const answered = await db
      .updateTable('questions')
      .set({ answer, answered_by: actor.name, answered_at: now })
      .where('organisation_id', '=', actor.organisationId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const event = { type: 'QUESTION_ANSWERED', by: byStaff(open), detail: { question: question.text, answer } } as const;
    await recordEvent(open, event, { about: question.signing_order ?? undefined });
    return { message: DONE.QUESTION_ANSWERED, data: presentQuestion(answered) };
  },

  async recordVoid({ consentID, ...why }, context) {
    await voidConsent(await openCase(context, consentID), why);
    return { message: DONE.CONSENT_VOIDED, data: await viewConsent(context, consentID) };
  },

  async recordConfirm({ consentID, ...given }, context) {
    await confirm(await openCase(context, consentID), context.actor, given);
    return { message: DONE.CONSENT_CONFIRMED, data: await viewConsent(context, consentID) };
  },

  async recordNotConfirmed({ consentID, ...given }, context) {
    await notConfirm(await openCase(context, consentID), given);
    return { message: DONE.CONSENT_NOT_CONFIRMED, data: await viewConsent(context, consentID) };
  },

  async recordDisagreement({ consentID, version, ...recorded }, context) {
    const open = await openCase(context, consentID, (found) => refuseStale(found, version));
    await recordDisagreement(open, context.actor, recorded);
    return { message: DONE.OK, data: await viewConsent(context, consentID) };
  },

  async recordAssessChild({ consentID, version, ...given }, context) {
    const open = await openCase(context, consentID, (found) => refuseStale(found, version));
    await assessChild(open, context.actor, given);
    return { message: DONE.OK, data: await viewConsent(context, consentID) };
  },

  async recordRecall({ consentID, reason }, context) {
    await recall(await openCase(context, consentID), reason);
    return { message: DONE.CONSENT_RECALLED, data: await viewConsent(context, consentID) };
  },

  async recordReopen({ id, reason }, context) {
    return newVersion(context, id, { kind: 'reopen', reason });
  },

  async recordReconsent({ id, reason }, context) {
    return newVersion(context, id, { kind: 'reconsent', reason });
  },

  async recordTimeline({ id }, { db, actor, deps, isForTablet }) {
    if ((await caseById(db, caseVisibility(actor), id)) === undefined) throw new Refused('NOT_FOUND');
    const checked = await checkCase(deps, { organisationId: actor.organisationId, caseId: id });
    if (checked === undefined) throw new Refused('NOT_FOUND');
    const { events, faults } = checked;
    const chain = { ok: faults.length === 0, length: events.length, head: events.at(-1)?.hash ?? CHAIN_START };
    const restrict = await timelineFilter({ db, actor, isForTablet }, [id]);
    return { message: DONE.OK, data: { events: restrict(events), chain } };
  },

  async recordPdfGetter({ id }, { db, actor, deps }) {
    if ((await caseById(db, caseVisibility(actor), id)) === undefined) throw new Refused('NOT_FOUND');
    const versions = await consentsOfCase(db, actor.organisationId, id);
    const refused = await versionsWithRefusal(db, { organisationId: actor.organisationId, ids: versions.map((each) => each.id) });
    // A form that was declined before refusals had a paper has no document.
    const answered = versions.filter((each) => each.signed_at !== null || each.refusal_due_at !== null || refused.has(each.id));
    const shown = answered.filter((each) => !isHiddenFrom(actor, each));
    const current = shown.find(({ status }) => status === 'SIGNED') ?? shown[0];
    if (current === undefined) throw moveRefused('NO_DOCUMENT');
    const document = await currentDocument(db, current);
    return { message: DONE.OK, ...(await storedAddress(db, deps, document, await downloadRevision(db, document, undefined))) };
  },

  async recordPdf({ caseID, ...given }, { db, actor, deps }) {
    if ((await caseById(db, caseVisibility(actor), caseID)) === undefined) throw new Refused('NOT_FOUND');
    return drawPreview({ organisationId: actor.organisationId, caseID, ...given }, { db, deps });
  },

  async recordDelete({ id }, context) {
    return deleteDraft(await openRecord(context, id));
  },
};

async function newVersion(context: Context<StaffActor>, id: string, how: { kind: 'reopen' | 'reconsent'; reason: string }) {
  const open = await openNewVersion(await openRecord(context, id), context.actor, how);
  const data = await viewConsent(context, open.consent.id);
  const saved = {
    message: DONE.CONSENT_REOPENED,
    consentID: open.consent.id,
    bitpaper: data.bitpaper,
    bitpaperPDFURL: data.bitpaperPDFURL,
    data,
  };
  return withPaperAddress(saved, context);
}
