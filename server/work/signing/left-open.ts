import { choiceName } from '#domain/consents/choice-in-words.ts';
import { openPointWords, type OpenPoint } from '#domain/consents/open-points.ts';
import { isClinician } from '#domain/forms/signer-roles.ts';
import { leftOpenInWords, openPointPath, unexplainedPoints } from '#domain/signing/open-point-reasons.ts';
import { isSignedLater, storedLaterDigest, type StoredLaterAnswers } from '#domain/signing/later-signature.ts';
import type { SignatureCall } from '#domain/signing/signature.ts';
import { Refused } from '#server/api-error.ts';
import { replaceLaterAnswers } from '#server/data/consents/consents.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import { sha256Hex } from '#server/sha256.ts';
import { capturedMoment } from '#server/work/cases/captured-moment.ts';
import { blockedState } from '#server/work/cases/not-now.ts';
import { keyOfVersion, type OpenCase } from '#server/work/cases/open-case.ts';
import { openPointsOfForm, openPointsOnceOf } from '#server/work/cases/points-of-form.ts';

/**
 * The choices that the clinician leaves open with this signature, as its event tells of them. A choice about which somebody wants to talk
 * needs a reason; one without an answer needs none.
 *
 * @throws Refused TALK_OPEN naming the choices without a reason; MOVE_REFUSED for a reason about one that was answered since, and for
 *   answers that the page did not show, but by a tablet that had no network; INVALID for a reason about anything else, or by another signer
 */
export function leftOpenBy(
  open: OpenCase,
  { role, openPoints, answersSeen }: SignatureCall,
  signers: readonly RecipientRow[],
): { leftOpen?: string } {
  const reasons = openPoints ?? [];
  const points = isClinician(role) ? openPointsOfForm(open, signers) : [];
  const offered = isClinician(role) ? openPointsOnceOf(open, signers) : [];
  const strange = reasons.findIndex(({ choiceID }) => !offered.some(({ id }) => id === choiceID));
  if (strange !== -1)
    throw new Refused('INVALID', {
      fields: [{ path: `openPoints.${strange}.choiceID`, message: 'This is not open on the form' }],
    });
  const unseen = reasons.flatMap(({ choiceID }) =>
    points.some(({ id }) => id === choiceID) ? [] : offered.filter(({ id }) => id === choiceID).slice(0, 1),
  );
  const since = [...unseen, ...(isClinician(role) ? answeredUnseen(open, answersSeen) : [])];
  if (since.length > 0 && !open.isQueued) throw answeredSince(open, since);
  // A tablet of a build before asks for no reason, and what was signed there is never lost: the lights say what is open.
  if (openPoints === undefined && open.isQueued) return {};
  const missing = unexplainedPoints(points, reasons);
  if (missing.length > 0)
    throw new Refused('TALK_OPEN', {
      fields: missing.map((point) => ({
        path: openPointPath(point.id),
        message: `${openPointWords(point)}. Say why it stays open.`,
      })),
      data: { openPoints: missing.map(({ id, title }) => ({ choiceID: id, title })) },
      shows: { consent: open.consent.id },
    });
  const leftOpen = leftOpenInWords([...points, ...unseen], reasons);
  return leftOpen === '' ? {} : { leftOpen };
}

type Answered = Pick<OpenPoint, 'id' | 'name'>;

/** The choices with an answer since the signature that the page did not show, also those that it showed without an answer. */
function answeredUnseen({ consent }: OpenCase, seen: SignatureCall['answersSeen']): Answered[] {
  const unseen = consent.later_answers.filter((each) => each.cancelledAt === undefined && isUnseenOf(seen, each));
  return unseen.flatMap(({ answers }) => answers.map((each) => ({ id: each.id, name: choiceName(each) })));
}

/** Whether a page that says which answers it showed has not shown these. */
function isUnseenOf(seen: SignatureCall['answersSeen'], { digest }: StoredLaterAnswers): boolean {
  return seen !== undefined && !seen.includes(digest);
}

// The clinician's page still showed them as open: whoever signs has seen the answers first.
function answeredSince(open: OpenCase, answered: readonly Answered[]): Refused {
  const points = [...new Map(answered.map((each) => [each.id, each])).values()];
  return new Refused('MOVE_REFUSED', {
    fields: points.map(({ id, name }) => ({
      path: openPointPath(id),
      message: `${name} was answered since: look at the answer, then sign.`,
    })),
    shows: { consent: open.consent.id },
    blocked: blockedState(open, 'OPEN_POINT_ANSWERED'),
  });
}

/**
 * The answers that a clinician did not see who signed on a tablet without a network come late, as those do that arrive behind such a
 * signature: to a choice that they name as open, those that their page did not show, and those that were given after they signed. Returned
 * for the event: of each the digest before and now.
 */
export async function withUnseenLate(
  open: OpenCase,
  { role, openPoints = [], answersSeen, ...signed }: SignatureCall,
): Promise<{ nowLate?: string }> {
  const before = open.consent.later_answers;
  if (!open.isQueued || !isClinician(role) || before.length === 0) return {};
  const signedAt = capturedMoment(open, signed);
  // Ticks on paper are the answers that were signed.
  const isUnseen = (each: StoredLaterAnswers) =>
    isSignedLater(each) &&
    each.isLate !== true &&
    each.cancelledAt === undefined &&
    (isUnseenOf(answersSeen, each) ||
      capturedMoment({ now: each.at }, each.signature) > signedAt ||
      each.answers.some(({ id, answer }) => answer !== 'DISCUSS' && openPoints.some(({ choiceID }) => choiceID === id)));
  const after = before.map((each) => (isUnseen(each) ? { ...each, isLate: true as const } : each));
  const changed = await Promise.all(
    before.flatMap((each, at) => {
      const now = after[at];
      return now === undefined || now === each ? [] : [digestsOf(each, now)];
    }),
  );
  if (changed.length === 0) return {};
  await replaceLaterAnswers(open.db, keyOfVersion(open), after);
  return { nowLate: changed.join(' ') };
}

async function digestsOf(before: StoredLaterAnswers, now: StoredLaterAnswers): Promise<string> {
  return `${await storedLaterDigest(before, sha256Hex)}:${await storedLaterDigest(now, sha256Hex)}`;
}
