import { ANSWERED_BY_SIGNER } from '#domain/cases/timeline.ts';
import type { Parsed } from '#contract/calls.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import type { Fault } from '#domain/base/fault.ts';
import type { BlockedState } from '#domain/cases/refused-state.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { choiceName } from '#domain/consents/choice-in-words.ts';
import { CHOICE_ANSWER_WORDS } from '#domain/consents/choice-words.ts';
import { contentDigest, isOfKnownShape, type ShownContent } from '#domain/consents/digest.ts';
import type { LaterAnswer } from '#domain/consents/later-answers.ts';
import { hasClinicianSigned, laterPoints } from '#domain/documents/later-points.ts';
import { decides } from '#domain/forms/signer-roles.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import {
  LATER_STATEMENT,
  laterDigest,
  storedLaterDigest,
  type LaterSignature,
  type StoredLaterAnswers,
} from '#domain/signing/later-signature.ts';
import { identityRefusals } from '#domain/signing/refused-identity.ts';
import { signatureFaults } from '#domain/signing/signature.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { Refused } from '#server/api-error.ts';
import { eventsOf } from '#server/data/cases/timeline.ts';
import { recipientsIn, type RecipientRow } from '#server/data/signing/signers.ts';
import { isByLink } from '#server/http/actor.ts';
import { sha256Hex } from '#server/sha256.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import { blockedState, notNow } from '#server/work/cases/not-now.ts';
import { keyOfVersion, type EventOfSigner, type OpenCase } from '#server/work/cases/open-case.ts';
import { formToAnswer } from '#server/work/cases/points-of-form.ts';
import { ageFault } from './age-fault.ts';
import { isFull } from './handover.ts';
import { nameNote } from './name-note.ts';
import { isNewHandover } from './new-handover.ts';
import { storeRefusedAnswers } from './refused-answers.ts';
import { speakerOf, type Speaker } from './speaker-of-call.ts';

type LaterCall = Pick<Parsed<'recordAnswers'>, 'additionalChoices' | 'mattersToMe' | 'role' | 'signing_order' | 'handoverId'> & {
  readonly signature: LaterSignature;
};

/**
 * Stores the signed answers of somebody who has signed the form before, to choices that it leaves open, beside what was signed: under a new
 * handover, until the clinician has signed. Answers that a tablet without a network brings afterwards are stored too, and settle nothing.
 *
 * @throws Refused FORBIDDEN for a role that decides nothing, and by a link; ALREADY_SIGNED in the handover of the form's own signature;
 *   INVALID for what the form did not ask, and for too little ink; MOVE_REFUSED for an answer that was signed with the form, and in a state
 *   that takes none; SIGNED_CONTENT_MISMATCH; ANSWERS_FULL
 */
export async function answerLater(
  open: OpenCase,
  { additionalChoices = [], mattersToMe, signature, ...carried }: LaterCall,
): Promise<void> {
  const speaker = await speakerOf(open, carried);
  const { me, handover, event } = speaker;
  if (!decides(me.role) || isByLink(open.actor)) throw new Refused('FORBIDDEN');
  await refuseOldHandover(open, speaker);
  if (!open.isQueued && (await isFull(open, handover.id, ['TALKED']))) throw new Refused('ANSWERS_FULL');
  const signers = await recipientsIn(open.db, keyOfVersion(open));
  const form = formToAnswer(open, signers);
  const { pinned } = open.consent;
  if (pinned === null || form === undefined) throw notNow(open);
  const answers = answersOf(additionalChoices, pinned, mattersToMe);
  const faults = signatureFaults(signature);
  if (faults.length > 0) throw invalid(faults);
  // Sent once more under another key, they are the same answers.
  if (open.consent.later_answers.some((each) => each.cancelledAt === undefined && isSameValue(each.signature, signature))) return;
  const { isLate, refusal } = await judged(open, { me, form, pinned, signature, answers });
  const received = isLate ? afterTalks(open) : open;
  const stored = await storedOf(received, { me, handoverId: handover.id, signature, answers, isLate });
  const detail = {
    way: ANSWERED_BY_SIGNER,
    about: answers.map(choiceName).join(', '),
    answers: answers.map((each) => `${choiceName(each)}: ${CHOICE_ANSWER_WORDS[each.answer].staff}`).join('; '),
    role: me.role,
    order: me.signing_order,
    method: signature.method,
    answersDigest: stored.digest,
    check: await storedLaterDigest(stored, sha256Hex),
    ...(isLate ? { isLate: true } : {}),
    ...nameNote(me, signature),
    ...event.detail,
  };
  const { capturedAt: deviceAt, clockOffset } = signature;
  const written: EventOfSigner = { ...event, deviceAt, ...(clockOffset === undefined ? {} : { clockOffset }), detail };
  if (refusal !== undefined) throw refusal({ afterwards: storeRefusedAnswers(open, stored, written) });
  await moveVersion(received, 'talk', {
    change: { later_answers: [...open.consent.later_answers, stored] },
    events: [{ ...written, type: 'TALKED' }],
  });
}

/** As it was received: behind every talk that was recorded, whatever the server's clock says since it was set back. */
function afterTalks(open: OpenCase): OpenCase {
  const newest = Math.max(...open.consent.talks.map(({ at }) => Date.parse(at)));
  return Date.parse(open.now) > newest ? open : { ...open, now: new Date(newest + 1).toISOString() };
}

