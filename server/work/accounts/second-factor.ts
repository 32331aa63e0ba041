import { HOUR } from '#domain/base/limits.ts';
import { SIGN_IN_CODE_LIFE } from '#domain/accounts/codes.ts';
import { ScureBase32Plugin, generateURI, verifySync } from 'otplib';
import QRCode from 'qrcode';
import { lockUser, turnTwoFactorOn } from '#server/data/accounts/account-changes.ts';
import { codesSince, tryCode, useCode } from '#server/data/accounts/codes.ts';
import { isSecondFactorPending } from '#server/data/accounts/pending-second-factor.ts';
import { confirmSecret, offerSecret, secondFactorOf, useStep } from '#server/data/accounts/second-factors.ts';
import { factorPlace } from '#server/data/accounts/sealed-secrets.ts';
import { endSessionsOf } from '#server/data/accounts/sessions.ts';
import { ownUserById, type FullUser, type OwnUser } from '#server/data/accounts/users.ts';
import { Refused } from '#server/api-error.ts';
import type { Db } from '#server/data/db.ts';
import { mailUser, logOwnSecurityEvent, type RequestInfo } from './security-events.ts';
import { sendCode, type MailedCode } from './mailed-codes.ts';
import { inTransaction } from '#server/data/transaction.ts';

/** Seconds by which the clock of a phone may be wrong, either way: one step of its codes [choice]. */
const CODE_TOLERANCE = 30;
/** Backup codes that one account gets in an hour [choice]. */
const BACKUP_CODES_MOST = 3;

/** Uses a right code up, in the transaction of its effect; false when a concurrent call has used it. */
export type Use = (db: Db) => Promise<boolean>;

/** The kind of a valid code: of the authenticator app, or the newest mailed one; `undefined` when it is neither. */
export async function matchCode({ db, deps, now }: RequestInfo, user: FullUser, code: string): Promise<Use | undefined> {
  if (!user.two_factor_enabled) return undefined;
  const factor = await secondFactorOf(db, user.id);
  const step =
    factor === undefined ? undefined : stepOf(deps.secrets.open(factor.secret, factorPlace(user.id)), code, deps.clock());
  if (step !== undefined) return (trx) => useStep(trx, user.id, step);
  const mailed = await tryCode(db, { email: user.email, purposes: ['BACKUP'], now });
  const isRight = await deps.passwords.verify(mailed?.code_hash ?? null, code);
  return isRight && mailed !== undefined ? (trx) => useCode(trx, mailed.id, now) : undefined;
}

/** Mails a backup code to a user whose second factor is pending; true when a mail was queued. In the transaction `db`. */
export async function mailBackupCode(db: Db, visit: RequestInfo, user: FullUser, code: MailedCode): Promise<boolean> {
  const { clock } = visit.deps;
  const ago = (ms: number) => new Date(clock() - ms).toISOString();
  if (!user.two_factor_enabled || !(await isSecondFactorPending(db, user.id, ago(SIGN_IN_CODE_LIFE)))) return false;
  // Concurrent calls wait for each other, so that the count is right.
  await lockUser(db, user.id);
  if ((await codesSince(db, { userId: user.id, purpose: 'BACKUP', since: ago(HOUR), now: visit.now })) >= BACKUP_CODES_MOST)
    return false;
  await sendCode(db, visit, user, { purpose: 'BACKUP', code });
  return true;
}

/** A new secret for an authenticator app, as a picture and as text. @throws Refused TWO_FACTOR_ON */
export async function newSecret({ db, deps, now }: RequestInfo, user: FullUser): Promise<{ qr: string; secret: string }> {
  if (user.two_factor_enabled) throw new Refused('TWO_FACTOR_ON');
  const secret = new ScureBase32Plugin().encode(deps.random(20), { padding: false });
  await offerSecret(db, { userId: user.id, secret: deps.secrets.seal(secret, factorPlace(user.id)), now });
  const uri = generateURI({ issuer: deps.settings.productName, label: user.email, secret });
  return { qr: await QRCode.toDataURL(uri, { errorCorrectionLevel: 'M', margin: 2, scale: 6 }), secret };
}

/**
 * Turns two-factor authentication on with the app's first code, and ends all sessions of the user but this one.
 *
 * @throws Refused TWO_FACTOR_ON, INCORRECT_CODE
 */
export async function confirmFactor(
  visit: RequestInfo,
  user: OwnUser,
  { code, sessionId }: { code: string; sessionId: string },
): Promise<OwnUser> {
  const { db, deps, now } = visit;
  if (user.two_factor_enabled) throw new Refused('TWO_FACTOR_ON');
  const factor = await secondFactorOf(db, user.id);
  const step =
    factor === undefined ? undefined : stepOf(deps.secrets.open(factor.secret, factorPlace(user.id)), code, deps.clock());
  if (factor === undefined || step === undefined) throw new Refused('INCORRECT_CODE');
  return inTransaction(db, async (trx) => {
    if (!(await confirmSecret(trx, { userId: user.id, secret: factor.secret, step, now }))) throw new Refused('INCORRECT_CODE');
    await turnTwoFactorOn(trx, user.id, now);
    await endSessionsOf(trx, { userId: user.id, now, except: sessionId });
    await logOwnSecurityEvent(trx, visit, user, { type: 'TWO_FACTOR_ON' });
    await mailUser(trx, visit, user, { kind: 'TWO_FACTOR_CHANGED' });
    return (await ownUserById(trx, user.organisation_id, user.id)) ?? user;
  });
}

/** The time step to which a code belongs: the present one, the one before or the one after. @param now - epoch ms */
function stepOf(secret: string, code: string, now: number): number | undefined {
  const found = verifySync({ secret, token: code, epoch: Math.floor(now / 1000), epochTolerance: CODE_TOLERANCE });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}
