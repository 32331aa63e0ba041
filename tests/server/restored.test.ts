import { renewDataEpoch } from '#server/data/data-epoch.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app.ts';
import { signIn } from '#tests/support/builders.ts';
import { sendingTablet } from '#tests/support/sending-tablet.ts';
import { useTestApp } from '#tests/support/use-test-app.ts';
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
  await tablet.pull();
  await tablet.send();
  expect(await tablet.waiting()).toEqual([]);
  const later = (await again.call('recordTimeline', { id: recordID })).data;
  expect(later.events.map(({ type }) => type)).toEqual(events.map(({ type }) => type));
  tablet.close();
  await after.close();
});
