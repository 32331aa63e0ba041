import 'fake-indexeddb/auto';
import { accounts } from '#contract/accounts.ts';
import type { TakenBack } from '#src/sign/take-back/return-to-staff.ts';
import { untilSent } from '#tests/src/offline/tablet.ts';
import { DEMO_PASSWORD, sent } from '#tests/support/forms/builders.ts';
import { soon } from '#tests/support/checks/soon.ts';
import { expect, test, vi } from 'vitest';
import { openPage } from './one-page.ts';
import { signerForTests } from './signer-for-tests.ts';

// The page of a person who is not the patient of the form, the clinician's vault and the real server in one process.
const { staff, tablet, whole } = signerForTests();

/**
 * The fate of each “this is not me”: it is answered, its answer is lost, or it does not arrive. Null in `answers` is no answer.
 */
function watchRefusals() {
  const wire = { state: 'cut' as 'whole' | 'answerLost' | 'cut', answers: [] as (number | null)[] };
  const reach = whole.fetch;
  vi.stubGlobal('fetch', async (to: string, init: RequestInit) => {
    if (!to.endsWith('record/identity')) return reach(to, init);
    const answer = wire.state === 'cut' ? null : await reach(to, init);
    const isHeard = answer !== null && wire.state === 'whole';
    wire.answers.push(isHeard ? answer.status : null);
    if (isHeard) return answer;
    throw new TypeError('Failed to fetch');
  });
  return wire;
}

/** The page's own next retry runs when the test triggers it. */
function holdTries(): { next: () => void } {
  const tries = { next: () => {} };
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => {
    if (ms !== 1000) return whole.setTimeout(run, ms);
    tries.next = run;
    return 0;
  });
  return tries;
}

/** A page without a vault, where a person has just chosen “this is not me” and no answer came. */
async function refusedUnheard(state: 'cut' | 'answerLost' = 'cut') {
  const { consentID, recordID } = await sent(staff);
  await tablet.offline.pull();
  const page = await openPage(staff, tablet, { consentID, hasVault: false });
  const [refusal, { forwardRefusal: passOnRefusal }, { callWithTicket: ask }] = await Promise.all([
    import('#src/sign/identity-refusal.ts'),
    import('#src/sign/take-back/forward-refusal.ts'),
    import('#src/sign/api.ts'),
  ]);
  const [wire, tries] = [watchRefusals(), holdTries()];
  wire.state = state;
  refusal.refuseIdentity();
  await soon(() => expect(wire.answers).toEqual([null]));
  const unlock = async (): Promise<TakenBack> => {
    const session = await ask(accounts.userUnlock, { password: DEMO_PASSWORD });
    return { kind: 'session', session, password: DEMO_PASSWORD };
  };
  const refusals = async () =>
    (await staff.call('recordDetails', { id: recordID })).data.timeline.filter(({ type }) => type === 'IDENTITY_REFUSED');
  return { ...page, ...refusal, passOnRefusal, unlock, wire, tries, refusals };
}

test('a refusal that the ended ticket cannot tell any more is told by whoever takes the tablet back, and then forgotten', async () => {
  const page = await refusedUnheard();
  const opened = await page.unlock();
  page.wire.state = 'whole';
  page.tries.next();
  await soon(() => expect(page.wire.answers).toEqual([null, 401]));
  expect(page.pendingRefusal()).not.toBeNull();
  expect(await page.passOnRefusal(opened)).toBe(true);
  expect(await page.refusals()).toHaveLength(1);
  expect(page.pendingRefusal()).toBeNull();
});

test('a “no” that was a mistake arrives before the “yes” that follows it, and once', async () => {
  const page = await refusedUnheard();
  await expect(page.settleRefusal()).rejects.toMatchObject({ name: 'Unreachable' });
  expect(page.pendingRefusal()).not.toBeNull();
  page.wire.state = 'whole';
  await page.settleRefusal();
  expect(page.pendingRefusal()).toBeNull();
  page.tries.next();
  expect(await page.refusals()).toHaveLength(1);
});

test('a “no” of another handover is not sent as this one’s', async () => {
  const page = await refusedUnheard();
  page.wire.state = 'whole';
  localStorage.setItem('assent.refusal', localStorage.getItem('assent.refusal')!.replace(page.handoverId, 'another'));
  await page.settleRefusal();
  expect(page.wire.answers).toEqual([null]);
});

test('a colleague takes the tablet back: the ticket tells what their session may not', async () => {
  const page = await refusedUnheard();
  const { token, tokenExpiryDate, user } = await staff.call('userLogin', {
    email: 'bch@demo.nhs.uk',
    password: DEMO_PASSWORD,
  });
  page.wire.state = 'whole';
  const session = { token, tokenExpiryDate, user };
  expect(await page.passOnRefusal({ kind: 'session', session, password: DEMO_PASSWORD })).toBe(true);
  expect(page.wire.answers).toEqual([null, 403, 200]);
  expect(await page.refusals()).toHaveLength(1);
});

test('while nothing answers and nothing can be kept, nobody leaves unwarned; the next try tells it', async () => {
  const page = await refusedUnheard();
  const opened = await page.unlock();
  expect(await page.passOnRefusal(opened)).toBe(false);
  expect(page.pendingRefusal()).not.toBeNull();
  page.wire.state = 'whole';
  expect(await page.passOnRefusal(opened)).toBe(true);
  expect(await page.refusals()).toHaveLength(1);
});

test.each(['cut', 'answerLost'] as const)(
  'without a network it goes into the vault that the password opens, and counts once (before: %s)',
  async (before) => {
    const page = await refusedUnheard(before);
    const key = page.pendingRefusal()?.key;
    tablet.goOffline();
    tablet.sendNothing();
    expect(await page.passOnRefusal({ kind: 'vault', vault: tablet.offline.store.vault })).toBe(true);
    const ops = await tablet.offline.store.db.ops.toArray();
    expect(ops.map(({ call, opId }) => [call, opId])).toEqual([['recordIdentity', key]]);
    expect(page.pendingRefusal()).toBeNull();
    tablet.goOnline();
    await untilSent(tablet);
    expect(await page.refusals()).toHaveLength(1);
  },
);

test('what was left behind by whoever took the tablet back is told by no tab that sleeps on', async () => {
  const page = await refusedUnheard();
  page.forgetRefusal();
  page.wire.state = 'whole';
  page.tries.next();
  await new Promise((resolve) => whole.setTimeout(resolve, 200));
  expect(page.wire.answers).toEqual([null]);
});

test('what lies in the place of a refusal and is none keeps nobody from taking the tablet back', async () => {
  const page = await refusedUnheard();
  const opened = await page.unlock();
  for (const rubbish of ['', '{', 'a,b,c,d,e']) {
    localStorage.setItem('assent.refusal', rubbish);
    expect(await page.passOnRefusal(opened)).toBe(true);
  }
  localStorage.setItem('assent.refusal', 'a,b,c,d');
  expect(await page.passOnRefusal(opened)).toBe(false);
});
