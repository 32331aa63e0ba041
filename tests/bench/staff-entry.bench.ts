import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProfile, sharedBrowser } from '#tests/support/browser.ts';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';
import { median, report } from './report.ts';

/** The middle of these counts, so a pause of the machine does not. */
const ROUNDS = 5;
/** Chrome's own preset “Fast 3G”. */
const FAST_3G = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 };
const SLOW_CPU = { rate: 4 };

let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), sharedBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('the staff sign-in form on fast 3G at a quarter of the CPU', async () => {
  const visits: Visit[] = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await openForm());
  const of = (pick: (visit: Visit) => number) => Math.round(median(visits.map(pick)));
  report({
    line: 'staff sign-in form, fast 3G, a quarter of the CPU',
    now: `${of(({ formMs }) => formMs)} ms, ${of(({ formBytes }) => formBytes / 1024)} KiB in ${of(({ formRequests }) => formRequests)} answers`,
    aim: '2500 ms, 150 KiB',
    beside: `the same page when it is quiet: ${of(({ allBytes }) => allBytes / 1024)} KiB`,
  });
  expect(visits).toHaveLength(ROUNDS);
});

type Visit = Awaited<ReturnType<typeof openForm>>;

async function openForm() {
  const { context } = await openProfile(browser, { serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', FAST_3G);
  await session.send('Emulation.setCPUThrottlingRate', SLOW_CPU);
  let [bytes, requests] = [0, 0];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  const started = performance.now();
  await page.goto(`${server.origin}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Email').waitFor();
  const seen = { formMs: performance.now() - started, formBytes: bytes, formRequests: requests };
  await page.waitForLoadState('networkidle');
  await context.close();
  return { ...seen, allBytes: bytes };
}
