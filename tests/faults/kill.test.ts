import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import type { Input } from '#contract/calls.ts';
import { handOver, inked, reachedAt, sent, signIn, typed, type Caller, type Reached } from '#tests/support/forms/builders.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { expectSealedForms } from '#tests/support/tablet/signed-remains.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';

const rounds = isFull ? 30 : 1;
/** Consents that are signed at the same time, twice each. */
const AT_ONCE = 5;
/** Longest start on data that a kill left behind, ms. */
const START_MOST = 5000;
/** Longest wait until everything that was signed is sealed, ms. */
const SEAL_MOST = 60_000;

let server: ServerProcess;
let reached: Reached;
beforeAll(async () => {
  server = await startServer();
  reached = reachedAt(server.origin);
});
afterAll(() => server.stop());

/** One signature being submitted: its sender, its key, and whether the server acknowledged it. */
type Signing = {
  consentID: string;
  recordID: string;
  signer: Caller;
  body: Input<'recordSign'>;
  key: string;
  isAcknowledged: boolean;
};

test(
  'killed at any moment while consents are signed, it has every acknowledged signature once and seals every signed form',
  { timeout: rounds * 120_000, tags: ['smoke'] },
  async () => {
    const random = seededRandom('kill');
    const staff = await signIn(reached);
    const all: Signing[] = [];
    const starts: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const signings = (await Promise.all(Array.from({ length: AT_ONCE }, () => outForSigning(staff)))).flat();
      const killed = wait(Math.round(random() * 350)).then(() => server.kill());
      await Promise.all(signings.map(async (each) => (each.isAcknowledged = await send(each))));
      await killed;
      starts.push(await timeOfRestart());

      for (const each of signings.filter(({ isAcknowledged }) => isAcknowledged))
        expect(await signaturesOf(staff, each), `round ${round}: an acknowledged signature`).toHaveLength(1);
      // The tablet has no acknowledgement of the others: it sends them again under their keys.
      for (const each of signings.filter(({ isAcknowledged }) => !isAcknowledged))
        expect(await send(each), `round ${round}: the same again`).toBe(true);
      for (const each of signings) expect(await signaturesOf(staff, each), `round ${round}: once`).toHaveLength(1);
      all.push(...signings);
    }
    const acknowledged = all.filter(({ isAcknowledged }) => isAcknowledged).length;
    process.stdout.write(
      `Ready again after ${starts.join(', ')} ms; acknowledged before a kill: ${acknowledged} of ${all.length}\n`,
    );

    const forms = all.filter(({ body }) => body.role === 'PATIENT');
    await expectSealedForms(reached, forms, SEAL_MOST);
    // With test:full no other tests run in parallel; otherwise the measured time proves nothing about a start.
    if (isFull) expect(Math.max(...starts)).toBeLessThan(START_MOST);
  },
);

/** Duration of a start on the data that the kill left, ms. */
async function timeOfRestart(): Promise<number> {
  const began = performance.now();
  await server.restart();
  return Math.round(performance.now() - began);
}

/** A sent consent with both of its signatures prepared. */
async function outForSigning(staff: Caller): Promise<Signing[]> {
  const version = await sent(staff);
  const patient = await handOver(reached, staff, version);
  const { consentID, recordID } = version;
  const base = { consentID, recordID, isAcknowledged: false };
  return [
    { ...base, signer: patient, body: inked(patient.details), key: randomUUID() },
    { ...base, signer: staff, body: typed(version), key: randomUUID() },
  ];
}

/** True when the server acknowledges the signature; false when no answer came. */
async function send({ signer, body, key }: Signing): Promise<boolean> {
  for (;;) {
    try {
      await signer.call('recordSign', body, key);
      return true;
    } catch (error) {
      if (error instanceof Unreachable) return false;
      if (!(error instanceof CallFailed) || ![409, 503].includes(error.status) || error.code === 'ALREADY_SIGNED') throw error;
      // The same request from before the kill, or another one, is still being processed.
      await wait(100);
    }
  }
}

async function signaturesOf(staff: Caller, { recordID, body }: Signing) {
  const { data } = await staff.call('recordDetails', { id: recordID });
  return data.consents[0]!.signatures.filter(({ role }) => role === body.role);
}
