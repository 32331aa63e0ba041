import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { TIMELINE_EVENTS } from '#domain/cases/timeline.ts';
import { handOver, inked, sent, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const rows = (recordID: string) =>
  app.database.db.selectFrom('timeline').selectAll().where('case_id', '=', recordID).orderBy('seq').execute();

test('nothing in the timeline can be changed or deleted, not even by the server itself', async () => {
  const { recordID } = await sent(staff);
  const before = await rows(recordID);
  const { db: database } = app.database;
  await expect(
    database.updateTable('timeline').set({ type: 'SIGNED' }).where('case_id', '=', recordID).execute(),
  ).rejects.toThrow('append-only');
  await expect(database.deleteFrom('timeline').where('case_id', '=', recordID).execute()).rejects.toThrow('append-only');
  await expect(sql`truncate timeline`.execute(database)).rejects.toThrow('append-only');
  expect(await rows(recordID)).toEqual(before);
});

test.each([
  [
    'one word of an event',
    (id: string) => sql`update timeline set detail = '{"role":"CLINICIAN"}' where case_id = ${id} and type = 'SIGNED'`,
  ],
  [
    'who did it',
    (id: string) => sql`update timeline set actor = jsonb_set(actor, '{name}', '"Somebody"') where case_id = ${id} and seq = 1`,
  ],
  ['when it was', (id: string) => sql`update timeline set at = at + interval '1 second' where case_id = ${id} and seq = 2`],
  ['an event that is gone', (id: string) => sql`delete from timeline where case_id = ${id} and seq = 3`],
])('the chain shows %s when somebody went round the database’s guard', async (_, edit) => {
  const { recordID } = await signed(app, staff);
  expect((await staff.call('recordTimeline', { id: recordID })).data.chain.ok).toBe(true);
  const { db: database } = app.database;
  await sql`alter table timeline disable trigger timeline_append_only`.execute(database);
  await edit(recordID).execute(database);
  await sql`alter table timeline enable trigger timeline_append_only`.execute(database);
  expect((await staff.call('recordTimeline', { id: recordID })).data.chain.ok).toBe(false);
});

test('every event has a place, a time of the server and somebody who did it, and only known kinds are written', async () => {
  const version = await sent(staff);
  const holder = await handOver(app, staff, version);
  await holder.call('recordSign', inked(holder.details));
  const events = await rows(version.recordID);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  for (const { type, actor, at } of events) {
    expect(Object.keys(TIMELINE_EVENTS)).toContain(type);
    expect(actor).toMatchObject({ kind: expect.stringMatching(/^(STAFF|SIGNER|SYSTEM)$/), name: expect.stringMatching(/./) });
    expect(Date.parse(at)).not.toBeNaN();
  }
});

test('many who write at once keep one unbroken chain', async () => {
  const version = await sent(staff);
  const holder = await handOver(app, staff, version);
  await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      holder.call('recordLater', { consentID: version.consentID, comments: `${at}` }).catch(() => undefined),
    ),
  );
  const {
    data: { events, chain },
  } = await staff.call('recordTimeline', { id: version.recordID });
  expect(chain.ok).toBe(true);
  expect(events.filter(({ type }) => type === 'MORE_TIME').length).toBeGreaterThan(0);
});

test('an auditor reads the timeline and nothing else of a case', async () => {
  const { recordID } = await sent(staff);
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  expect((await auditor.call('recordTimeline', { id: recordID })).data.chain.ok).toBe(true);
  expect((await auditor.refused('recordDetails', { id: recordID })).code).toBe('FORBIDDEN');
});
