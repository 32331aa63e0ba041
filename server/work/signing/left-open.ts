import { openPointWords } from '#domain/consents/open-points.ts';
import { isClinician } from '#domain/forms/signer-roles.ts';
import { leftOpenInWords, openPointPath, unexplainedPoints } from '#domain/signing/open-point-reasons.ts';
import type { SignatureCall } from '#domain/signing/signature.ts';
import { Refused } from '#server/api-error.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { openPointsOfForm, openPointsOnceOf } from '#server/work/consents/record-talk.ts';

/**
 * The choices that the clinician leaves open with this signature, as its event tells of them. A choice about which somebody wants to talk
 * needs a reason; one without an answer needs none.
 *
 * @throws Refused TALK_OPEN naming the choices without a reason; INVALID for a reason about anything else, or by another signer
 */
export function leftOpenBy(
  open: OpenCase,
  { role, openPoints }: SignatureCall,
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
  const leftOpen = leftOpenInWords(points, reasons);
  return leftOpen === '' ? {} : { leftOpen };
}
