import { TABLET_PIN_TRIES } from '#domain/accounts/tablet-pin.ts';
import { clearTabletPinFailures, countTabletPinTry, storeTabletPin } from '#server/data/accounts/tablet-pins.ts';
import { ownUserById, type FullUser, type OwnUser } from '#server/data/accounts/users.ts';
import { Refused } from '#server/api-error.ts';
import type { Db } from '#server/data/db.ts';
import { inTransaction } from '#server/data/transaction.ts';
import { logOwnSecurityEvent, type RequestInfo } from './security-events.ts';

/** Sets a user's own tablet PIN by its hash, or removes it with null. In the transaction `db`. */
export async function changeTabletPin(db: Db, visit: RequestInfo, user: OwnUser, hash: string | null): Promise<OwnUser> {
  await storeTabletPin(db, { userId: user.id, hash });
  if (hash !== null || user.tablet_pin_hash !== null)
    await logOwnSecurityEvent(db, visit, user, { type: hash === null ? 'TABLET_PIN_REMOVED' : 'TABLET_PIN_SET' });
  return (await ownUserById(db, user.organisation_id, user.id)) ?? user;
}

/**
 * Checks a user's tablet PIN. Wrong ones count on every tablet together, until a right PIN or a right password.
 *
 * @throws Refused INCORRECT_TABLET_PIN with the tries left; TABLET_PIN_OFF without a PIN, or when no try is left
 */
export async function proveTabletPin(visit: RequestInfo, user: FullUser, tabletPin: string): Promise<void> {
  const { db, deps } = visit;
  const counted = await inTransaction(db, (trx) => countTabletPinTry(trx, user.id));
  if (counted === undefined) throw new Refused('TABLET_PIN_OFF');
  if (await deps.passwords.verify(counted.hash, tabletPin))
    return inTransaction(db, (trx) => clearTabletPinFailures(trx, user.id));
  const triesLeft = TABLET_PIN_TRIES - counted.tries;
  await logOwnSecurityEvent(db, visit, user, { type: 'UNLOCK_FAILED', detail: 'Wrong tablet PIN' });
  if (triesLeft === 0) await logOwnSecurityEvent(db, visit, user, { type: 'TABLET_PIN_LOCKED' });
  throw new Refused('INCORRECT_TABLET_PIN', { data: { triesLeft } });
}
