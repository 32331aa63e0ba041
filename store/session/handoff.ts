import { MINUTE } from '#domain/base/limits.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { Vault } from '#store/vault/open.ts';

/** How long the worker holds a handoff that nobody takes, ms [choice]: a page opens in one or two seconds, on a slow tablet in ten. */
export const HANDOFF_LIFETIME = 30_000;

/**
 * How long the worker holds the handoff of a handover after the signer's page has taken or renewed it, ms [choice]: browsers slow the
 * timers of a hidden page down to one run a minute.
 */
export const HANDOFF_LEASE = 1.5 * MINUTE;

/** Direction of a handoff: to the signer's pages, or back to the staff pages. */
export type HandoffTarget = 'handover' | 'staff';

/** An open vault on its way from one page of this tab to the next. It is never written to storage. */
export type Handoff = {
  readonly vault: Vault;
  /** server clock minus device clock, ms */
  readonly clockOffset: number;
  /** the signer's view of the form for use offline; null where this device does not have all of it */
  readonly details: TicketDetails | null;
};

/**
 * A page's message to the worker: put, take, renew or discard a handoff. `id` is the handover's: the worker gives a handoff to no
 * other.
 */
export type HandoffMessage = { readonly purpose: HandoffTarget; readonly id: string } & (
  | { readonly type: 'PARCEL_LEFT'; readonly parcel: Handoff }
  | { readonly type: 'PARCEL_ASKED' | 'PARCEL_RENEWED' | 'PARCEL_DISCARDED' }
);
