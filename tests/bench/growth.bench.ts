import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { expect, test } from 'vitest';
import { callerOf, handOver, inked, reachedAt, sent, type Caller } from '#tests/support/forms/builders.ts';
import { openHospital, SIZES } from './hospital.ts';
import { median, report } from './report.ts';

const ROUNDS = 15;
/** Calls of one envelope. */
const CALLS = 50;

const hospital = openHospital();

test('the calls behind the other lines, with one, ten and fifty thousand cases of one hospital', async () => {
  // A ward's server has run for days: what it pays for compiling is not measured.
  await measure();
  const measured: Times[] = [];
  for (const size of SIZES) {
    await hospital().growTo(size);
    measured.push(await measure());
  }
  for (const [part, line] of Object.entries(LINES)) {
    // Each part of the times has a line of its own.
    const times = measured.map((each) => each[part as keyof Times]);
    report({
      line: `${line}, ${SIZES.join(', ')} cases on PostgreSQL`,
      now: `${times.map((ms) => ms.toFixed(1)).join(', ')} ms`,
      aim: 'flat',
      beside: `with the most cases ${(times.at(-1)! / times[0]!).toFixed(1)} times as long as with the fewest`,
    });
    expect(Math.min(...times)).toBeGreaterThan(0);
  }
});

const LINES = {
  envelope: `envelope of ${CALLS} new patients`,
  details: 'details of a form that is open',
  signature: 'signature of a patient',
  search: 'search of patients that finds more than it shows',
};
/** Middle times, ms. */
type Times = Record<keyof typeof LINES, number>;

async function measure(): Promise<Times> {
  const wired = reachedAt(hospital().origin, { fetch });
  const staff = callerOf(wired, await hospital().signIn());
  const envelope = await timed(() => sendEnvelope(staff));
  const unread: Caller[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) unread.push(await handOver(wired, staff, await sent(staff)));
  const read: { form: Caller; signing: ReturnType<typeof inked> }[] = [];
  const details = await timed(async () => {
    const form = unread.pop()!;
    const found = ticketDetails(await form.call('consentDetailsByToken', { token: form.token! }));
    read.push({ form, signing: inked(found, { capturedAt: new Date().toISOString() }) });
  });
  const signature = await timed(async () => {
    const { form, signing } = read.pop()!;
    await form.call('recordSign', signing);
  });
  const search = await timed(async () => void (await staff.call('patientSearch', { search: 'demo-envelope' })));
  return { envelope, details, signature, search };
}

async function sendEnvelope({ call }: Caller): Promise<void> {
  const ops = Array.from({ length: CALLS }, (_, nth) => ({
    key: crypto.randomUUID(),
    call: 'POST patient/create',
    input: {
      id: crypto.randomUUID(),
      firstName: 'Bench',
      lastName: `Demo-Envelope ${crypto.randomUUID().slice(0, 8)}`,
      dateOfBirth: new Date(Date.UTC(1930, 0, 1 + nth * 97)).toISOString().slice(0, 10),
    },
    capturedAt: new Date().toISOString(),
  }));
  const { results } = await call('syncOps', { ops });
  expect(results.map(({ status }) => status)).toEqual(ops.map(() => 200));
}

/** The middle time of some rounds, ms; the first is not counted. */
async function timed(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    if (round > 0) times.push(performance.now() - began);
  }
  return median(times);
}
