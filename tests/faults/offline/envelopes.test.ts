import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { isKept, type Asked } from '#tests/support/faults/fault-proxy.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import { goToStep } from '#tests/support/browser/journey.ts';
import { makeCase, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { expectOnServer, waitingIn } from '#tests/support/server/oracle.ts';
import { arrive, untilFetched, untilSent, untilWaiting } from '#tests/support/browser/ward.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 240_000 });

/** The number of drafts, and the letter written into each: together about 200 KB either way, in bytes sent. */
const { count, letter } = isFull ? { count: 40, letter: 'm' } : { count: 12, letter: '字' };
const WORDS = 4700;
/** The largest request that the gateway in front of the server accepts, bytes. */
const GATEWAY_MOST = 128 * 1024;

const stage = openFaultStage();

type Draft = MadeCase & { readonly lastName: string; readonly words: string };

async function drafts(): Promise<Draft[]> {
  const made: Draft[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    const lastName = stage.secret(`Demo-Envelope-${nth}-Of-${count}`);
    const person = { firstName: 'Test', lastName, dateOfBirth: '1950-01-02' };
    const words = `${stage.secret(`Words-Of-${nth}-In-Its-Envelope`)} ${letter.repeat(WORDS)}`;
    made.push({ ...(await makeCase(stage.server.origin, stage.staff, { person, until: 'draft' })), lastName, words });
  }
  return made;
}

/** Edits a draft as a person does, by the app's own routes: a page cannot be loaded without a network in this test. */
async function write(page: Page, { consentID, recordID, words }: Draft): Promise<void> {
  await page.evaluate(
    (address) => history.pushState(null, '', address),
    `/create-consent?consent=${consentID}&record=${recordID}`,
  );
  await goToStep(page, 'What matters');
  await page.getByLabel(/^What matters to/).fill(words);
  await page
    .getByText(/^Saved on this tablet$/)
    .first()
    .waitFor();
}

test('on a slow link the items go together, and a gateway that finds them too large gets them in halves until they fit', async () => {
  const made = await drafts();
  const tablet = stage.tablet();
  const page = await tablet.open();
  await arrive(page, stage.proxy.origin);
  await untilFetched(
    page,
    'consents',
    made.map(({ consentID }) => consentID),
  );
  // The browser's own emulation: Playwright's loses the link's speed.
  const network = await tablet.context.newCDPSession(page);
  const emulate = (offline: boolean, latency: number) =>
    network.send('Network.emulateNetworkConditions', { offline, latency, downloadThroughput: -1, uploadThroughput: -1 });
  await emulate(true, 0);
  for (const each of made) await write(page, each);
  await untilWaiting(page, count);
  const isTooLarge = ({ bytes }: Asked) => bytes > GATEWAY_MOST;
  // A gateway's response, without any header of the server.
  stage.proxy.rule({ on: isTooLarge, fault: { kind: 'status', status: 413, body: '<h1>413 Request Entity Too Large</h1>' } });
  const from = { asked: stage.proxy.asked.length, reached: stage.proxy.reached.length };
  await emulate(false, 1800);
  await untilSent(page, 120_000);
  const asked = stage.proxy.asked.slice(from.asked).filter(isKept);
  const [first, ...others] = asked;
  expect(first).toMatchObject({ path: '/api/sync/ops' });
  expect(first?.keys).toHaveLength(count);
  expect(first?.bytes).toBeGreaterThan(GATEWAY_MOST);
  const refused = asked.filter(isTooLarge).map(({ keys }) => keys.length);
  expect(refused[0]).toBe(count);
  for (const [nth, size] of refused.entries()) expect(size).toBe(Math.floor(count / 2 ** nth));
  expect(others.every(({ keys }) => keys.length <= Math.floor(count / 2))).toBe(true);
  const taken = stage.proxy.reached.slice(from.reached).filter(isKept);
  expect(taken.every(({ path, status }) => path === '/api/sync/ops' && status === 200)).toBe(true);
  const keys = taken.flatMap((each) => each.keys);
  expect(keys.toSorted(), 'each arrives once, none of another envelope is lost').toEqual(first?.keys.toSorted());
  expect(await waitingIn(page)).toEqual([]);
  await expectOnServer(
    stage.staff,
    made.map(({ lastName }) => ({ lastName, changes: 0 })),
  );
  for (const { recordID, words } of made) {
    const [consent] = (await stage.staff.ask('recordDetails', { id: recordID })).data.consents;
    expect(consent?.mattersToMe).toBe(words);
  }
});
