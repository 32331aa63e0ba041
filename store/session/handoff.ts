import type { TicketDetails } from '#contract/signing.ts';
import type { Vault } from '#store/vault/open.ts';

/** How long the worker holds a handoff, ms [choice]: a page opens in one or two seconds, on a slow tablet in ten. */
export const HANDOFF_LIFETIME = 30_000;

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

/** A page's message to the worker: put or take a handoff. `id` is the handover's: the worker gives a handoff to no other. */
export type HandoffMessage =
  | { readonly type: 'PARCEL_LEFT'; readonly purpose: HandoffTarget; readonly id: string; readonly parcel: Handoff }
  | { readonly type: 'PARCEL_ASKED'; readonly purpose: HandoffTarget; readonly id: string };
