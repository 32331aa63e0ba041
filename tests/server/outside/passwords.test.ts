import { expect, test } from 'vitest';
import { openPasswords } from '#server/outside/passwords.ts';

test('a password is kept as argon2id with 19 MiB and two passes, unless a test asks for less', async () => {
  const passwords = openPasswords();
  const hash = await passwords.hash('Maple!Leaf7');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hash, 'Maple!Leaf7')).toBe(true);
  expect(await passwords.verify(hash, 'Maple!Leaf8')).toBe(false);
});

test('an account that does not exist costs the same work, and no password is its own', async () => {
  const passwords = openPasswords();
  await passwords.hash('warm');
  const times = async (known: string | null) => {
    const started = performance.now();
    for (let nth = 0; nth < 5; nth += 1) expect(await passwords.verify(known, 'no account has this password')).toBe(false);
    return performance.now() - started;
  };
  const known = await times(await passwords.hash('Maple!Leaf7'));
  expect(await times(null)).toBeGreaterThan(known / 10);
});
