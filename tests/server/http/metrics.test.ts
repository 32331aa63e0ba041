import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { MINUTE } from '#domain/base/limits.ts';
import { queueJob } from '#server/data/jobs/jobs.ts';
import { draft, signIn } from '#tests/support/forms/builders.ts';
import { formWithPhone } from '#tests/support/messages/sms-form.ts';
import { openSmsService } from '#tests/support/messages/sms-service.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
const metrics = async () => (await app.ask({ url: '/metrics' })).text;
const valueOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );

test('a call is timed under its name, and an address never becomes a label', async () => {
  const before = valueOf(await metrics(), 'assent_call_duration_seconds_count{call="verifyByCode"}') || 0;
  await app.ask({ url: '/api/verify/0123-4567-89AB' });
  await app.ask({ url: '/api/no-such-call/secret-in-the-address' });
  const text = await metrics();
  expect(valueOf(text, 'assent_call_duration_seconds_count{call="verifyByCode"}')).toBe(before + 1);
  expect(valueOf(text, 'assent_call_duration_seconds_bucket{le="+Inf",call="other"}')).toBeGreaterThan(0);
  expect(text).not.toMatch(/secret-in-the-address|0123-4567-89AB/);
});

test('the process, the event loop and the connections to the database are told', async () => {
  const text = await metrics();
  for (const name of ['process_resident_memory_bytes', 'process_uptime_seconds', 'process_cpu_seconds_total'])
    expect(valueOf(text, name), name).toBeGreaterThan(0);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect(valueOf(text, 'assent_database_connections{state="most"}')).toBeGreaterThan(0);
  expect(text).toContain('assent_database_connections{state="waiting"} 0');
  expect(valueOf(text, 'assent_database_up')).toBe(1);
});

test('the queue is counted by kind with the age of its oldest job, and a seal that is late is stale', async () => {
  // Forms of the demo hospital wait for their documents.
  const before = valueOf(await metrics(), 'assent_seals_stale');
  const staff = await signIn(app, 'clinician@demo.nhs.uk');
  const { consentID } = await draft(staff);
  const { db } = app.database;
  const ago = (ms: number) => new Date(app.clock.now() - ms).toISOString();
  const consents = db.updateTable('consents').where('id', '=', consentID);
  await consents.set({ signed_at: ago(4 * MINUTE), updated_at: ago(4 * MINUTE), pinned: '{}' as never }).execute();
  const { organisation_id } = await db
    .selectFrom('consents')
    .select('organisation_id')
    .where('id', '=', consentID)
    .executeTakeFirstOrThrow();
  const job = { id: randomUUID(), organisation_id, kind: 'STAMP', payload: { consentID }, created_at: ago(9 * MINUTE) } as const;
  await db.transaction().execute((trx) => queueJob(trx, { ...job, dedup: 'stamp:test' }));
  const first = await metrics();
  expect(valueOf(first, 'assent_jobs_waiting{kind="STAMP"}')).toBe(1);
  expect(valueOf(first, 'assent_jobs_oldest_seconds{kind="STAMP"}')).toBe(540);
  expect(valueOf(first, 'assent_seals_stale')).toBe(before);
  await consents.set({ signed_at: ago(6 * MINUTE), updated_at: ago(6 * MINUTE) }).execute();
  await db.updateTable('jobs').set({ state: 'DONE' }).where('id', '=', job.id).execute();
  const second = await metrics();
  expect(valueOf(second, 'assent_seals_stale')).toBe(before + 1);
  expect(second).not.toContain('kind="STAMP"');
});

test('messages are counted by channel and state; what may go and waits is told with its age, and the parts of the month', async () => {
  const { double } = await openSmsService(app);
  try {
    double.mode = 'busy';
    const staff = await signIn(app, 'clinician@demo.nhs.uk');
    const { consentID } = await formWithPhone(staff);
    await staff.call('messagesSend', { consentID, signing_order: 1, channel: 'SMS' });
    await app.doJobs();
    app.clock.advance(5 * MINUTE);
    const first = await metrics();
    expect(valueOf(first, 'assent_deliveries_waiting')).toBe(1);
    expect(valueOf(first, 'assent_deliveries_oldest_seconds')).toBe(300);
    expect(valueOf(first, 'assent_message_parts')).toBe(0);
    const before = valueOf(first, 'assent_deliveries_total{channel="SMS",state="SENT"}') || 0;
    double.mode = 'ok';
    app.clock.advance(20 * MINUTE);
    await app.doJobs();
    const second = await metrics();
    expect(valueOf(second, 'assent_deliveries_waiting')).toBe(0);
    expect(valueOf(second, 'assent_deliveries_oldest_seconds')).toBe(0);
    expect(valueOf(second, 'assent_deliveries_total{channel="SMS",state="SENT"}')).toBe(before + 1);
    expect(valueOf(second, 'assent_message_parts')).toBe(2);
  } finally {
    await double.close();
  }
});
