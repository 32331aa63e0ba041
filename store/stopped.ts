import type { SeenConsent } from './consent-view.ts';
import type { KeptConsent } from './kept.ts';
import { heldUpBy } from './outbox/held-up.ts';
import { STOPPED, type Lane } from './outbox/op.ts';
import type { Store } from './store.ts';
import { readable, unseal } from './vault/seal.ts';

/**
 * The lanes in which nothing goes before a person has looked at something: it was refused, or met another's change, in the lane itself
 * or in one that the lane waits for. To each the id of the op that needs the person.
 */
export async function stoppedLanes({ db: { ops } }: Store): Promise<ReadonlyMap<Lane, string>> {
  const lanes = new Map<Lane, string>();
  if ((await ops.where('state').anyOf(STOPPED).count()) === 0) return lanes;
  const all = await ops.orderBy('seq').toArray();
  const heldUp = heldUpBy(all);
  for (const { opId, lane } of all) {
    const item = heldUp.get(opId);
    if (item !== undefined && !lanes.has(lane)) lanes.set(lane, item);
  }
  return lanes;
}

/** A version as it was before anything was done on top of it that the server does not have; null where the server has never had it. */
export async function beneath({ db, vault }: Store, consentID: string): Promise<KeptConsent | null> {
  const base = await db.bases.get(['consents', consentID]);
  if (base === undefined) return null;
  // The base of a table holds what the table holds; the seal is bound to it.
  const kept = (await readable(unseal(vault, { table: 'bases', id: consentID }, base))) as KeptConsent | null;
  return kept?.server == null ? null : kept;
}

type Stopping = {
  /** the op that needs a person */
  readonly item: string;
  /** the version with all that was done here */
  readonly made: SeenConsent;
  /** the same without what stands still; null where it cannot be told, or where words of a draft are all that does */
  readonly told: SeenConsent | null;
};

/** What stands still has not come about, so that a screen shows the version without it, and says that it needs a person. */
export function withStopped({ item, made, told }: Stopping): SeenConsent {
  const shown = told ?? made;
  const signed = (made.here?.signed ?? []).filter(({ role }) => told?.here?.signed.some((each) => each.role === role) !== true);
  const known = (shown.here?.signed ?? []).filter(({ role }) => !signed.some((each) => each.role === role));
  const stopped = { item, status: made.status, signed };
  return { ...shown, here: { isUnsent: true, signed: known, allSignedAt: null, stopped } };
}
