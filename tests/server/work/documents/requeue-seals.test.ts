import { beforeEach, expect, test } from 'vitest';
import { requeueSeals } from '#server/work/documents/requeue-seals.ts';
import { JOB_TIMES, runJobs } from '#server/work/run-jobs.ts';
import { signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller;
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
  // The demo's own signed forms have no jobs in tests.
  await app.database.db.updateTable('consents').set({ seal_state: 'SEALED' }).execute();
  await app.database.db.deleteFrom('jobs').execute();
});

const jobs = () => app.database.db.selectFrom('jobs').select(['state', 'payload']).where('kind', '=', 'SEAL').execute();
const requeued = async () => Number(/^assent_seals_requeued_total (\d+)$/m.exec((await app.ask({ url: '/metrics' })).text)?.[1]);
const sealState = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data.consents[0]!.sealState;

test('a signed form whose job is lost is found by the running server, counted, logged and sealed', async () => {
  const { consentID, recordID } = await signed(app, staff);
  await app.database.db.deleteFrom('jobs').execute();
  const before = await requeued();
  const runner = runJobs(app.deps, { ...JOB_TIMES, idle: 10, requeue: 10 });
  await expect.poll(() => sealState(recordID)).toBe('SEALED');
  await runner.stop();
  expect(await requeued()).toBe(before + 1);
  expect(app.log.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 'error', message: expect.stringContaining('neither a document nor a job'), count: 1 }),
  );
  expect((await staff.download(consentID)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a job that was done without its document becomes due again, and one that is due is left alone', async () => {
  const { consentID } = await signed(app, staff);
  const before = await requeued();
  await requeueSeals(app.deps);
  expect(await requeued()).toBe(before);
  await app.database.db.updateTable('jobs').set({ state: 'DONE' }).where('kind', '=', 'SEAL').execute();
  await requeueSeals(app.deps);
  expect(await requeued()).toBe(before + 1);
  expect(await jobs()).toEqual([{ state: 'DUE', payload: { consentID } }]);
});
