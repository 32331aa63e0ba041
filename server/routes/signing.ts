import { readingNeedsOf } from '#domain/patients/contact-wishes.ts';
import { notNow } from '#server/work/cases/not-now.ts';
import { isHiddenFrom } from '#server/work/consents/hidden-version.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { contentDigest, isFullShown, isOfKnownShape } from '#domain/consents/digest.ts';
import { formExtrasOf } from '#domain/consents/form-extras.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { identityEvent } from '#domain/signing/identity-event.ts';
import { shownPatientOf } from '#domain/patients/shown-patient.ts';
import { isConsenter } from '#domain/consents/recipients.ts';
import { decides } from '#domain/forms/signer-roles.ts';
import { currentDocument, downloadRevision } from '#server/work/documents/current-document.ts';
import { fileOf } from '#server/work/documents/file.ts';
import { moveTicketEnd, TICKET_LENGTH } from '#server/data/signing/handovers.ts';
import { consentById } from '#server/data/consents/consents.ts';
import { presentPatient } from '#server/data/patients/patients.ts';
import { recipientsIn, signaturesIn, updateRecipient } from '#server/data/signing/signers.ts';
import { actorOf } from '#server/http/actor.ts';
import { refuseEnded } from '#server/http/authorize.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import type { Handlers } from '#server/http/serve.ts';
import { knownToken } from '#server/policies/known-token.ts';
import { languagesOf } from '#server/policies/patient-languages.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import { isFull, refuseFlood } from '#server/work/signing/handover.ts';
import { libraryOfForm } from '#server/work/consents/library-of-form.ts';
import { offeredQuestions } from '#server/work/experience/offer-questions.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import { storeWords } from '#server/work/cases/store-words.ts';
import { keyOfVersion, recordEvent, openCase } from '#server/work/cases/open-case.ts';
import { answersOf } from '#server/work/consents/form-content.ts';
import { answerLater } from '#server/work/signing/answer-later.ts';
import { laterOfTicket } from '#server/work/signing/later-of-ticket.ts';
import { isNewHandover } from '#server/work/signing/new-handover.ts';
import { decline } from '#server/work/signing/decline.ts';
import { lateReason, sign } from '#server/work/signing/sign.ts';
import { pickSigner } from '#server/work/cases/signer-of-call.ts';
import { signerOfCall, speakerOf } from '#server/work/signing/speaker-of-call.ts';
import { recordUnderstanding } from '#server/work/signing/understanding.ts';
import { statementOfSigner } from '#server/work/signing/statements.ts';
import { pageFactsOf } from '#server/work/own-page/page-facts.ts';
import { letterheadOf } from '#server/work/documents/letterhead.ts';
import { viewConsent } from '#server/work/consents/view.ts';
import { withdraw } from '#server/work/consents/end-consent.ts';
import { mayHaveCopy } from '#server/work/own-page/own-copy.ts';
import { bareLink, linkOfToken } from '#server/work/links/link-of-token.ts';
import { isPageOver } from '#server/work/links/page-access.ts';
import { intactArchive } from '#server/work/integrity/intact-document.ts';
import { sha256Hex } from '#server/sha256.ts';
import { inTransaction } from '#server/data/transaction.ts';

type Names =
  | 'consentDetailsByToken'
  | 'recordIdentity'
  | 'recordSign'
  | 'recordDecline'
  | 'recordLater'
  | 'recordAnswers'
  | 'recordUnderstanding'
  | 'recordWithdraw'
  | 'consentDownload';

