import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { isKept, type Asked } from '#tests/support/fault-proxy.ts';
import { openFaultStage } from '#tests/support/fault-stage.ts';
import { goToStep } from '#tests/support/journey.ts';
import { makeCase, type MadeCase } from '#tests/support/made-cases.ts';
import { expectOnServer, waitingIn } from '#tests/support/oracle.ts';
import { arrive, untilFetched, untilSent, untilWaiting } from '#tests/support/ward.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 240_000 });

const FULL = process.env['FULL'] === '1';
/** Drafts, and what is written into each: together about 200 KB either way, in the bytes that travel. */
const { count, letter } = FULL ? { count: 40, letter: 'm' } : { count: 12, letter: '字' };
const WORDS = 4700;
/** The most that the gateway in front of the server lets through, bytes. */
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

/** Writes into a draft as somebody does who stands at it, by the app's own routes: a page cannot be loaded without a network here. */
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
  // The browser's own emulation: Playwright's forgets how fast the link is.
  const network = await tablet.context.newCDPSession(page);
  const emulate = (offline: boolean, latency: number) =>
    network.send('Network.emulateNetworkConditions', { offline, latency, downloadThroughput: -1, uploadThroughput: -1 });
  await emulate(true, 0);
  for (const each of made) await write(page, each);
  await untilWaiting(page, count);
  const isTooLarge = ({ bytes }: Asked) => bytes > GATEWAY_MOST;
  // A gateway's words, and none of the server's marks.
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
