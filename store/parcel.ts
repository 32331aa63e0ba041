import type { TicketDetails } from '#contract/signing.ts';
import type { Vault } from './vault/vault.ts';

/** Where the signer's pages stand; no other page is given what was left for them. */
export const HANDOVER_PLACE = '/consent/handover';

/** How long a parcel waits to be taken, ms [choice]: a page opens in one or two seconds, on a slow tablet in ten. */
export const PARCEL_LIFE = 30_000;

/** Which way open keys go: to the pages of somebody who signs, or back to the staff pages. */
export type Purpose = 'handover' | 'staff';

/** An open vault on its way from one page of this tab to the next. It is never written anywhere. */
export type Parcel = {
  readonly vault: Vault;
  /** what the server's clock has more than this device's, ms */
  readonly clockOffset: number;
  /** what the signer is shown where the server cannot tell; null where this device does not have all of it */
  readonly details: TicketDetails | null;
};

/** Who asks the courier for what. `id` is the handover's: nobody else's parcel is given away. */
export type ParcelNote =
  | { readonly type: 'PARCEL_LEFT'; readonly purpose: Purpose; readonly id: string; readonly parcel: Parcel }
  | { readonly type: 'PARCEL_ASKED'; readonly purpose: Purpose; readonly id: string };
