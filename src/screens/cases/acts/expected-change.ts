import type { Consent } from '#contract/shapes/record-shapes.ts';
import { ADDENDUM_EVENTS, REFUSAL_EVENT } from '#domain/documents/document-kinds.ts';
import { isRefusalToFollow } from '#domain/cases/timeline.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { mayMove } from '#domain/cases/case-machine.ts';

type Watched = Pick<Consent, 'consentID' | 'status' | 'sealState' | 'origin' | 'Timeline'>;

/** The event that tells of a version's seal; none while this copy of the case does not know it yet. */
export function sealEventOf({ consentID, Timeline }: Pick<Consent, 'consentID' | 'Timeline'>) {
  return Timeline.findLast(({ type, versionId }) => type === 'SEALED' && versionId === consentID);
}

/**
 * Whether the server has a confirmation on the day, or the outcome of a disagreement, of which the sealed document is not there yet.
 * The seal tells how many outcomes follow it; that of an earlier build tells none, and none follows.
 */
function isAddendumAwaited({ consentID, sealState, Timeline }: Watched): boolean {
  const count = (wanted: string) =>
    Timeline.filter(({ type, versionId, hash }) => type === wanted && versionId === consentID && hash !== '').length;
  if (sealState !== 'SEALED') return false;
  const outcomes = Number(sealEventOf({ consentID, Timeline })?.detail['outcomes'] ?? 0);
  return count('CONFIRMED') > count(ADDENDUM_EVENTS.CONFIRMATION) || outcomes > count(ADDENDUM_EVENTS.OUTCOME);
}

/** Whether the paper of a refusal is still to be made: one of a build before gets none. */
function isRefusalAwaited({ consentID, Timeline }: Watched): boolean {
  const own = Timeline.filter(({ versionId }) => versionId === consentID);
  return own.some(isRefusalToFollow) && !own.some(({ type }) => type === REFUSAL_EVENT);
}

/**
 * Whether the server, or somebody elsewhere, is expected to change a case soon: a document is being sealed, or signatures are awaited,
 * perhaps on another tablet. A seal is awaited until its event is here.
 */
export function isChangeExpected(consents: readonly Watched[] = []): boolean {
  const isSealing = consents.some(
    (consent) =>
      consent.status === 'SIGNED' &&
      !isImported(consent) &&
      (consent.sealState !== 'SEALED' || sealEventOf(consent) === undefined),
  );
  const isBesideAwaited = consents.some((consent) => isAddendumAwaited(consent) || isRefusalAwaited(consent));
  return isSealing || isBesideAwaited || consents.some(({ status }) => mayMove(status, 'sign'));
}
