import { takeParcel } from './courier.ts';
import { whileOpening } from './held.ts';

/**
 * After the tablet was taken back without a network: goes on with the work of whoever took it back, by the keys that the signer's
 * page left. They have no server session: nothing can be sent until they sign in.
 *
 * @returns whether there was such a parcel; then a session is open
 */
export async function takeUpParcel(): Promise<boolean> {
  const parcel = await takeParcel('staff');
  if (parcel === null) return false;
  return whileOpening(async () => {
    // The store comes with Dexie, which the first screen does not wait for.
    const { openLeft } = await import('./open-left.ts');
    return openLeft(parcel.vault);
  });
}
