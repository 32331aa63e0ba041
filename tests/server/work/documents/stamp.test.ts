import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { recordLeaf } from '#server/work/integrity/seal-leaves.ts';
import { callerOf, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
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
  await recordLeaf(app.deps, app.deps.sealer.leaf);
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
const verdict = async (file: Uint8Array) =>
  (await callerOf(app).call('verifyFile', { file: new Blob([new Uint8Array(file)]) })).data;
const code = async () => (await consent()).verifyCode ?? '';
const stampOf = async () => {
  const { url } = await staff.call('consentGetPrivateUrl', { consentID: form.consentID, kind: 'TIMESTAMPED' });
  return app.ask({ url: new URL(url).pathname });
};

/** One try at what is due, then the longest wait until the next. */
async function tryOnce(): Promise<void> {
  await app.doJobs();
  app.clock.advance(300_000);
}

test('an authority that is down holds no form up: it is sealed at once, and its stamp comes later beside the unchanged document', async () => {
  const tsa = await downTsa();
  await tryOnce();
  expect((await consent()).sealState).toBe('SEALED');
  expect(await sealedAs()).toMatchObject([{ level: 'B-B' }]);
  const pdf = await staff.download(form.consentID);
  expect(await verdict(pdf)).toMatchObject({ state: 'AUTHENTIC', file: 'SIGNED', stampedAt: null });
  for (let tries = 2; tries <= 4; tries += 1) await tryOnce();
  expect(warnings()).toMatchObject([1, 2, 3, 4].map((attempts) => ({ job: 'STAMP', attempts, error: 'StampRefused' })));
  expect((await staff.refused('consentGetPrivateUrl', { consentID: form.consentID, kind: 'TIMESTAMPED' })).code).toBe(
    'NOT_FOUND',
  );

  await tsa.comesUp();
  await tryOnce();
  const stampedAt = '2026-11-06T14:07:00.000Z';
  expect((await staff.download(form.consentID)).equals(pdf)).toBe(true);
  expect(await verdict(pdf)).toMatchObject({ state: 'AUTHENTIC', file: 'SIGNED', stampedAt });
  expect((await callerOf(app).call('verifyByCode', { code: await code() })).data).toMatchObject({ file: null, stampedAt });
  const { bytes, headers } = await stampOf();
  expect(headers['content-disposition']).toContain(`${form.consentID}_timestamp.tst`);
  expect(await app.deps.sealer.checkStamp(bytes, pdf)).toBe(Date.parse(stampedAt));
  expect(await verdict(bytes)).toMatchObject({ state: 'AUTHENTIC', file: 'TIMESTAMPED', stampedAt, sealedAt: null });
  const { events, chain } = (await staff.call('recordTimeline', { id: form.recordID })).data;
  expect(events.at(-1)).toMatchObject({ type: 'STAMPED', detail: { stampedAt } });
  expect(chain.ok).toBe(true);
  await tryOnce();
  expect((await staff.call('recordTimeline', { id: form.recordID })).data.events).toHaveLength(events.length);
});

test('without an authority nothing is asked for, and nothing is said of a stamp', async () => {
  app.deps.sealer = await demoSealer({ clock: app.clock.now });
  await recordLeaf(app.deps, app.deps.sealer.leaf);
  await tryOnce();
  expect(warnings()).toEqual([]);
  expect(await verdict(await staff.download(form.consentID))).toMatchObject({ state: 'AUTHENTIC', stampedAt: null });
});
