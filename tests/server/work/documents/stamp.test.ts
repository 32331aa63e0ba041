import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { callerOf, signed, signIn, type Caller } from '#tests/support/builders.ts';
import { useTestApp } from '#tests/support/use-test-app.ts';
import { demoSealer } from '#tests/server/outside/seal/sealed-demo.ts';
import { openTsa } from '#tests/server/outside/seal/tsa.ts';

const app = useTestApp();

let staff: Caller;
let form: { consentID: string; recordID: string };
beforeEach(async () => {
  staff = await signIn(app);
  form = await signed(app, staff);
  app.log.length = 0;
});

/** An authority's address at which nobody answers, in the server's settings; and how it comes up. */
async function downTsa() {
  const { url, close } = await openTsa();
  await close();
  app.deps.sealer = await demoSealer({ tsaUrl: url, clock: app.clock.now });
  return {
    comesUp: async () => {
      const tsa = await openTsa('none', Number(new URL(url).port));
      onTestFinished(tsa.close);
    },
  };
}

const consent = async () => (await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!;
const sealedAs = async () =>
  (await staff.call('recordTimeline', { id: form.recordID })).data.events
    .filter(({ type }) => type === 'SEALED')
    .map(({ detail }) => detail);
const warnings = () => app.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
const verdict = async (pdf: Buffer) =>
  (await callerOf(app).call('verifyFile', { file: new Blob([new Uint8Array(pdf)]) })).data.state;

/** One try at what is due, then the longest wait until the next. */
async function tryOnce(): Promise<void> {
  await app.doJobs();
  app.clock.advance(300_000);
}

test('a time stamp that did not come is asked for again: the form is being sealed until then, and has it in the end', async () => {
  const tsa = await downTsa();
  for (let tries = 1; tries <= 4; tries += 1) {
    await tryOnce();
    expect((await consent()).sealState, `try ${tries}`).toBe('SEALING');
  }
  expect(warnings()).toMatchObject([1, 2, 3, 4].map((attempts) => ({ job: 'SEAL', attempts, error: 'StampPending' })));
  await tsa.comesUp();
  await tryOnce();
  expect((await consent()).sealState).toBe('SEALED');
  expect(await sealedAs()).toMatchObject([{ level: 'B-T' }]);
  expect(await verdict(await staff.download(form.consentID))).toBe('AUTHENTIC');
});

test('an authority that is down for good holds no form up: it is sealed without a stamp, the log warns, and the file stays', async () => {
  const tsa = await downTsa();
  for (let tries = 1; tries <= 5; tries += 1) await tryOnce();
  expect((await consent()).sealState).toBe('SEALED');
  expect(await sealedAs()).toMatchObject([{ level: 'B-B' }]);
  expect(warnings().at(-1)).toEqual({
    at: expect.any(String),
    level: 'warn',
    message: 'the time-stamp authority failed: a document is sealed without a time stamp',
    attempts: 5,
  });
  const pdf = await staff.download(form.consentID);
  expect(await verdict(pdf)).toBe('AUTHENTIC');

  await tsa.comesUp();
  for (let tries = 1; tries <= 3; tries += 1) await tryOnce();
  expect((await staff.download(form.consentID)).equals(pdf)).toBe(true);
  expect(await sealedAs()).toHaveLength(1);
});
