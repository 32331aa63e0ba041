import { TABLET_PIN_TRIES } from '#domain/accounts/tablet-pin.ts';
import { keyFromPassword, unwrap, wrap, type WrappedKey } from '#store/crypto/wrap.ts';
import type { Env } from '#store/env.ts';

/**
 * A page's message to the worker about the tablet PIN of a vault's owner: it was set or proven at the server (`PROVEN`), is tried
 * without the server (`TRIED`), was refused by the server (`REFUSED`), gets all its tries again after a right password (`RENEWED`), is
 * no longer to be used (`FORGOTTEN`), or its state is asked for.
 */
export type TabletPinMessage = { readonly userHash: string } & (
  | { readonly type: 'TABLET_PIN_PROVEN' | 'TABLET_PIN_TRIED'; readonly tabletPin: string }
  | { readonly type: 'TABLET_PIN_REFUSED'; readonly triesLeft: number }
  | { readonly type: 'TABLET_PIN_RENEWED' | 'TABLET_PIN_FORGOTTEN' | 'TABLET_PIN_ASKED' }
);

/** `isRight`: of the PIN just tried; `isKnown`: the worker can check one without the server; `triesLeft`: on this tablet. */
export type TabletPinState = { readonly isRight: boolean; readonly isKnown: boolean; readonly triesLeft: number };

/** The purpose that the wrapped bytes are bound to. */
const USE = 'tablet PIN';

/** Random bytes wrapped under a key from the PIN: a PIN that unwraps them is right. */
type Verifier = { readonly salt: Uint8Array<ArrayBuffer>; readonly wrapped: Promise<WrappedKey> };
type Entry = { triesLeft: number; verifier: Verifier | null };

/**
 * Checks tablet PINs without the server, in memory alone: nothing here is ever written, and it ends with the worker. Wrong PINs are
 * counted before they are checked, those that the server refused with those tried here; after {@link TABLET_PIN_TRIES} the verifier
 * is deleted. A right PIN or a right password begins the count anew.
 */
export function createTabletPins({ bytes, passwordRounds }: Pick<Env, 'bytes' | 'passwordRounds'>) {
  const entries = new Map<string, Entry>();
  const keyOf = (tabletPin: string, salt: Verifier['salt']) => keyFromPassword(tabletPin, salt, passwordRounds);
  const countWrong = (entry: Entry, most: number) => {
    entry.triesLeft = Math.max(0, Math.min(entry.triesLeft - 1, most));
    if (entry.triesLeft === 0) entry.verifier = null;
  };
  const isRightPin = async (entry: Entry, tabletPin: string): Promise<boolean> => {
    const { verifier } = entry;
    if (verifier === null) return false;
    countWrong(entry, entry.triesLeft);
    const isRight = (await unwrap(await keyOf(tabletPin, verifier.salt), await verifier.wrapped, USE)) !== null;
    if (isRight) Object.assign(entry, { triesLeft: TABLET_PIN_TRIES, verifier });
    return isRight;
  };
  return async (message: TabletPinMessage): Promise<TabletPinState> => {
    const { userHash } = message;
    const entry: Entry = entries.get(userHash) ?? { triesLeft: TABLET_PIN_TRIES, verifier: null };
    let isRight = false;
    if (message.type === 'TABLET_PIN_PROVEN') {
      const salt = bytes(16);
      // The answer does not wait for the key: the page that sent this is on its way out.
      const wrapped = keyOf(message.tabletPin, salt).then((key) => wrap(key, bytes(32), { use: USE, bytes }));
      const verifier = { salt, wrapped };
      entries.set(userHash, { triesLeft: TABLET_PIN_TRIES, verifier });
    } else if (message.type === 'TABLET_PIN_TRIED') isRight = await isRightPin(entry, message.tabletPin);
    else if (message.type === 'TABLET_PIN_REFUSED') {
      entries.set(userHash, entry);
      countWrong(entry, message.triesLeft);
    } else if (message.type === 'TABLET_PIN_RENEWED') entry.triesLeft = TABLET_PIN_TRIES;
    else if (message.type === 'TABLET_PIN_FORGOTTEN') entries.delete(userHash);
    const { triesLeft, verifier } = entries.get(userHash) ?? { triesLeft: TABLET_PIN_TRIES, verifier: null };
    return { isRight, isKnown: verifier !== null, triesLeft };
  };
}
