import { askTabletPin } from '#src/offline/tablet-pin.ts';
import { currentTicket } from '#src/session/handover.ts';
import { whenSignerStoreReady } from '#src/sign/offline/signer-store.ts';
import { takeBackTexts } from './texts.ts';

/** `why`: why a person with a tablet PIN is asked for the password. */
export type TabletPinOffer = { readonly isOffered: boolean; readonly why?: string };

/** True when the clinician who handed the tablet over has a tablet PIN; whether it may be used is {@link tabletPinOffer}. */
export function hasTabletPin(): boolean {
  return currentTicket()?.hasTabletPin === true;
}

/** Whether the tablet PIN may be tried now: by the server, or by the worker while this page has the vault open. */
export async function tabletPinOffer(): Promise<TabletPinOffer> {
  const ticket = currentTicket();
  const userHash = ticket?.userHash;
  const state = userHash === undefined ? null : await askTabletPin({ type: 'TABLET_PIN_ASKED', userHash });
  if (state?.triesLeft === 0) return { isOffered: false, why: takeBackTexts.pin.spent };
  const isCheckedHere = state?.isKnown === true && (await whenSignerStoreReady(ticket)) !== null;
  const isCheckedByServer = navigator.onLine && ticket?.ticket != null;
  return isCheckedHere || isCheckedByServer ? { isOffered: true } : { isOffered: false, why: takeBackTexts.pin.noNetwork };
}
