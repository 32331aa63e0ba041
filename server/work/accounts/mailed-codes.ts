import { AUTHORISATION_CODE_LENGTH, AUTHORISATION_CODE_LIFE, CODE_LENGTH, SIGN_IN_CODE_LIFE } from '#domain/accounts/codes.ts';
import { insertCode, type CodePurpose } from '#server/data/accounts/codes.ts';
import { insertRegistrant } from '#server/data/accounts/registrants.ts';
import { userByEmail, type FullUser } from '#server/data/accounts/users.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { mailUser, logOwnSecurityEvent, type RequestInfo } from './security-events.ts';
import { inTransaction } from '#server/data/transaction.ts';

/** A one-time code and the hash under which it is stored. */
export type MailedCode = { plain: string; hash: string };

/** For each kind of code its lifetime (ms), its mail, and its words in the security log. */
const KINDS = {
  REGISTER: { life: AUTHORISATION_CODE_LIFE, kind: 'REGISTER', words: 'Registration' },
  RESET: { life: AUTHORISATION_CODE_LIFE, kind: 'RESET', words: 'New password' },
  BACKUP: { life: SIGN_IN_CODE_LIFE, kind: 'BACKUP_CODE', words: 'Backup code' },
} as const satisfies Record<CodePurpose, { life: number; kind: string; words: string }>;

/** Characters of Crockford's base 32, five bits each. */
export async function newCode({ random, passwords }: Pick<Deps, 'random' | 'passwords'>): Promise<MailedCode> {
  const plain = Array.from(random(AUTHORISATION_CODE_LENGTH), (byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]).join('');
  return { plain, hash: await passwords.hash(plain) };
}

/** Digits, as an authenticator app shows them. */
export async function newDigits({ random, passwords }: Pick<Deps, 'random' | 'passwords'>): Promise<MailedCode> {
  const number = Buffer.from(random(6)).readUIntBE(0, 6) % 10 ** CODE_LENGTH;
  const plain = String(number).padStart(CODE_LENGTH, '0');
  return { plain, hash: await passwords.hash(plain) };
}

/** Stores a code without a mail, and ends earlier ones. */
export async function storeCode(
  db: Db,
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
  { userId, purpose, code }: { userId: string; purpose: CodePurpose; code: MailedCode },
): Promise<void> {
  const at = clock();
  await insertCode(db, {
    id: newId(),
    user_id: userId,
    purpose,
    code_hash: code.hash,
    created_at: new Date(at).toISOString(),
    ends_at: new Date(at + KINDS[purpose].life).toISOString(),
  });
}

/** Stores a code and queues its mail; both happen, or neither does. */
export async function sendCode(
  db: Db,
  visit: RequestInfo,
  user: FullUser,
  { purpose, code }: { purpose: CodePurpose; code: MailedCode },
): Promise<void> {
  const { life, kind, words } = KINDS[purpose];
  await storeCode(db, visit.deps, { userId: user.id, purpose, code });
  await mailUser(db, visit, user, { kind, code: code.plain, life });
  await logOwnSecurityEvent(db, visit, user, { type: 'CODE_SENT', detail: words });
}

/**
 * Runs `work` for the account of an address. Without an account, or when `work` sends nothing, a mail is composed and rolled back:
 * a faster answer would reveal that the address is unknown.
 *
 * @param work - true when it sent something
 */
export async function forAddress(
  visit: RequestInfo,
  { email, code }: { email: string; code: MailedCode },
  work: (db: Db, user: FullUser) => Promise<boolean>,
): Promise<void> {
  try {
    await inTransaction(visit.db, async (db) => {
      const user = await userByEmail(db, email);
      if (user !== undefined && (await work(db, user))) return;
      if (user === undefined) await insertRegistrant(db, { id: visit.deps.newId(), email, wish: '', now: visit.now });
      const nobody = user ?? (await userByEmail(db, email));
      if (nobody !== undefined) await sendCode(db, visit, nobody, { purpose: 'RESET', code });
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}

class TakenBack extends Error {
  override name = 'TakenBack';
}
