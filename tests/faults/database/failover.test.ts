import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHaStage, type HaStage } from '#tests/support/faults/ha-stage.ts';
import { expectSignedOnce } from '#tests/support/tablet/signed-remains.ts';
import { startSigning } from '#tests/support/forms/signing-load.ts';
import { startServersOn } from '#tests/support/server/two-servers.ts';

const FAILOVERS = Number(process.env['FAILOVERS'] ?? 20);
/** Longest pause of signing that a failover may cause, ms. */
const PAUSE_MOST = 30_000;
/** Longer than the lease of a primary, ms. */
const OUTAGE = 30_000;

let stage: HaStage;
let site: Awaited<ReturnType<typeof startServersOn>>;
beforeAll(async () => {
  stage = await startHaStage();
  site = await startServersOn(stage.url);
}, 300_000);
afterAll(async () => {
  await site?.stop();
  await stage?.stop();
}, 60_000);

// Each takes the primary away. They return what gives its machine back.
const kill = async (primary: number) => {
  await stage.nodes[primary]!.kill();
  return () => stage.nodes[primary]!.start();
};
const freeze = async (primary: number) => {
  stage.nodes[primary]!.freeze();
  return () => stage.nodes[primary]!.thaw();
};
const killWithFewerEtcd = async (primary: number, round: number) => {
  const member = stage.etcd[round % 3]!;
  await member.kill();
  const back = await kill(primary);
  return () => (member.start(), back());
};
const faults = [
  ['killed', kill],
  ['frozen', freeze],
  ['killed beside a minority of etcd', killWithFewerEtcd],
] as const;

test(
  `${FAILOVERS} failovers while consents are signed: nothing acknowledged is lost or doubled, and signing goes on by itself`,
  { timeout: 28 * 60_000 },
  async () => {
    const load = await startSigning({ origins: site.servers.map(({ origin }) => origin) });
    const pauses: string[] = [];
    let longest = 0;
    for (let round = 0; round < FAILOVERS; round += 1) {
      const [name, fault] = faults[round % faults.length]!;
      const before = await stage.whole();
      await load.more(6);
      const began = Date.now();
      const heal = await fault(before, round);
      const after = await newPrimary(before);
      const promoted = (Date.now() - began) / 1000;
      await load.more(6);
      const pause = load.longestPause(began);
      longest = Math.max(longest, pause);
      pauses.push(
        `${name}, node ${before + 1} to ${after + 1} after ${promoted.toFixed(1)} s: signing paused ${(pause / 1000).toFixed(1)} s`,
      );
      process.stdout.write(`Failover ${round + 1}: ${pauses.at(-1)}\n`);
      heal();
    }
    await stage.whole();

    // Without a majority of etcd nobody may become the primary; the one that is goes on for as long as the others answer it.
    const lost = stage.etcd.slice(0, 2);
    const began = Date.now();
    for (const member of lost) await member.kill();
    await wait(OUTAGE);
    const during = load.longestPause(began);
    for (const member of lost) member.start();
    await stage.whole();
    await load.more(6);
    process.stdout.write(`etcd without a majority for ${OUTAGE / 1000} s: longest pause ${(during / 1000).toFixed(1)} s\n`);

    await load.stop();
    const again = [...load.retries].map(([answer, count]) => `${answer} ${count}`).join(', ');
    process.stdout.write(
      `${load.signatures.length} signatures acknowledged, ${load.done.length} consents; sent again after: ${again}; longest pause ${(longest / 1000).toFixed(1)} s\n`,
    );
    for (const server of site.servers) expect(server.hasEnded(), 'a server ended').toBe(false);
    await expectSignedOnce(load, { url: stage.url, origin: site.servers[0].origin, sealMs: 180_000 });
    expect(longest).toBeLessThan(PAUSE_MOST);
    expect(during).toBeLessThan(PAUSE_MOST);
  },
);

/** Waits for another primary than the one before. */
async function newPrimary(before: number): Promise<number> {
  for (const until = Date.now() + 90_000; ; await wait(100)) {
    const now = await stage.primary();
    if (now !== undefined && now !== before) return now;
    if (Date.now() > until) throw new Error('Nobody became the primary');
  }
}
