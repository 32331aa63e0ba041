import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '#tests/support/checks/random.ts';
import { expectSignedOnce } from '#tests/support/tablet/signed-remains.ts';
import { startSigning } from '#tests/support/forms/signing-load.ts';
import { startSite, type Site } from '#tests/support/server/two-servers.ts';

const KILLS = Number(process.env['KILLS'] ?? 40);
/** Longest pause of signing after a kill, ms. */
const PAUSE_MOST = 30_000;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

// The processes that each round kills, and the order in which it restarts them.
const ROUNDS = {
  PostgreSQL: async ({ postgres }: Site) => {
    await postgres.kill();
    return () => postgres.restart();
  },
  'one server': async ({ servers }: Site) => {
    await servers[0].kill();
    return () => servers[0].restart();
  },
  'PostgreSQL and the other server': async ({ postgres, servers }: Site) => {
    await Promise.all([postgres.kill(), servers[1].kill()]);
    return async () => {
      await postgres.restart();
      await servers[1].restart();
    };
  },
  'everything at once': async ({ postgres, servers }: Site) => {
    await Promise.all([postgres.kill(), servers[0].kill(), servers[1].kill()]);
    return async () => {
      await postgres.restart();
      await Promise.all(servers.map((server) => server.restart()));
    };
  },
};

test(
  `${KILLS} kills of servers and of PostgreSQL while consents are signed lose and double nothing that was acknowledged`,
  { timeout: 28 * 60_000 },
  async () => {
    const random = seededRandom('database kills');
    const load = await startSigning({ origins: site.servers.map(({ origin }) => origin) });
    const pauses: number[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const kills = Object.values(ROUNDS);
      await load.more(4);
      await wait(random() * 1_000);
      const began = Date.now();
      const heal = await kills[round % kills.length]!(site);
      await wait(random() * 2_000);
      await heal();
      await load.more(4);
      pauses.push(load.longestPause(began));
    }
    await load.stop();
    const again = [...load.retries].map(([answer, count]) => `${answer} ${count}`).join(', ');
    process.stdout.write(
      `${load.signatures.length} signatures acknowledged; longest pause ${Math.max(...pauses)} ms; sent again after: ${again}\n`,
    );
    await expectSignedOnce(load, { url: site.url, origin: site.servers[0].origin, sealMs: 180_000 });
    expect(Math.max(...pauses)).toBeLessThan(PAUSE_MOST);
  },
);
