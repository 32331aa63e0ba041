import { isSameSigner } from '#domain/consents/recipients.ts';
import type { ConsentView } from './consent.ts';
import { blockedBy } from '#store/outbox/blocked-by.ts';
import { BLOCKED_STATES, type Lane } from '#store/db/op.ts';
import type { Store } from '#store/session/store.ts';

/**
 * The lanes that wait for a person: an op was refused or met a conflict, in the lane itself or in one that it depends on.
 *
 * @returns for each such lane the id of the op that needs the person
 */
export async function blockedLanes({ db: { ops } }: Store): Promise<ReadonlyMap<Lane, string>> {
  const lanes = new Map<Lane, string>();
  if ((await ops.where('state').anyOf(BLOCKED_STATES).count()) === 0) return lanes;
  const all = await ops.orderBy('seq').toArray();
  const blockedOps = blockedBy(all);
  for (const { opId, lane } of all) {
    const item = blockedOps.get(opId);
    if (item !== undefined && !lanes.has(lane)) lanes.set(lane, item);
  }
  return lanes;
}

type BlockedVersion = {
  /** id of the op that needs a person */
  readonly item: string;
  /** the version with all local changes */
  readonly withChanges: ConsentView;
  /** the version without blocked changes; null when it cannot be read, or when draft edits alone are blocked */
  readonly serverView: ConsentView | null;
};

/** Hides blocked local changes: the screen shows the server's version, and asks the user to resolve them. Draft edits stay visible. */
export function withoutBlocked({ item, withChanges, serverView }: BlockedVersion): ConsentView {
  const shown = serverView ?? withChanges;
  const blockedSignatures = (withChanges.local?.signed ?? []).filter(
    (signature) => serverView?.local?.signed.some((each) => isSameSigner(each, signature)) !== true,
  );
  const acceptedSignatures = (shown.local?.signed ?? []).filter(
    (signature) => !blockedSignatures.some((each) => isSameSigner(each, signature)),
  );
  const blocked = { item, status: withChanges.status, signed: blockedSignatures };
  return { ...shown, local: { isUnsent: true, signed: acceptedSignatures, allSignedAt: null, blocked } };
}
