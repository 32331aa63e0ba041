import { hash, verify } from '@node-rs/argon2';
import { Refused } from '#server/api-error.ts';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown account (`hash` null) as for a known one. @throws Refused BUSY when too many wait */
  verify(hash: string | null, password: string): Promise<boolean>;
};

/** Work factor of argon2id; `memoryCost` in KiB. */
export type PasswordCost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };

/** The cost of this product: 19 MiB, two passes, OWASP's first choice, about 10 ms. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const HASHES_AT_ONCE = 4;
const WAITING_HASHES_MOST = 200;

/**
 * argon2id with a bound on how many run at once, so that a flood of sign-ins cannot take the machine.
 *
 * @param cost - of every hash that is made; no setting reaches it, so that no deployment can weaken it
 */
export function openPasswords(cost: PasswordCost = PASSWORD_COST): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  // An account that does not exist costs the same work as one that does.
  const dummy = hash('no account has this password', cost);

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= HASHES_AT_ONCE) {
      if (waiting.length >= WAITING_HASHES_MOST) throw new Refused('BUSY', { retryAfter: 2 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: (known, password) => inTurn(async () => (await verify(known ?? (await dummy), password)) && known !== null),
  };
}
