import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { localCaseWords } from '#domain/cases/state-words.ts';
import { recordDetailsOptions } from '#src/queries/records.ts';
import { quietActs } from '#src/screens/cases/acts/quiet-acts.ts';
import { nextStep } from '#src/screens/cases/next/next-step.ts';
import { waitingRoles } from '#src/screens/cases/waiting-signers.ts';
import { isChangeExpected } from '#src/screens/cases/acts/expected-change.ts';
import { saveProfile } from '#store/session/profile.ts';
import { readCaseSummaries } from '#store/views/case-summaries.ts';
import { readComingList } from '#store/views/listed.ts';
import { consentDesk } from '#tests/server/work/imports/consent-desk.ts';
import { aPatient, testNhsNumber } from '#tests/support/forms/builders.ts';
import { aConsent, consentsCsv } from '#tests/support/people/consent-files.ts';
import { tabletForTests } from './tablet.ts';

// The real client and the real server in one process.
const { staff, tablet, app } = tabletForTests();
beforeEach(async () => {
  onlineManager.setOnline(true);
  tablet.hold();
  await tablet.offline.store.db.ops.clear();
  await saveProfile(tablet.offline.store, (await staff.call('userMe', {})).user);
});

const TODAY = '2026-08-06';

test('without a network an imported consent is not sealed, and amber on the list', async () => {
  const { data } = await staff.call('patientCreate', { ...aPatient(), nhsNumber: testNhsNumber(700) });
  const desk = consentDesk(app, staff.token ?? '');
  const file = consentsCsv([aConsent(data.patient)]);
  const { digest } = (await desk.preview(file)).data.file;
  const done = await desk.commit(file, { digest, key: randomUUID() });
  const recordID = done.data.recordData[0]?.recordID ?? '';
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  const listed = { date: TODAY, theatre: null, listType: 'THEATRE' as const };
  await staff.call('recordUpdate', { recordID, version, listed }, randomUUID());
  await tablet.offline.pull();
  tablet.goOffline();
  const { rows } = await readComingList(tablet.offline.store, TODAY);
  expect(rows.find((each) => each.recordID === recordID)).toMatchObject({
    light: 'AMBER',
    reason: 'Imported: see the paper form',
  });
  const summaries = await readCaseSummaries(tablet.offline.store);
  const current = summaries.find((each) => each.recordID === recordID)?.current;
  expect(current && localCaseWords(current, current.local, 'Europe/London').words).toBe('Imported, not sealed');
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
  const { consents } = await client.fetchQuery(recordDetailsOptions(recordID));
  const consent = consents[0]!;
  expect(localCaseWords({ ...consent, waitingFor: waitingRoles(consent) }, consent.local, 'Europe/London').words).toBe(
    'Imported, not sealed',
  );
  expect(consent.importedSigners?.map(({ name }) => name)).toEqual(['Amber Demo', 'Mr Demo Elsewhere']);
  const { _id: userId, permissions } = (await staff.call('userMe', {})).user;
  expect(nextStep(consent, { userId, permissions })).toEqual({ kind: 'imported' });
  expect(quietActs(consent, permissions)).toEqual(['reconsent', 'withdraw', 'void']);
  expect(isChangeExpected(consents)).toBe(false);
});
