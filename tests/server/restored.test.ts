import { beginSecondFactor } from '#server/data/accounts/pending-second-factor.ts';
import { renewDataEpoch } from '#server/data/backup/data-epoch.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/server/app.ts';
import { callerOf, handOver, sent, signIn } from '#tests/support/forms/builders.ts';
import { sendingTablet } from '#tests/support/tablet/sending-tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { expect, test } from 'vitest';

// Two servers on copies of one database: what the tablet does with the first, the second knows nothing of, as after a restored backup.
let restored: TestApp | undefined;
const app = useTestApp(async () => {
  restored = await openTestApp();
  await renewDataEpoch(restored.database.db, restored.deps.newId());
});

test('signatures given after the backup, by ticket and by the clinician, come back from the tablet, once', async () => {
  const after = restored!;
  const tablet = await sendingTablet(app, TEST_NOW);
  const { patientID, recordID } = await tablet.signForm();
  const staff = await signIn(app);
  expect((await staff.call('recordDetails', { id: recordID })).data.record.status).toBe('SIGNED');

  // The first server is lost. The tablet meets the restored one, where its owner signs in.
  const again = await tablet.meet(after);
  await tablet.pull();
  expect((await tablet.waiting()).length).toBeGreaterThan(0);
  await tablet.send();
  await tablet.pull();
  expect(await tablet.waiting()).toEqual([]);
  const { record, consents } = (await again.call('recordDetails', { id: recordID })).data;
  expect(record).toMatchObject({ status: 'SIGNED', patient: { id: patientID } });
  expect(consents[0]?.signatures.map(({ role }) => role).toSorted()).toEqual(['CLINICIAN', 'PATIENT']);
  const { chain, events } = (await again.call('recordTimeline', { id: recordID })).data;
  expect(chain.ok).toBe(true);
  expect(events.filter(({ type }) => type === 'SIGNED')).toHaveLength(2);

  // A server that has everything already, as after a move to another database, does nothing twice.
  await renewDataEpoch(after.database.db, after.deps.newId());
  const anew = await tablet.meet(after);
  await tablet.pull();
  await tablet.send();
  expect(await tablet.waiting()).toEqual([]);
  const later = (await anew.call('recordTimeline', { id: recordID })).data;
  expect(later.events.map(({ type }) => type)).toEqual(events.map(({ type }) => type));
  tablet.close();
  await after.close();
});

test('what a backup held open is closed by its restore: sessions, tickets, begun sign-ins and codes; handovers stay', async () => {
  const { db } = app.database;
  const staff = await signIn(app);
  const version = await sent(staff);
  const { token } = await handOver(app, staff, version);
  await callerOf(app).call('userForgot', { email: 'admin@demo.nhs.uk' });
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@demo.nhs.uk')
    .executeTakeFirstOrThrow();
  await beginSecondFactor(db, userId, new Date(TEST_NOW).toISOString());
  const count = async (table: 'handovers' | 'one_time_codes' | 'half_sign_ins' | 'tickets' | 'session_tokens') =>
    (await db.selectFrom(table).select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
  const handovers = await count('handovers');
  for (const table of ['one_time_codes', 'half_sign_ins', 'tickets', 'session_tokens'] as const)
    expect(await count(table), table).toBeGreaterThan(0);

  await db.transaction().execute((trx) => renewDataEpoch<Tables>(trx, app.deps.newId()));
  expect((await staff.refused('userMe', {})).status).toBe(401);
  expect((await callerOf(app, token).refused('recordDecline', { consentID: version.consentID })).status).toBe(401);
  for (const table of ['one_time_codes', 'half_sign_ins', 'tickets', 'session_tokens'] as const)
    expect(await count(table), table).toBe(0);
  expect(await count('handovers')).toBe(handovers);
  expect(await db.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute()).toEqual([]);
});
