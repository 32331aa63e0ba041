import { afterEach, expect, test } from 'vitest';
import { expectSignedOnce } from '#tests/support/tablet/signed-remains.ts';
import { startSigning } from '#tests/support/forms/signing-load.ts';
import { startSite, type Site } from '#tests/support/server/two-servers.ts';

const ROUNDS = 5;
/** Longest pause of signing while one of two servers is away, ms: the other one is there. */
const PAUSE_MOST = 10_000;
/** A checkout of the version before, installed and built. */
const BEFORE = process.env['BUILD_BEFORE'];

let site: Site | undefined;
afterEach(() => site?.stop());

/** Restarts each server of a site in turn while consents are signed. */
async function restartUnderLoad({ url, servers }: Site, rounds: number): Promise<void> {
  const load = await startSigning({ origins: servers.map(({ origin }) => origin), pauseMs: 500 });
  const pauses: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) {
      await load.more(6);
      const began = Date.now();
      await server.end();
      await load.more(2);
      await server.restart();
      await load.more(6);
      pauses.push(load.longestPause(began));
    }
  }
  // A request that no client would send again fails the load, and with it this test.
  await load.stop();
  const again = [...load.retries].map(([answer, count]) => `${answer} ${count}`).join(', ');
  process.stdout.write(
    `${load.signatures.length} signatures; longest pause ${Math.max(...pauses)} ms; sent to the other server after: ${again}\n`,
  );
  await expectSignedOnce(load, { url, origin: servers[0].origin, sealMs: 120_000 });
  expect(Math.max(...pauses)).toBeLessThan(PAUSE_MOST);
}

test(
  `each of two servers is restarted ${ROUNDS} times under load, and no client sees a request fail`,
  { timeout: 900_000 },
  async () => {
    site = await startSite();
    await restartUnderLoad(site, ROUNDS);
  },
);

test.runIf(BEFORE !== undefined)(
  'two servers of the version before are replaced by this one under load, one after the other, and no client sees a request fail',
  { timeout: 900_000 },
  async () => {
    site = await startSite({ before: BEFORE });
    await restartUnderLoad(site, 1);
  },
);
