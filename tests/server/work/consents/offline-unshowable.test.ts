import 'fake-indexeddb/auto';
import { CallFailed } from '#contract/engine/call.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { localCases } from '#src/offline/local/cases.ts';
import { readConsent } from '#store/views/consents.ts';
import { pinOffline } from '#store/views/pin-offline.ts';
import { joinedTablet } from '#tests/support/tablet/joined-tablet.ts';
import { openPatientSearch } from '#tests/support/people/patient-search.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { afterEach, expect, test, vi } from 'vitest';

const app = useTestApp();
type Tablet = Awaited<ReturnType<typeof joinedTablet>>;
let tablet: Tablet;
afterEach(() => {
  vi.unstubAllGlobals();
  tablet.close();
});

test('a form with characters that the document cannot show is refused on a tablet without a network as by the server', async () => {
  tablet = await joinedTablet(app, 'tonsillectomy');
  const { store } = tablet;
  const ids = await tablet.send('FORM_1', { born: '1950-03-14', mattersToMe: 'My garden 😀' });
  const draft = (await readConsent(store, ids.consentID))!.consent;
  const fault = { path: '', message: 'These characters cannot be printed: 😀' };
  expect(await pinOffline(store, { ...draft, status: 'DRAFT' })).toEqual({ kind: 'unshowable', fault });
  vi.stubGlobal('navigator', { onLine: false });
  const cards = await openPatientSearch(store);
  const context = { userId: 'demo', store, cards, wake: () => {}, pull: async () => {}, isCurrent: () => true };
  const failure: unknown = await localCases(context)
    .prepareSend(ids.consentID, {})
    .catch((reason: unknown) => reason);
  const { status, message } = FAILURES.UNSHOWABLE;
  expect(failure).toEqual(new CallFailed(status, { message, error: 'INVALID', fields: [fault] }));
  expect((await tablet.replay(ids)).left).toEqual([expect.stringContaining(message)]);
});
