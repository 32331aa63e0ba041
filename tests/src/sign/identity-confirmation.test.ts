import 'fake-indexeddb/auto';
import { sent } from '#tests/support/forms/builders.ts';
import { soon } from '#tests/support/checks/soon.ts';
import { expect, test, vi } from 'vitest';
import { openPage } from './one-page.ts';
import { signerForTests } from './signer-for-tests.ts';

// The page of a patient, the clinician's vault and the real server in one process.
const { staff, tablet, whole } = signerForTests();

/** Each call to the server, with its key; calls to `cut` addresses do not arrive, and those to `held` ones wait for `release`. */
function watchCalls() {
  const wire = { calls: [] as { path: string; key: string | null }[], cut: '-', held: '-', release: () => {} };
  const released = new Promise<void>((resolve) => (wire.release = resolve));
  vi.stubGlobal('fetch', async (to: string, init: RequestInit) => {
    wire.calls.push({ path: to.slice(to.indexOf('/api/') + 5), key: new Headers(init.headers).get('idempotency-key') });
    if (to.endsWith(wire.cut)) throw new TypeError('Failed to fetch');
    if (to.endsWith(wire.held)) await released;
    return whole.fetch(to, init);
  });
  return wire;
}

async function atIdentity(hasVault = false) {
  const { consentID, recordID } = await sent(staff);
  await tablet.offline.pull();
  const page = await openPage(staff, tablet, { consentID, hasVault });
  const [confirmation, refusal, { currentTicket }] = await Promise.all([
    import('#src/sign/identity-confirmation.ts'),
    import('#src/sign/identity-refusal.ts'),
    import('#src/session/handover.ts'),
  ]);
  const confirm = () => confirmation.confirmIdentity(refusal.settleRefusal);
  const answer = async () => page.keepAnswers(await page.details(), { mattersToMe: `Garden ${crypto.randomUUID()}` });
  const events = async () =>
    (await staff.call('recordDetails', { id: recordID })).data.timeline
      .map(({ type }) => type)
      .filter((type) => type.startsWith('IDENTITY'));
  return { ...page, ...refusal, confirm, answer, events, currentTicket };
}
const writes = ({ calls }: ReturnType<typeof watchCalls>) =>
  calls.map(({ path }) => path).filter((path) => !path.startsWith('consent/'));

test('what is said after the “yes” waits for it, so that the hospital gets both in their order', async () => {
  const page = await atIdentity();
  const wire = watchCalls();
  wire.held = 'record/identity';
  const confirmed = page.confirm();
  const answered = page.answer();
  await soon(() => expect(writes(wire)).toEqual(['record/identity']));
  // As long as the "yes" is on its way nothing follows it.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(writes(wire)).toEqual(['record/identity']);
  expect(page.currentTicket()?.identityKey).toBe(wire.calls.find(({ path }) => path === 'record/identity')!.key);
  wire.release();
  await Promise.all([confirmed, answered]);
  expect(writes(wire)).toEqual(['record/identity', 'record/answers']);
  expect(await page.events()).toEqual(['IDENTITY_CONFIRMED']);
  expect(page.currentTicket()).not.toHaveProperty('identityKey');
});

test('a “yes” that did not arrive is sent again under its key before what follows, and while it fails nothing does', async () => {
  const page = await atIdentity();
  const wire = watchCalls();
  wire.cut = 'record/identity';
  await expect(page.confirm()).rejects.toMatchObject({ name: 'Unreachable' });
  await expect(page.answer()).rejects.toMatchObject({ name: 'Unreachable' });
  wire.cut = '-';
  await page.answer();
  expect(writes(wire)).toEqual(['record/identity', 'record/identity', 'record/identity', 'record/answers']);
  expect(new Set(wire.calls.filter(({ path }) => path === 'record/identity').map(({ key }) => key)).size).toBe(1);
  expect(await page.events()).toEqual(['IDENTITY_CONFIRMED']);
});

test('with a vault a “yes” without an answer is queued, and what follows behind it', async () => {
  const page = await atIdentity(true);
  const details = await page.details();
  tablet.goOffline();
  await page.confirm();
  await page.keepAnswers(details, { mattersToMe: 'The garden' });
  const queued = (await tablet.offline.store.db.ops.orderBy('seq').toArray()).map(({ call }) => call);
  tablet.goOnline();
  expect(queued.slice(0, 2)).toEqual(['consentSendToSign', 'recordIdentity']);
});

test('a “no” after the “yes” takes it back: a “yes” that did not arrive is never sent again', async () => {
  const page = await atIdentity();
  const wire = watchCalls();
  wire.cut = 'record/identity';
  await page.confirm().catch(() => undefined);
  wire.cut = '-';
  page.refuseIdentity();
  await soon(async () => expect(await page.events()).toEqual(['IDENTITY_REFUSED']));
  expect(page.currentTicket()).not.toHaveProperty('identityKey');
  await expect(page.answer()).resolves.toBeDefined();
  expect(await page.events()).toEqual(['IDENTITY_REFUSED']);
});

test('a “no” waits for the “yes” that is on its way', async () => {
  const page = await atIdentity();
  const wire = watchCalls();
  wire.held = 'record/identity';
  const confirmed = page.confirm();
  page.refuseIdentity();
  await soon(() => expect(writes(wire)).toEqual(['record/identity']));
  wire.release();
  await confirmed;
  await soon(async () => expect(await page.events()).toEqual(['IDENTITY_CONFIRMED', 'IDENTITY_REFUSED']));
});

test('a ticket that has ended refuses the “yes”, and what follows', async () => {
  const page = await atIdentity();
  await staff.call('recordRecall', { consentID: page.currentTicket()!.consentID, reason: 'Wrong patient' });
  await expect(page.confirm()).rejects.toMatchObject({ status: 401 });
});
