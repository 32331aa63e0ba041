import * as v from 'valibot';
import { CHOICES_MOST } from '#domain/consents/consent.ts';
import { ChoiceId } from '#domain/forms/choice-id.ts';
import { mustBeTalkedAbout, type OpenPoint } from '#domain/consents/open-points.ts';
import { hasInk } from '#domain/values/ink.ts';
import { Digest, Prose } from '#domain/values/text.ts';
import { SHORT_REASON_MOST } from '#domain/values/text-limits.ts';

/** Why a clinician signs while somebody still wants to talk about a choice. */
export const OpenPointReason = v.strictObject({
  choiceID: ChoiceId,
  reason: Prose({ label: 'Reason', least: 1, most: SHORT_REASON_MOST }),
});
export type OpenPointReason = v.InferOutput<typeof OpenPointReason>;

/** Each choice that the clinician leaves open, with the reason. */
export const OpenPointReasons = v.pipe(
  v.array(OpenPointReason, 'The open points must be a list'),
  v.maxLength(CHOICES_MOST, `At most ${CHOICES_MOST} open points`),
);

/** Acts of answers after a signature that one call names at most [choice]. */
const ANSWERS_SEEN_MOST = 500;

/** The digests of the answers after a signature that the clinician's page showed when they signed. */
export const AnswersSeen = v.pipe(
  v.array(Digest, 'The answers seen must be a list'),
  v.maxLength(ANSWERS_SEEN_MOST, `At most ${ANSWERS_SEEN_MOST} answers seen`),
);

/** The path of the field for the reason of one choice, on the screen and in a refusal. */
export function openPointPath(choiceId: string): string {
  return `openPoints.${choiceId}`;
}

/** The choices about which somebody wants to talk, and which the clinician leaves open without a reason. */
export function unexplainedPoints(points: readonly OpenPoint[], reasons: readonly OpenPointReason[]): OpenPoint[] {
  return points.filter(
    (point) => mustBeTalkedAbout(point) && !reasons.some(({ choiceID, reason }) => choiceID === point.id && hasInk(reason)),
  );
}

/** The reasons beside their choices, in one line: `blood transfusion: the ward talks with her tonight`. */
export function leftOpenInWords(points: readonly OpenPoint[], reasons: readonly OpenPointReason[]): string {
  return points
    .flatMap(({ id, name }) => reasons.flatMap(({ choiceID, reason }) => (choiceID === id ? [`${name}: ${reason}`] : [])))
    .join('; ');
}
