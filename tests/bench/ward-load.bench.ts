import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { callerOf, handOver, inked, reachedAt, sent, typed, type Caller } from '#tests/support/forms/builders.ts';
import { openLiveStream } from '#tests/support/server/live-stream.ts';
import { percentile } from '#tests/support/checks/percentile.ts';
import { openHospital } from './hospital.ts';
import { report } from './report.ts';

const CONSENTS = 10_000;
const PATIENTS = 100;
const CLINICIANS = 20;
/** The time within which all patients sign, ms. */
const WITHIN = 60_000;
/** The time for which a clinician reads a screen, ms [choice]. */
const LOOK = { least: 500, most: 1500 };
/** Longest wait for the last sealed document, ms. */
const SEAL_MOST = 120_000;

const hospital = openHospital();
beforeAll(() => hospital().growTo(CONSENTS), 300_000);

test(`${PATIENTS} patients sign within ${WITHIN / 1000} s while ${CLINICIANS} clinicians browse ${CONSENTS} consents`, async () => {
  const reached = reachedAt(hospital().origin);
  const token = await hospital().signIn();
  const staff = callerOf(reached, token);
  const forms = [];
  for (let nth = 0; nth < PATIENTS; nth += 1) {
    const version = await sent(staff);
    forms.push({ version, holder: await handOver(reached, staff, version) });
  }
  const times = { read: [] as number[], sign: [] as number[], sealed: [] as number[], seen: [] as number[] };
  const errors: string[] = [];
  const timed = async (kind: 'read' | 'sign', act: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await act().catch((error: unknown) => errors.push(String(error)));
    times[kind].push(performance.now() - began);
  };
  const stream = await openLiveStream(hospital().origin, token);

  const end = performance.now() + WITHIN;
  const browsing = Array.from({ length: CLINICIANS }, (_, nth) => browse(staff, nth, { end, read: (act) => timed('read', act) }));
  const signing = forms.map(async ({ version, holder }) => {
    await wait(Math.random() * WITHIN * 0.9);
    const began = performance.now();
    const seen = stream
      .next((event) => event.kind === 'changed' && event.ids.includes(version.recordID))
      .then(() => times.seen.push(performance.now() - began));
    await timed('sign', () => holder.call('recordSign', inked(holder.details)));
    await timed('sign', () => staff.call('recordSign', typed(version)));
    const last = performance.now();
    await seen;
    await isSealed(staff, version.recordID);
    times.sealed.push(performance.now() - last);
  });
  await Promise.all([...signing, ...browsing]);
  stream.close();

  const beside = `${times.read.length} reads, ${times.sign.length} signatures, ${errors.length} errors`;
  const p95 = (values: readonly number[]) => `p95 ${percentile(values, 95).toFixed(0)} ms`;
  report({ line: `reads of ${CLINICIANS} clinicians`, now: p95(times.read), beside });
  report({ line: `signatures of ${PATIENTS} patients and their clinicians`, now: p95(times.sign), beside });
  report({ line: 'from the last signature to the sealed document', now: p95(times.sealed), beside });
  report({ line: 'from a patient’s signature to another screen', now: p95(times.seen), aim: '1000 ms', beside });
  expect(errors).toEqual([]);
  expect(times.sealed).toHaveLength(PATIENTS);
});

type Browsing = { readonly end: number; readonly read: (act: () => Promise<unknown>) => Promise<void> };

/** Lists, searches and cases, one after another, as a ward round opens them. */
async function browse(staff: Caller, nth: number, { end, read }: Browsing): Promise<void> {
  for (let round = nth; performance.now() < end; round += 1) {
    const page = 1 + (round % 500);
    let ids: readonly string[] = [];
    await read(async () => {
      ids = (await staff.call('recordGet', { page, limit: 20 })).data.records.map(({ recordID }) => recordID);
    });
    for (const id of ids.slice(0, 1)) await read(() => staff.call('recordDetails', { id }));
    await wait(LOOK.least + Math.random() * (LOOK.most - LOOK.least));
    if (round % 3 === 0)
      await read(() => staff.call('patientGet', { search: `Demo ${String.fromCodePoint(97 + (round % 26))}` }));
  }
}

async function isSealed(staff: Caller, id: string): Promise<void> {
  for (const until = performance.now() + SEAL_MOST; performance.now() < until; await wait(250)) {
    const { consents } = (await staff.call('recordDetails', { id })).data;
    if (consents[0]?.sealState === 'SEALED') return;
  }
  throw new Error('A signed form was not sealed in time');
}
