import { hash, verify } from '@node-rs/argon2';
import { Refused } from '../http/refused.ts';
import type { Passwords } from '../parts.ts';

// argon2id, 19 MiB, two passes: OWASP's first choice, about 10 ms here.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 4;
const WAITING_MOST = 200;

/** argon2id with a bound on how many run at once, so that a flood of sign-ins cannot take the machine. */
export function openPasswords(): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  // An account that does not exist costs the same work as one that does.
  const dummy = hash('no account has this password', COST);

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_MOST) throw new Refused('BUSY', { retryAfter: 2 });
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
    hash: (password) => inTurn(() => hash(password, COST)),
    verify: (known, password) => inTurn(async () => (await verify(known ?? (await dummy), password)) && known !== null),
  };
}
