import 'fake-indexeddb/auto';
import { CallFailed } from '#contract/engine/call.ts';
import { createConsent, sendConsent, updateConsent } from '#src/queries/consents.ts';
import { recordDetailsOptions } from '#src/queries/records.ts';
import { draftOf, wholeOf } from '#src/screens/builder/draft/draft.ts';
import { createSaver, saveStateOf } from '#src/screens/builder/draft/saver.ts';
import { saveProfile } from '#store/session/profile.ts';
import { draft } from '#tests/support/forms/builders.ts';
import { QueryClient } from '@tanstack/react-query';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { tabletForTests } from '#tests/src/offline/tablet.ts';

// The real client and the real server in one process.
const { staff, tablet } = tabletForTests();
beforeEach(async () => {
  tablet.hold();
  await tablet.offline.store.db.ops.clear();
  await saveProfile(tablet.offline.store, (await staff.call('userMe', {})).user);
});

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
const caseOf = async (recordID: string) => (await client().fetchQuery(recordDetailsOptions(recordID))).consents[0]!;
const onServer = async (id: string) => (await staff.call('recordDetails', { id })).data.consents[0]!;
const failureOf = async (trying: Promise<unknown>): Promise<CallFailed> => {
  const failure = await trying.then(
    (value) => new Error(`It was not refused: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (failure instanceof CallFailed) return failure;
  throw failure;
};

/** A draft with the correct side, open in the builder. */
async function opened() {
  const { recordID, consentID } = await draft(staff);
  const consent = await caseOf(recordID);
  const { patientID, version, activeTab: tab, missing } = consent;
  const start = draftOf(consent);
  const saver = createSaver(
    { consentID, recordID, patientID, version, tab, missing, draft: start, base: start, state: saveStateOf(consent) },
    { create: createConsent, update: updateConsent, newKey: randomUUID, now: Date.now },
  );
  const makeReady = () => {
    const { version: seenVersion, draft: shown } = saver.state();
    const body = { consentID, version: seenVersion ?? 0, channel: 'DEVICE', expected: wholeOf(shown) } as const;
    return sendConsent({ body, key: randomUUID() });
  };
  return { recordID, consentID, saver, makeReady };
}

/** A colleague, at another screen, chooses the other side; this tablet pulls the change, the open form does not. */
async function otherSide({ recordID, consentID }: { recordID: string; consentID: string }): Promise<void> {
  const { version, procedures } = await onServer(recordID);
  const [{ procedureID, libraryVersion, benefits, risks, alternatives }] = procedures as [(typeof procedures)[number]];
  const given = { procedureID, libraryVersion, benefits, risks, alternatives, side: 'LEFT' as const };
  await staff.call('consentUpdate', { consentID, version, procedures: [given] }, randomUUID());
  await tablet.offline.pull();
}

test('a form in which the other side was chosen meanwhile is not made ready by somebody who has not seen it', async () => {
  const form = await opened();
  await otherSide(form);
  expect(await form.saver.save(), 'nothing of this screen is unsaved').toBe(true);
  const refused = await failureOf(form.makeReady());
  expect(refused).toMatchObject({ code: 'VERSION_CONFLICT', data: { current: { procedures: [{ side: 'LEFT' }] } } });
  expect(await tablet.offline.store.db.ops.count()).toBe(0);
  expect(await onServer(form.recordID)).toMatchObject({ status: 'DRAFT' });
});

test('the same where another tab of this tablet chose it, which nobody has sent yet', async () => {
  const form = await opened();
  const other = await caseOf(form.recordID);
  tablet.sendNothing();
  const seen = draftOf(other);
  const changed = { ...seen, procedures: seen.procedures.map((each) => ({ ...each, side: 'LEFT' as const })) };
  await updateConsent({ consentID: form.consentID, version: other.version, ...wholeOf(changed) }, randomUUID(), wholeOf(seen));
  const refused = await failureOf(form.makeReady());
  expect(refused).toMatchObject({ code: 'VERSION_CONFLICT', data: { current: { procedures: [{ side: 'LEFT' }] } } });
  expect(await tablet.offline.store.db.ops.toArray()).toMatchObject([{ call: 'consentUpdate' }]);
  tablet.goOnline();
});

test('other words are not saved on top of a side that their writer has not seen', async () => {
  const form = await opened();
  await otherSide(form);
  form.saver.edit((before) => ({ ...before, mattersToMe: 'My garden' }));
  expect(await form.saver.save()).toBe(false);
  expect(form.saver.state().state).toMatchObject({ kind: 'conflict', theirs: { procedures: [{ side: 'LEFT' }] } });
});

test('what is as it was seen is made ready, whoever else has looked at it', async () => {
  const form = await opened();
  form.saver.edit((before) => ({ ...before, mattersToMe: '  My garden ', additionalChoices: [] }));
  expect(await form.saver.save()).toBe(true);
  await tablet.offline.pull();
  expect(await form.makeReady()).toMatchObject({ isSent: true });
  expect(await onServer(form.recordID)).toMatchObject({ status: 'SENT' });
});