export const signingHandlers: Pick<Handlers, Names> = {
  async consentDetailsByToken({ token }, context) {
    const { db, deps, now } = context;
    // A link alone shows nothing of the form, and a look at it changes nothing: mail scanners follow links.
    if (token.startsWith('l_')) return { message: DONE.OK, data: await bareLink(db, await linkOfToken(context, token), deps) };
    const actor = await knownToken(context, async () => {
      const holder = token.startsWith('t_') ? await actorOf(token, deps) : undefined;
      return holder?.kind === 'ticket' ? holder : undefined;
    });
    if (actor.isBlocked) throw new Refused('DEVICE_REVOKED');
    refuseEnded(actor);
    await moveTicketEnd(db, actor.handoverId, actor.organisationId, new Date(deps.clock() + TICKET_LENGTH).toISOString());
    const { data } = await inTransaction(db, async (trx) => {
      const open = await openCase({ db: trx, actor, now, deps }, actor.consentId);
      const { consent, patient } = open;
      // Under the lock of the case: it may have been recorded in error a moment ago.
      if (consent.void_kind !== null) refuseEnded({ ...actor, isInError: true, hasEnded: true });
      const signers = await recipientsIn(trx, keyOfVersion(open));
      const me = pickSigner(signers, { role: actor.role, order: actor.signingOrder });
      if (me !== undefined && isPageOver(open, me)) refuseEnded({ ...actor, hasEnded: true });
      const statement = me === undefined ? undefined : statementOfSigner(consent, me, signers);
      if (statement === undefined || consent.digest === null) throw notNow(open);
      const procedures = consent.pinned?.procedures ?? consent.content.procedures;
      const extras = formExtrasOf(actor.role, procedures, await libraryOfForm(trx, actor.organisationId, procedures));
      if (me?.state === 'WAITING') {
        await updateRecipient(trx, { ...keyOfVersion(open), order: me.signing_order }, { state: 'OPENED' });
        // Links change without a new version: the record names those that were shown.
        const links = extras.resources.map(({ url }) => url).join(' ');
        await recordEvent(open, { type: 'FORM_OPENED', by: { signer: me }, detail: links === '' ? {} : { links } });
      }
      const { name } = await letterheadOf(trx, consent);
      const view = await viewConsent({ db: trx, actor, deps }, consent.id);
      return {
        data: {
          organisation: { name, timeZone: deps.settings.timeZone },
          consent: view,
          patient: {
            ...shownPatientOf(consent.pinned?.patient ?? presentPatient(patient)),
            // How they want to be written to is nobody's who reads the form.
            communication: readingNeedsOf(patient.communication),
          },
          role: actor.role,
          ...(me === undefined ? {} : { signing_order: me.signing_order }),
          recipients: view.recipients,
          statement,
          contentDigest: consent.digest,
          // The family and all else of the record go with every ticket, also what no page of its role shows: the page verifies the digest,
          // which covers all of it. Nothing of them stands beside the record.
          shown: consent.pinned !== null && isFullShown(consent.pinned) ? consent.pinned : null,
          ...languagesOf(deps.settings),
          extras: { ...extras, ...(await pageFactsOf(open, me)), ...(await offeredQuestions(open, me)) },
          ...(await laterOfTicket(open, me, signers)),
        },
      };
    });
    return { message: DONE.OK, data };
  },

  async recordIdentity({ consentID, confirmed, ...carried }, context) {
    const open = await openCase(context, consentID);
    const { me, event, handover } = await speakerOf(open, carried, { isWarning: !confirmed });
    if (confirmed) await refuseFlood(open, handover.id);
    // A report of wrong details is never refused. Repeating it changes nothing and adds no event.
    const isReported = me.state === 'SIGNED' || me.identity?.confirmed === false;
    const isRepeated = !confirmed && isReported && (await isFull(open, handover.id));
    const isOut = mayMove(open.consent.status, 'sign');
    const isOver = me.state === 'SIGNED' && !(isOut && (await isNewHandover(open, me, handover.id)));
    if (isOver || isRepeated) return { message: DONE.IDENTITY_KEPT, data: { consentID, signerState: me.state } };
    const type = identityEvent({ role: me.role, confirmed });
    if (!isOut || me.state === 'SIGNED') {
      // The late signature that follows is stored as evidence, and so is this check of the signer's identity. Of somebody who is asked again
      // the check at their signature stays its evidence.
      if (!isOut && lateReason(open.consent, me) === undefined) throw notNow(open);
      await recordEvent(open, { ...event, type });
      return { message: DONE.IDENTITY_KEPT, data: { consentID, signerState: me.state } };
    }
    const verified = confirmed ? ('VERIFIED' as const) : ('OPENED' as const);
    // A refusal stands: a check of the signer's identity afterwards does not change the state.
    const state = me.state === 'DECLINED' ? me.state : verified;
    await updateRecipient(
      context.db,
      { ...keyOfVersion(open), order: me.signing_order },
      { state, identity: { confirmed, at: context.now } },
    );
    await recordEvent(open, { ...event, type });
    return { message: DONE.IDENTITY_KEPT, data: { consentID, signerState: state } };
  },

  async recordSign(given, context) {
    return sign(await openCase(context, given.consentID), given);
  },

  async recordDecline({ consentID, reason, comments, ...carried }, context) {
    const open = await openCase(context, consentID);
    const { me, event } = await signerOfCall(open, carried);
    return decline(open, { me, detail: event.detail, reason: reason ?? '', comments: comments ?? '' });
  },

  async recordLater({ consentID, comments, ...carried }, context) {
    const open = await openCase(context, consentID);
    const { me, event, handover } = await signerOfCall(open, carried);
    await refuseFlood(open, handover.id);
    if (!mayMove(open.consent.status, 'sign')) throw notNow(open);
    await recordEvent(open, { ...event, type: 'MORE_TIME', detail: { comments: comments ?? '', ...event.detail } });
    return { message: DONE.LATER, data: { consentID, status: open.consent.status, signerState: me.state } };
  },

  async recordAnswers({ consentID, mattersToMe, additionalChoices, signature, ...carried }, context) {
    const open = await openCase(context, consentID);
    if (signature !== undefined) {
      await answerLater(open, { mattersToMe, additionalChoices, signature, ...carried });
      return { message: DONE.ANSWERS_KEPT, data: await viewConsent(context, consentID) };
    }
    const { pinned, content, status } = open.consent;
    const { me, event, handover } = await signerOfCall(open, carried);
    await refuseFlood(open, handover.id);
    if (!decides(me.role)) throw new Refused('FORBIDDEN');
    if (!mayMove(status, 'sign') || pinned === null || !isOfKnownShape(pinned)) throw notNow(open);
    if ((await signaturesIn(context.db, keyOfVersion(open))).length > 0) throw new Refused('ALREADY_SIGNED');
    const offered = new Map(content.additionalChoices.map(({ id, title }) => [id, title]));
    const strange = (additionalChoices ?? []).findIndex(({ id, title }) => offered.get(id) !== title);
    if (strange !== -1)
      throw new Refused('INVALID', {
        fields: [{ path: `additionalChoices.${strange}.id`, message: 'This choice was not offered' }],
      });
    const answered = new Map((additionalChoices ?? []).map((choice) => [choice.id, choice]));
    const changed = {
      ...content,
      mattersToMe: mattersToMe ?? content.mattersToMe,
      additionalChoices: content.additionalChoices.map((choice) => answered.get(choice.id) ?? choice),
    };
    const shown = { ...pinned, answers: answersOf(changed) };
    const digest = await contentDigest(shown, sha256Hex);
    if (changed.mattersToMe !== content.mattersToMe)
      await storeWords(open, { kind: 'MATTERS', text: changed.mattersToMe, by: { signer: me } });
    await moveVersion(open, 'answer', {
      change: { content: changed, pinned: shown, digest },
      events: [{ ...event, type: 'ANSWERS_GIVEN', detail: { contentDigest: digest, ...event.detail } }],
    });
    return {
      message: DONE.ANSWERS_KEPT,
      data: await viewConsent(context, consentID),
    };
  },

  async recordUnderstanding(given, context) {
    return recordUnderstanding(await openCase(context, given.consentID), given);
  },

  async recordWithdraw({ consentID, reason, ...wish }, context) {
    const open = await openCase(context, consentID);
    const { actor } = context;
    // An attorney or a deputy takes back too; whose signature the form did not need is refused below.
    if (actor.kind === 'ticket' && !isConsenter({ role: actor.role, required: true })) throw new Refused('FORBIDDEN');
    await withdraw(open, { reason: reason ?? '', ...wish });
    const data = await viewConsent(context, consentID);
    return { message: data.status === 'SIGNED' ? DONE.TAKEN_BACK_AFTER : DONE.CONSENT_WITHDRAWN, data };
  },

  async consentDownload({ request_id: id, kind }, context) {
    const { db, actor } = context;
    const consent = await consentById(db, caseVisibility(actor), id);
    if (consent === undefined) throw new Refused('NOT_FOUND');
    if (isHiddenFrom(actor, consent)) throw new Refused('FORBIDDEN');
    if (actor.kind === 'ticket' && !(await mayHaveCopy(db, actor, consent))) throw moveRefused('NO_DOCUMENT');
    const document = await currentDocument(db, consent, kind);
    return fileOf({ ...document, bytes: await intactArchive(context, document, await downloadRevision(db, document, kind)) });
  },
};
