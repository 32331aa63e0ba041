import type { User } from '#contract/shapes/user-shapes.ts';
import type { Lane } from '#store/db/op.ts';
import type { PatientToCheck } from '#store/entities/consent-content.ts';
import type { LocalLibrary } from '#store/entities/library.ts';
import type { Pinned } from '#store/entities/pinned.ts';
import type { LocalConsent } from '#store/entities/types.ts';
import { laneOf } from '#store/outbox/calls.ts';
import { withoutBlocked } from './blocked.ts';
import type { ConfirmClock } from './confirm-state.ts';
import { toConsentView, type ConsentView } from './consent.ts';
import type { StoredConsent } from './consents.ts';

/** How a version with blocked changes is shown: `without` them (the server's version), or `with` them, as if the server had them. */
export type BlockedMode = 'without' | 'with';

/** A version with its local pin, and the server's copy beneath its unsent changes; `patient` as {@link toConsentView} takes it. */
export type VersionParts = {
  readonly stored: StoredConsent;
  readonly patient: PatientToCheck | null;
  readonly pinned: Pinned | null;
  readonly serverCopy: LocalConsent | null;
};

/** Inputs that the views of all versions share; `blockedByLane` as `blockedLanes` reads it. */
export type VersionContext = {
  readonly user: User;
  readonly library: LocalLibrary;
  readonly blockedByLane: ReadonlyMap<Lane, string>;
  readonly blockedMode: BlockedMode;
  readonly confirmClock: ConfirmClock;
};

/** One version as screens show it. */
export function versionView({ stored, patient, pinned, serverCopy }: VersionParts, context: VersionContext): ConsentView {
  const { user, library, blockedByLane, blockedMode, confirmClock } = context;
  const { consentID, status } = stored.consent;
  const withChanges = toConsentView(stored, { user, library, patient, pinned, confirmClock });
  const item = blockedByLane.get(laneOf('consents', consentID));
  if (item === undefined || stored.state === 'synced') return withChanges;
  const copy = status === 'DRAFT' || blockedMode === 'with' ? null : serverCopy;
  const serverView =
    copy === null
      ? null
      : toConsentView({ ...stored, consent: copy, state: 'synced' }, { user, library, patient, pinned: null, confirmClock });
  return withoutBlocked({ item, withChanges, serverView });
}
