import * as v from 'valibot';
import { CHOICE_ID_MOST, CHOICES_MOST } from '#domain/consents/consent.ts';
import { wantsTalk, type OpenPoint } from '#domain/consents/open-points.ts';
import { hasInk } from '#domain/values/ink.ts';
import { Prose, SingleLine } from '#domain/values/text.ts';
import { SHORT_REASON_MOST } from '#domain/values/text-limits.ts';

/** Why a clinician signs while somebody still wants to talk about a choice. */
export const OpenPointReason = v.strictObject({
  choiceID: SingleLine({ label: 'Choice', least: 1, most: CHOICE_ID_MOST }),
  reason: Prose({ label: 'Reason', least: 1, most: SHORT_REASON_MOST }),
});
export type OpenPointReason = v.InferOutput<typeof OpenPointReason>;

/** Each choice that the clinician leaves open, with the reason. */
export const OpenPointReasons = v.pipe(
  v.array(OpenPointReason, 'The open points must be a list'),
  v.maxLength(CHOICES_MOST, `At most ${CHOICES_MOST} open points`),
);

/** The choices about which somebody wants to talk, and which the clinician leaves open without a reason. */
export function unexplainedPoints(points: readonly OpenPoint[], reasons: readonly OpenPointReason[]): OpenPoint[] {
  return points.filter(
    (point) => wantsTalk(point) && !reasons.some(({ choiceID, reason }) => choiceID === point.id && hasInk(reason)),
  );
}

/** The reasons beside their choices, in one line: `blood transfusion: the ward talks with her tonight`. */
export function leftOpenInWords(points: readonly OpenPoint[], reasons: readonly OpenPointReason[]): string {
  return points
    .flatMap(({ id, name }) => reasons.flatMap(({ choiceID, reason }) => (choiceID === id ? [`${name}: ${reason}`] : [])))
    .join('; ');
}
