import { beginSecondFactor } from '#server/data/accounts/pending-second-factor.ts';
import { renewDataEpoch } from '#server/data/backup/data-epoch.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/server/app.ts';
import { aPatient, callerOf, handOver, sent, signIn } from '#tests/support/forms/builders.ts';
import { kept } from '#tests/support/tablet/tablet.ts';
import { sendingTablet } from '#tests/support/tablet/sending-tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

// Two servers on copies of one database: what the tablet does with the first, the second knows nothing of, as after a restored backup.
let restored: TestApp | undefined;
const app = useTestApp(async () => {
  restored = await openTestApp();
  await renewDataEpoch(restored.database.db, restored.deps.newId());
});

test('signatures given after the backup come back from the tablet, once, and before what waits on them', async () => {
  const after = restored!;
  const tablet = await sendingTablet(app, TEST_NOW);
  const { patientID, recordID, consentID } = await tablet.signForm();
  const staff = await signIn(app);
  expect((await staff.call('recordDetails', { id: recordID })).data.record.status).toBe('SIGNED');

  // The first server is lost. The tablet meets the restored one, where its owner signs in, and sends before it has pulled.
  await tablet.withdraw(consentID);
  const again = await tablet.meet(after);
  await tablet.send();
  expect(await tablet.waiting()).toEqual([]);
  await tablet.pull();
  expect(await tablet.waiting()).toEqual([]);
  const { record, consents } = (await again.call('recordDetails', { id: recordID })).data;
  expect(record).toMatchObject({ status: 'WITHDRAWN', patient: { id: patientID } });
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

test('every answer to a known caller names the epoch of the data, a refusal too, and the config tells to when it was restored', async () => {
  const { db } = app.database;
  const staff = await signIn(app);
  const { dataEpoch } = await staff.call('config', {});
  const ask = (token: string | null, url: string) =>
    app.ask({ url, ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }) });
  const epochOf = async (token: string | null, url: string) => (await ask(token, url)).headers['x-data-epoch'];
  expect(await epochOf(staff.token, '/api/user/me')).toBe(dataEpoch);
  expect(await epochOf(staff.token, '/api/record/details?id=no-id'), 'a refusal').toBe(dataEpoch);
  expect(await epochOf(null, '/api/ping')).toBeUndefined();
  const version = await sent(staff);
  const { token } = await handOver(app, staff, version);
  const asked = await app.ask({
    method: 'POST',
    url: '/api/record/later',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ consentID: 'none' }),
  });
  expect([asked.status, asked.headers['x-data-epoch']], 'a signer').toEqual([400, dataEpoch]);
  const beforeRestore = { ops: [kept('patientCreate', aPatient())] };
  const headers = { authorization: `Bearer ${staff.token}`, 'x-data-epoch': dataEpoch };
  expect((await app.ask({ method: 'POST', url: '/api/sync/ops', headers, payload: beforeRestore })).status).toBe(200);
  const last = await db.selectFrom('entity_ops').select(db.fn.max('received_at').as('at')).executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => renewDataEpoch<Tables>(trx, app.deps.newId()));
  const again = await signIn(app);
  const after = await again.call('config', {});
  expect(after.restoredTo).toBe(new Date(last.at).toISOString());
  expect(after.dataEpoch).not.toBe(dataEpoch);
  expect(await epochOf(again.token, '/api/user/me')).toBe(after.dataEpoch);
  // A call that was queued for the data before is not judged by these, alone or in an envelope.
  for (const [url, payload] of [
    ['/api/patient/create', aPatient()],
    ['/api/sync/ops', { ops: [kept('patientCreate', aPatient())] }],
  ] as const)
    for (const epoch of [dataEpoch, after.dataEpoch]) {
      const headers = { authorization: `Bearer ${again.token}`, 'x-data-epoch': epoch };
      const answer = await app.ask({ method: 'POST', url, headers, payload });
      expect([answer.status, answer.body.error, answer.headers['x-data-epoch']]).toEqual(
        epoch === dataEpoch ? [425, 'RESTORED', after.dataEpoch] : [200, undefined, after.dataEpoch],
      );
    }
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

test('accepting a restored database leaves the moment to which it was restored; another restore, by whichever tool, names its own', async () => {
  const { db } = app.database;
  const renew = (how = {}) => db.transaction().execute((trx) => renewDataEpoch<Tables>(trx, app.deps.newId(), how));
  const toldAfterACall = async () => {
    const staff = await signIn(app);
    const { restoredTo } = await staff.call('config', {});
    // As if a call had come a minute after the last one.
    await db
      .updateTable('entity_ops')
      .set({ received_at: sql`received_at + interval '1 minute'` })
      .execute();
    return restoredTo;
  };
  await renew();
  const restored = await toldAfterACall();
  await renew({ isAccepted: true });
  expect(await toldAfterACall()).toBe(restored);
  await renew({ isAccepted: true });
  const byHand = await toldAfterACall();
  await renew();
  const again = await toldAfterACall();
  expect([restored, byHand, again].toSorted()).toEqual([...new Set([restored, byHand, again])]);
});
