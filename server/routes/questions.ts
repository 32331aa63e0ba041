import { DONE } from '#domain/base/done-messages.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { Refused } from '#server/api-error.ts';
import { presentQuestion } from '#server/data/signing/signers.ts';
import type { Handlers } from '#server/http/serve.ts';
import { notNow } from '#server/work/cases/not-now.ts';
import { openCase, recordEvent } from '#server/work/cases/open-case.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { pageRightsNow } from '#server/work/links/page-access.ts';
import { refuseFlood } from '#server/work/signing/handover.ts';

export const questionsHandlers: Pick<Handlers, 'recordQuestion'> = {
  async recordQuestion({ consentID, text }, context) {
    const open = await openCase(context, consentID);
    // An interpreter and a witness ask staff, who are there: their questions would hold the patient's signature back.
    if (!ROLE_RULES[context.actor.role].mayAsk) throw new Refused('FORBIDDEN');
    await refuseFlood(open, context.actor.handoverId);
    const me = await findSigner(open, { role: context.actor.role, order: context.actor.signingOrder });
    if (me === undefined) throw notNow(open, 'SIGNER_NOT_ON_FORM');
    const { status } = open.consent;
    // Somebody who has answered asks on, whatever became of the form.
    const mayAsk = pageRightsNow(open, me)?.mayAsk === true;
    if (!mayMove(status, 'sign') && status !== 'SIGNED' && !mayAsk) throw notNow(open);
    const row = {
      organisation_id: open.record.organisation_id,
      id: context.deps.newId(),
      consent_id: consentID,
      asked_by: me.name,
      role: me.role,
      signing_order: me.signing_order,
      text,
      asked_at: context.now,
      answer: null,
      answered_by: null,
      answered_at: null,
    };
    await context.db.insertInto('questions').values(row).execute();
    await recordEvent(open, { type: 'QUESTION_ASKED', by: { signer: me }, detail: { question: text } });
    return { message: DONE.QUESTION_ASKED, data: presentQuestion(row) };
  },
};
