import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSignedOnce } from '#tests/support/signed-remains.ts';
import { startSigning } from '#tests/support/signing-load.ts';
import { startSite, type Site } from '#tests/support/two-servers.ts';

const ROUNDS = 5;
/** Longest pause of signing while one of two servers is away, ms: the other one is there. */
const PAUSE_MOST = 10_000;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

// Both are this build: what an earlier one queued or stored is tested against this one with recordings (tests/server/build-before).
test(
  `each of two servers is restarted ${ROUNDS} times under load, and no client sees a request fail`,
  { timeout: 900_000 },
  async () => {
    const load = await startSigning({ origins: site.servers.map(({ origin }) => origin), pauseMs: 500 });
    const pauses: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const server of site.servers) {
        await load.more(6);
        const began = Date.now();
        await server.end();
        await load.more(2);
        await server.restart();
        await load.more(2);
        pauses.push(load.longestPause(began));
      }
    }
    // A request that no client would send again fails the load, and with it this test.
    await load.stop();
    const again = [...load.retries].map(([answer, count]) => `${answer} ${count}`).join(', ');
    process.stdout.write(
      `${load.signatures.length} signatures; longest pause ${Math.max(...pauses)} ms; sent to the other server after: ${again}\n`,
    );
    await expectSignedOnce(load, { url: site.url, origin: site.servers[0].origin, sealMs: 120_000 });
    expect(Math.max(...pauses)).toBeLessThan(PAUSE_MOST);
  },
);