// The page of the signature itself asks nothing again: who wants to answer is handed the tablet once more.
async function refuseOldHandover(open: OpenCase, { me, handover }: Speaker): Promise<void> {
  if (me.state !== 'SIGNED')
    throw invalid([{ path: 'signature', message: 'Until this person has signed the form, their answers go with it' }]);
  if (!(await isNewHandover(open, me, handover.id))) throw new Refused('ALREADY_SIGNED');
}

/** The answers in the words of the form. @throws Refused INVALID for what it did not ask */
function answersOf(
  choices: NonNullable<LaterCall['additionalChoices']>,
  { answers }: ShownContent,
  mattersToMe: string | undefined,
): LaterAnswer[] {
  const faults: Fault[] =
    mattersToMe === undefined ? [] : [{ path: 'mattersToMe', message: 'This was signed: only what is open is answered now' }];
  if (choices.length === 0) faults.push({ path: 'additionalChoices', message: 'Answer at least one of the open choices' });
  const answered = choices.flatMap(({ id, title, answer }, at): LaterAnswer[] => {
    const offered = answers.additionalChoices.find((each) => each.id === id && each.title === title);
    const isTwice = choices.findIndex((each) => each.id === id) !== at;
    if (offered !== undefined && !isTwice && answer !== null) return [{ id, title, first: offered.answer, answer }];
    const path = `additionalChoices.${at}`;
    faults.push(
      offered === undefined || isTwice
        ? { path: `${path}.id`, message: 'This choice was not offered' }
        : { path: `${path}.answer`, message: 'Say yes, no, or that you want to talk about it' },
    );
    return [];
  });
  if (faults.length > 0) throw invalid(faults);
  return answered;
}

type Judged = {
  readonly me: RecipientRow;
  readonly form: NonNullable<ReturnType<typeof formToAnswer>>;
  readonly pinned: ShownContent;
  readonly signature: LaterSignature;
  readonly answers: readonly LaterAnswer[];
};

type Refusal = (evidence: { afterwards: ReturnType<typeof storeRefusedAnswers> }) => Refused;

/** Whether the answers count; those that do not are stored as evidence before they are refused. */
async function judged(
  open: OpenCase,
  { me, form, pinned, signature, answers }: Judged,
): Promise<{ isLate: boolean; refusal?: Refusal }> {
  const { consent, record, patient, isQueued } = open;
  const because = (state?: BlockedState, fields?: readonly Fault[]): { isLate: boolean; refusal: Refusal } => ({
    isLate: false,
    refusal: (evidence) =>
      new Refused('MOVE_REFUSED', {
        ...evidence,
        ...(fields === undefined ? {} : { fields }),
        blocked: blockedState(open, state),
      }),
  });
  const isOut = mayMove(consent.status, 'sign') && record.current_consent_id === consent.id;
  const isBehind = !isOut || hasClinicianSigned(form.recipients);
  // Answers that were signed on a tablet without a network are never lost while the form holds.
  const isLate = isBehind && isQueued && (isOut || record.in_force_consent_id === consent.id);
  if (isBehind && !isLate) return because(isOut || consent.status === 'SIGNED' ? 'CLINICIAN_HAS_SIGNED' : undefined);
  if (!mayStartConsent(patient.status)) return { isLate, refusal: (evidence) => new Refused('PATIENT_TAKES_NONE', evidence) };
  if (await isStranger(open, me)) return because('SIGNER_FOUND_FAULT');
  if ((await ageFault(open, pinned, signature)) !== undefined) return because('SIGNER_HAS_AGED');
  const points = laterPoints(form, me.signing_order);
  const settled = answers.flatMap(({ id }, at) =>
    points.some((each) => each.id === id) ? [] : [{ path: `additionalChoices.${at}`, message: SETTLED }],
  );
  if (settled.length > 0) return because('ANSWER_SETTLED', settled);
  const isAsShown =
    isOfKnownShape(pinned) &&
    signature.contentDigest === consent.digest &&
    signature.contentDigest === (await contentDigest(pinned, sha256Hex)) &&
    signature.statement === LATER_STATEMENT &&
    signature.answersDigest === (await laterDigest({ contentDigest: signature.contentDigest, signer: me, answers }, sha256Hex));
  return isAsShown ? { isLate } : { isLate, refusal: (evidence) => new Refused('SIGNED_CONTENT_MISMATCH', evidence) };
}

// Of two parents each has a name, and an event of the one says nothing of the other.
async function isStranger({ db, record, consent }: OpenCase, { role, name }: RecipientRow): Promise<boolean> {
  const events = (await eventsOf(db, record.organisation_id, record.id)).filter(({ versionId }) => versionId === consent.id);
  return identityRefusals(events).some((each) => each.role === role && each.name === name);
}

const SETTLED = 'This answer was signed. To change it, the form is changed and signed again.';

async function storedOf(
  { now, deps }: OpenCase,
  {
    me,
    handoverId,
    signature,
    answers,
    isLate,
  }: Pick<Judged, 'me' | 'signature' | 'answers'> & {
    readonly handoverId: string;
    readonly isLate: boolean;
  },
): Promise<StoredLaterAnswers> {
  const { signing_order, role, name } = me;
  const signer = { signing_order, role, name };
  const { contentDigest: form, capturedAt, method } = signature;
  return {
    ...signer,
    at: now,
    day: localDate(Date.parse(now), deps.settings.timeZone),
    capturedAt,
    method,
    answers: [...answers],
    digest: await laterDigest({ contentDigest: form, signer, answers }, sha256Hex),
    ...(isLate ? { isLate } : {}),
    handoverId,
    signature,
  };
}

function invalid(fields: readonly Fault[]): Refused {
  return new Refused('INVALID', { fields });
}
