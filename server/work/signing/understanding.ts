import { notNow } from '#server/work/cases/not-now.ts';
import type { Answer, Parsed } from '#contract/calls.ts';
import type { Fault } from '#domain/base/fault.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { decides } from '#domain/forms/signer-roles.ts';
import { formQuestions } from '#domain/consents/form-extras.ts';
import { DONE } from '#domain/base/done-messages.ts';
import {
  TRIES_MOST,
  understandingDetail,
  type UnderstandingAnswer,
  type UnderstandingQuestion,
} from '#domain/library/understanding.ts';
import { Refused } from '#server/api-error.ts';
import { isFull } from './handover.ts';
import { libraryOfForm } from '#server/work/consents/library-of-form.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { lateReason } from './sign.ts';
import { speakerOf } from './speaker-of-call.ts';

/**
 * Notes how a signer answered the questions of the form's procedures. Each call is an event of its own; the last one of a signer counts.
 * No other call reads it: nothing depends on an answer.
 *
 * @throws Refused FORBIDDEN for a role that decides nothing, ALREADY_SIGNED after this signer's signature, MOVE_REFUSED in a state that
 *   takes none, INVALID for a question or an answer that the form does not have, ANSWERS_FULL
 */
export async function recordUnderstanding(
  open: OpenCase,
  { consentID, answers, ...carried }: Parsed<'recordUnderstanding'>,
): Promise<Answer<'recordUnderstanding'>> {
  const { db, consent, isQueued } = open;
  const { me, event, handover } = await speakerOf(open, carried);
  if (!decides(me.role)) throw new Refused('FORBIDDEN');
  // In a queue a refusal would hold back what is behind it, and what the clinician is to know.
  if (me.state === 'SIGNED' && !isQueued) throw new Refused('ALREADY_SIGNED');
  // A signature waits for none of these: the queue may bring them behind it, or behind the no.
  const isBehind = isQueued && (me.state === 'SIGNED' || me.state === 'DECLINED');
  // The late signature behind it stays as evidence, and so do these.
  const isOpen = mayMove(consent.status, 'sign') || isBehind || lateReason(consent, me) !== undefined;
  if (!isOpen || consent.pinned === null) throw notNow(open);
  const { procedures } = consent.pinned;
  const library = await libraryOfForm(db, consent.organisation_id, procedures);
  const questions = formQuestions(procedures, library).flatMap((each) => each.questions);
  const faults = faultsOf(answers, questions);
  if (faults.length > 0) throw new Refused('INVALID', { fields: faults });
  // Counted apart: nobody is kept from other answers, or from saying who they are, by these.
  if (await isFull(open, handover.id, ['UNDERSTANDING_CHECKED'])) {
    // A refused call in a queue holds back the signature behind it, which never waits for these answers.
    if (!isQueued) throw new Refused('ANSWERS_FULL');
    return { message: DONE.OK, data: { consentID } };
  }
  const detail = {
    ...understandingDetail(questions, answers),
    signing_order: me.signing_order,
    handoverID: handover.id,
    ...event.detail,
  };
  await recordEvent(open, { ...event, type: 'UNDERSTANDING_CHECKED', detail });
  return { message: DONE.UNDERSTANDING_SAVED, data: { consentID } };
}

function faultsOf(answers: readonly UnderstandingAnswer[], questions: readonly UnderstandingQuestion[]): Fault[] {
  return answers.flatMap(({ id, option }, at) => {
    const question = questions.find((each) => each.id === id);
    if (question === undefined) return [{ path: `answers.${at}.id`, message: 'This question is not on the form' }];
    if (option !== null && option >= question.options.length)
      return [{ path: `answers.${at}.option`, message: 'This answer was not offered' }];
    const tries = answers.slice(0, at).filter((each) => each.id === id).length;
    return tries < TRIES_MOST ? [] : [{ path: `answers.${at}.id`, message: 'This question has too many answers' }];
  });
}
