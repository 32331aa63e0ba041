import { refusedState, type BlockedBy, type BlockedState } from '#domain/cases/refused-state.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { Refused } from '#server/api-error.ts';
import type { OpenCase } from './open-case.ts';

/** States that stand in the way of an older version as of the newest; in any other there is a newer one to go on with. */
const SAYS_WHY: readonly CaseStatus[] = ['SIGNED', 'SUPERSEDED', 'VOIDED'];

type VersionInTheWay = Pick<OpenCase, 'consent' | 'record' | 'actor' | 'deps'>;

/** The refusal of an act on a version, with the state that stands in the way. @param state - absent: that of the version itself */
export function notNow(open: VersionInTheWay, state?: BlockedState): Refused {
  return new Refused('MOVE_REFUSED', { blocked: blockedState(open, state) });
}

/**
 * The state that stands in the way of an act on a version. A signer at a page of their own reads the general sentence, which their
 * language has; the state itself is beside it.
 */
export function blockedState({ consent, record, actor, deps }: VersionInTheWay, state?: BlockedState): BlockedBy {
  const isOlder = record.current_consent_id !== null && record.current_consent_id !== consent.id;
  const isReplaced = isOlder && !SAYS_WHY.includes(consent.status);
  const since = consent.status === 'WITHDRAWN' ? consent.withdrawn_at : consent.status === 'SIGNED' ? consent.signed_at : null;
  const day = since === null ? undefined : localDate(Date.parse(since), deps.settings.timeZone);
  const blocked = refusedState(state ?? (isReplaced ? 'CONSENT_REPLACED' : `CONSENT_${consent.status}`), day);
  return actor.kind === 'ticket' ? { ...blocked, message: FAILURES.MOVE_REFUSED.message } : blocked;
}

/** The refusal of an act on a version that is not in force: of a signed one this is the state, of any other its status says why. */
export function notInForceNow(open: VersionInTheWay): Refused {
  return notNow(open, open.consent.status === 'SIGNED' ? 'CONSENT_NOT_IN_FORCE' : undefined);
}
