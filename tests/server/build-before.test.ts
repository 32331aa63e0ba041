import { expect, test } from 'vitest';
import { callForFile } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { EPOCH_HEADER } from '#contract/sync.ts';
import { rowsOf } from '#tests/support/checks/full.ts';
import { callerOf, signIn } from '#tests/support/forms/builders.ts';
import { openTestApp, type TestApp } from '#tests/support/server/app.ts';
import {
  callsOf,
  envelopesOf,
  giveWhatItHad,
  queuedNames,
  recordedBuilds,
  recordingOf,
  type Recording,
} from '#tests/support/tablet/kept-builds.ts';
import type { RecordedCall } from '#tests/support/tablet/kept-recorder.ts';
import { snapshotOf } from '#tests/support/tablet/snapshot.ts';
import { sendAlone, sendEnvelope } from '#tests/support/tablet/tablet.ts';

/** Calls that tablets queue since the newest recording was made. */
const SINCE: readonly string[] = ['POST safety/report', 'POST record/notConfirmed'];

/**
 * Where the rules of today answer a recorded call in another way than the server of its build did: by build and key, with the answer and
 * its reason.
 */
const DECIDED_SINCE: Readonly<Record<string, { readonly answer: string; readonly reason: string }>> = {};

test('every call that a tablet may queue is in the newest recording, or came since', () => {
  const [newest] = recordedBuilds;
  const recorded = callsOf(recordingOf(newest!)).flatMap(({ call, status }) => (status === 200 ? call : []));
  expect([...new Set(recorded)].toSorted()).toEqual(queuedNames().filter((name) => !SINCE.includes(name)));
});

// Sessions go on, a handover that is asked for again has its ticket renewed, and what is read is logged; marks follow these rows.
const READING = ['sessions', 'throttles', 'tickets', 'access_log', 'chain_heads', 'row_marks'];
/** Between two times at which a tablet sends, ms: more than at the recording, and all of them are within one session. */
const BETWEEN_ACTS = 4.5 * MINUTE;

for (const build of rowsOf(recordedBuilds)) {
  const recording = recordingOf(build);
  test(`what a tablet of ${build} queued takes effect in envelopes, and alone for a second time none`, () =>
    replayed(recording, {
      first: ({ inEnvelope }) => inEnvelope,
      again: ({ alone }) => alone,
    }));
  test(`what a tablet of ${build} queued takes effect call by call, and in envelopes for a second time none`, () =>
    replayed(recording, {
      first: ({ alone }) => alone,
      again: ({ inEnvelope }) => inEnvelope,
    }));
}

type Send = (ops: readonly RecordedCall[]) => Promise<string[]>;
type Senders = { readonly inEnvelope: Send; readonly alone: Send };

/** Sends a recording to the server of today in one way, and then once more in another. */
async function replayed(
  recording: Recording,
  { first, again }: { first: (senders: Senders) => Send; again: (senders: Senders) => Send },
): Promise<void> {
  const app = await openTestApp();
  try {
    await giveWhatItHad(app, recording);
    const staff = await signIn(app);
    const senders = await sendersOf(app, { token: staff.token, recording });
    const expected = (ops: readonly RecordedCall[]) => ops.map((op) => answerOf(recording.build, op));
    for (const act of recording.acts) {
      const { name, meanwhile } = act;
      app.clock.advance(BETWEEN_ACTS);
      for (const call of meanwhile) expect((await sendAlone(app, await signIn(app), call)).status).toBe(200);
      for (const ops of envelopesOf(act)) expect([name, await first(senders)(ops)]).toEqual([name, expected(ops)]);
      await app.doJobs();
    }
    await expectWhole(app, recording);
    const before = await snapshotOf(app.database.db, { except: READING });
    for (const act of recording.acts)
      for (const ops of envelopesOf(act)) expect([act.name, await again(senders)(ops)]).toEqual([act.name, expected(ops)]);
    await app.doJobs();
    expect(await snapshotOf(app.database.db, { except: READING })).toEqual(before);
  } finally {
    await app.close();
  }
}

const answerOf = (build: string, { key, call, status }: RecordedCall) =>
  `${call} ${DECIDED_SINCE[`${build} ${key}`]?.answer ?? status}`;

/** The functions that send what a tablet queued, with the headers that it sent. */
async function sendersOf(app: TestApp, { token, recording }: { token: string; recording: Recording }): Promise<Senders> {
  const { deviceId, dataEpoch } = recording;
  await callerOf(app, token).call('userDevice', { deviceId });
  const headers = { ...recording.headers, ...(dataEpoch === null ? {} : { [EPOCH_HEADER]: dataEpoch }) };
  const sender = { token, deviceId, headers };
  return {
    inEnvelope: async (ops) => {
      const answers = await sendEnvelope(
        app,
        sender,
        ops.map(({ status: _, ...op }) => op),
      );
      return answers.map(({ status }, nth) => `${ops[nth]?.call} ${status}`);
    },
    alone: async (ops) => {
      const answers: string[] = [];
      for (const op of ops) answers.push(`${op.call} ${(await sendAlone(app, sender, op)).status}`);
      return answers;
    },
  };
}

/** The moments of each case are whole, each patient's history is, and what was signed is sealed in a document that verifies. */
async function expectWhole(app: TestApp, recording: Recording): Promise<void> {
  const staff = await signIn(app);
  const made = (call: string, id: string) =>
    callsOf(recording).flatMap((op) => (op.call === call ? String((op.input as Record<string, unknown>)[id]) : []));
  const states: unknown[] = [];
  for (const id of made('POST consent/create', 'recordID')) {
    expect((await staff.call('recordTimeline', { id })).data.chain.ok).toBe(true);
    const [consent] = (await staff.call('recordDetails', { id })).data.consents;
    const { consentID, status, sealState, signatures } = consent!;
    states.push([status, sealState, signatures.map(({ role }) => role).join()]);
    if (sealState !== 'SEALED') continue;
    const file = await callForFile(calls.consentDownload, { request_id: consentID, kind: 'SIGNED' }, app.wire(staff.token));
    const { data: verdict } = await callerOf(app).call('verifyFile', { file });
    expect(verdict).toMatchObject({ state: 'AUTHENTIC', status: status === 'SIGNED' ? 'IN_FORCE' : status });
  }
  const signed = made('POST record/sign', 'role').filter((role) => role === 'CLINICIAN');
  expect(states.filter((state) => String(state).endsWith('SEALED,PATIENT,CLINICIAN'))).toHaveLength(signed.length);
  for (const id of made('POST patient/create', 'id'))
    expect((await staff.call('patientHistory', { id })).data.isIntact).toBe(true);
}
