import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import { mailedCase } from '#tests/support/forms/mailed-link.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { report } from './report.ts';

/** News of forms that were made by mistake, of which a signer hears at once. */
const ROUNDS = 40;
/** Rounds in which the news of so many forms come at the same moment. */
const AT_ONCE = 10;
/** From the act to the mail in the folder, ms [source: design of messages]. */
const MOST = 10_000;
const GIVEN_UP = 60_000;

let server: ServerProcess;
let caller: Caller;
beforeAll(async () => {
  server = await startServer();
  caller = await callerAs(server.origin);
});
afterAll(() => server.stop());

/** Records a mailed form as made by mistake. @returns ms until the mail of it is in the folder, from the act */
async function untilTold(): Promise<number> {
  const { consentID, address } = await mailedCase(server, caller);
  const mailFolder = path.join(server.dataDir, 'mail');
  const begun = performance.now();
  await caller.ask('recordVoid', { consentID, reason: 'Another side', kind: 'OTHER' });
  for (let before = 0; performance.now() - begun < GIVEN_UP;) {
    const count = readdirSync(mailFolder).length;
    if (count !== before && (await mailsTo({ mailFolder }, address)).length === 2) return performance.now() - begun;
    before = count;
    await wait(10);
  }
  return GIVEN_UP;
}

test('news that must not wait, from the act to the mail, one by one and ten at once', async () => {
  const alone: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) alone.push(await untilTold());
  const together: number[] = [];
  for (let round = 0; round < ROUNDS; round += AT_ONCE)
    together.push(...(await Promise.all(Array.from({ length: AT_ONCE }, untilTold))));
  for (const [name, times] of Object.entries({ 'one by one': alone, [`${AT_ONCE} at once`]: together })) {
    const p95 = times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
    report({
      line: `news at once, ${name}: 95 of 100 acts to their mail within`,
      now: `${p95.toFixed(0)} ms`,
      aim: `${MOST} ms`,
      isHeld: p95 <= MOST,
    });
  }
  expect([...alone, ...together].every((ms) => ms < GIVEN_UP)).toBe(true);
}, 600_000);
