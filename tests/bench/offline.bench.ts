import path from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from 'vite';
import { isKept, startFaultProxy, type FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { drawSignature, handOver, heading, PASSWORD, readToSignature, signIn } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase } from '#tests/support/forms/made-cases.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { waitingIn } from '#tests/support/server/oracle.ts';
import { arrive, untilSent } from '#tests/support/browser/ward.ts';
import { newTablet, type WardTablet } from '#tests/support/browser/ward-tablet.ts';
import type { Filling } from './fill-vault.ts';
import { percentile } from '#tests/support/checks/percentile.ts';
import { median, report } from './report.ts';

const OPS = 200;
const RELOADS = 5;
const PATIENTS = [1_000, 10_000];
const SLOW_CPU = { rate: 4 };
/** The 2G profile of WebPageTest, with the round trip from which Chromium reports a link as 2g too. Bytes a second, ms. */
const TWO_G = { offline: false, latency: 1500, downloadThroughput: 35_000, uploadThroughput: 32_000 };

/** The delay of a call on a ward's busy network, ms, so that the queue is not empty while somebody types. */
const ON_ITS_WAY = 300;
/** How long somebody looks at a list between two names, ms. */
const LOOK = { offline: 1500, draining: 500 };

let server: ServerProcess;
let proxy: FaultProxy;
let script: string;
let tablet: WardTablet;

beforeAll(async () => {
  [server, script] = await Promise.all([startServer(), bundled()]);
  proxy = await startFaultProxy(server.origin);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
});

/** The bundled script that fills a vault in a page. */
async function bundled(): Promise<string> {
  const root = path.resolve(import.meta.dirname, '../..');
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(import.meta.dirname, 'fill-vault.ts'), formats: ['iife'], name: 'filling', fileName: 'filling' },
    },
  });
  const [result] = Array.isArray(made) ? made : [made];
  const [chunk] = result !== undefined && 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk') throw new Error('The script that fills vaults was not built');
  return chunk.code;
}

async function newWard(): Promise<{ page: Page; cdp: CDPSession }> {
  tablet = newTablet({ hasHistory: true });
  const page = await tablet.open();
  await arrive(page, proxy.origin);
  return { page, cdp: await tablet.context.newCDPSession(page) };
}

/** @returns how long each waiting patient took to be on the disk, ms */
async function fill(page: Page, filling: Omit<Filling, 'userId' | 'share'>): Promise<number[]> {
  const given = await page.evaluate(async () => {
    const { token } = JSON.parse(sessionStorage.getItem('assent.session') ?? '{}') as { token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('device');
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const meta = (key: string) =>
      new Promise<string>((resolve) => {
        const reading = database.transaction('meta').objectStore('meta').get(key);
        reading.addEventListener('success', () => resolve((reading.result as { value: string }).value));
      });
    const tablet = { deviceId: await meta('deviceId'), deviceSecret: await meta('deviceSecret') };
    database.close();
    const share = await fetch('/api/user/device', { method: 'POST', headers, body: JSON.stringify(tablet) });
    const me = await fetch('/api/user/me', { headers });
    const { user } = (await me.json()) as { user: { _id: string } };
    return { userId: user._id, share: ((await share.json()) as { share: string }).share };
  });
  await tablet.context.setOffline(true);
  // The app's own policy allows no script but the server's.
  await page.evaluate(script);
  return page.evaluate(
    (whole) => (globalThis as unknown as { fillVault: (filling: Filling) => Promise<number[]> }).fillVault(whole),
    { ...given, ...filling },
  );
}

/** Waits in the page until the queue is empty: reading all of it from outside, again and again, holds its writes up. */
async function untilEmpty(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const vaults = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('v-') === true);
    const opened = await Promise.all(
      vaults.map(
        ({ name = '' }) =>
          new Promise<IDBDatabase>((resolve) => {
            const opening = indexedDB.open(name);
            opening.addEventListener('success', () => resolve(opening.result));
          }),
      ),
    );
    const waiting = (database: IDBDatabase) =>
      new Promise<number>((resolve) => {
        const counting = database.transaction('ops').objectStore('ops').count();
        counting.addEventListener('success', () => resolve(counting.result));
      });
    while ((await Promise.all(opened.map(waiting))).some((count) => count > 0))
      await new Promise((resolve) => void setTimeout(resolve, 20));
    for (const database of opened) database.close();
  });
}

test.each([
  ['loopback', null, 0.7],
  ['emulated 2g', TWO_G, 75],
] as const)('a queue of two hundred calls is sent over %s', async (name, network, most) => {
  const { page, cdp } = await newWard();
  // A ward's server has run for days: its first queue pays for compiling, and is not measured.
  await fill(page, { copies: 0, ops: OPS, lastName: 'Demo-First' });
  await tablet.context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await untilSent(page, 300_000);
  proxy.reached.splice(0);
  const took = await fill(page, { copies: 0, ops: OPS, lastName: 'Demo-Waiting' });
  if (network !== null) {
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { ...network, offline: true });
  }
  const began = performance.now();
  await tablet.context.setOffline(false);
  if (network !== null) await cdp.send('Network.emulateNetworkConditions', network);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await untilEmpty(page);
  const seconds = (performance.now() - began) / 1000;
  const requests = proxy.reached.filter(({ keys }) => keys.length > 0).length;
  const singly = network === null ? await createdSingly() : requests * (network.latency / 1000);
  const floor = network === null ? 'the same calls one by one by a bare client' : 'its round trips alone';
  report({
    line: `replay of ${OPS} kept calls over ${name}`,
    now: `${seconds.toFixed(1)} s, ${(OPS / seconds).toFixed(0)} a second in ${requests} requests`,
    aim: `${most} s`,
    beside: `${floor} ${singly.toFixed(1)} s, ${(singly / seconds).toFixed(1)} times as long; saved on the tablet: ${percentile(took, 50).toFixed(1)} ms each, 95 of 100 within ${percentile(took, 95).toFixed(1)} ms`,
  });
  proxy.reached.splice(0);
  expect(requests).toBeGreaterThan(0);
  await tablet.remove();
});

/** @returns how long as many new patients take one by one, without tablet or browser, s */
async function createdSingly(): Promise<number> {
  const { ask } = await callerAs(server.origin);
  const began = performance.now();
  for (let nth = 0; nth < OPS; nth += 1) {
    const dateOfBirth = new Date(Date.UTC(1930, 0, 1 + nth * 97)).toISOString().slice(0, 10);
    await ask('patientCreate', { firstName: 'Test', lastName: `Demo-Singly-${nth}`, dateOfBirth });
  }
  return (performance.now() - began) / 1000;
}

test('one and ten thousand patients are opened and searched at a quarter of the processor, also while the queue is sent', async () => {
  const unlocked: number[] = [];
  for (const patients of PATIENTS) {
    const ward = await newWard();
    await fill(ward.page, { copies: patients, ops: OPS, lastName: 'Demo-Draining' });
    const page = await reopenOffline();
    unlocked.push(await signInUntil(page, { selector: 'h1', text: '^Home$' }));
    const offline = await typed(page, ['Demo-Rowan-705', 'Demo-Maple-912', 'Demo-Cedar-873'], LOOK.offline);
    report({
      line: `unlock with ${patients} patients to the start page, which opens no cards, a quarter of the CPU`,
      now: `${Math.round(unlocked.at(-1)!)} ms; ${offline.words}`,
      aim: '1200 ms; key to result 30 ms',
      ...(unlocked.length > 1 && { beside: `with the fewest ${Math.round(unlocked[0]!)} ms` }),
    });
    if (patients === PATIENTS.at(-1)) await searchWhileSending(page);
    expect(offline.keys).toHaveLength(3);
    await tablet.remove();
  }
});

async function searchWhileSending(page: Page): Promise<void> {
  proxy.rule({ on: isKept, fault: { kind: 'delay', ms: ON_ITS_WAY } });
  await tablet.context.setOffline(false);
  await signInFully(page);
  const before = (await waitingIn(page)).length;
  // With a network the server is asked, after a pause of the page's own; it knows none of the copies.
  const draining = await typed(page, ['Demo-Draining-111', 'Demo-Draining-155', 'Demo-Draining-199'], LOOK.draining);
  const after = (await waitingIn(page)).length;
  console.info(
    `The same while the queue is sent, ${before} unsent at the first letter and ${after} at the last: ${draining.words}`,
  );
  await untilSent(page, 300_000);
  proxy.heal();
  expect(draining.keys).toHaveLength(3);
}

test('a cold start without a network costs the same with five hundred cases on the tablet as with 25', async () => {
  const took = new Map<number, number>();
  for (const cases of [25, 500]) {
    const ward = await newWard();
    await fill(ward.page, { copies: 0, cases, ops: 0, lastName: 'Demo-Held' });
    const page = await reopenOffline();
    took.set(cases, await signInUntil(page, { selector: 'main', text: 'Demo-Held-' }));
    await tablet.remove();
  }
  const [few = 0, many = 0] = [took.get(25), took.get(500)];
  report({
    line: 'offline cold start, password to ward list, a quarter of the CPU',
    now: `${Math.round(few)} ms with 25 cases held, ${Math.round(many)} ms with 500`,
    aim: '2000 ms, both',
    beside: `500 beside 25: ${(many / few).toFixed(2)} times as long`,
  });
  expect(took.size).toBe(2);
});

/** The sign-in form of a tablet that was turned off, without a network and at a quarter of the processor. */
async function reopenOffline(): Promise<Page> {
  await tablet.close();
  const page = await tablet.open();
  await tablet.context.setOffline(true);
  await page.goto(proxy.origin);
  await heading(page, 'Sign in').waitFor();
  const cdp = await tablet.context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', SLOW_CPU);
  return page;
}

/**
 * Signs in by the form on the screen.
 *
 * @param expected - what is waited for: an element, and what its text matches in any case
 * @returns how long it took from the press of the button to a frame that shows it, by the page's own clock, ms
 */
async function signInUntil(page: Page, expected: { readonly selector: string; readonly text: string }): Promise<number> {
  await page.evaluate(({ selector, text }) => {
    const measured = new Promise<number>((resolve) => {
      const look = (began: number) => {
        const shown = [...document.querySelectorAll(selector)].some((each) => new RegExp(text, 'i').test(each.textContent));
        if (shown) resolve(performance.now() - began);
        else requestAnimationFrame(() => look(began));
      };
      addEventListener('submit', () => look(performance.now()), { capture: true, once: true });
    });
    Object.assign(globalThis, { measured });
  }, expected);
  await signIn(page);
  return measuredIn(page);
}

/** The measurement that a script of this benchmark has left in the page, ms. */
function measuredIn(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { measured: Promise<number> }).measured);
}

/** From a tablet that was opened without the network to one that sends. */
async function signInFully(page: Page): Promise<void> {
  const banner = page.getByText(/Opened on this tablet without the network|You are not signed in to the server/).first();
  await banner.waitFor();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Sign in').waitFor({ state: 'detached' });
  await banner.waitFor({ state: 'detached' });
}

/** Types these names into the list of patients, one after another. @returns how long the rows took, ms, and all figures in words */
async function typed(page: Page, names: readonly string[], pause: number): Promise<{ keys: number[]; words: string }> {
  await page.getByRole('navigation').getByRole('link', { name: 'Patients' }).click();
  await page.getByRole('searchbox').waitFor();
  await page.evaluate(() => {
    const [long, painted]: [number[], number[]] = [[], []];
    Object.assign(globalThis, { long, painted });
    new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
    // The browser's own measure, from the key to the frame that shows its effect; it reports none shorter than 16 ms.
    const events = { type: 'event', durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') painted.push(duration);
    }).observe(events);
  });
  const keys: number[] = [];
  for (const wanted of names) keys.push(await keystroke(page, wanted, pause));
  const { long, painted } = await page.evaluate(() => {
    const { long: tasks, painted: frames } = globalThis as unknown as { long: number[]; painted: number[] };
    return { long: tasks, painted: frames };
  });
  const most = (all: readonly number[]) => Math.round(Math.max(0, ...all));
  const words = `a letter in its box after ${most(painted)} ms at most (wished: 100 ms), its result after ${keys.map(Math.round).join(', ')} ms (wished without a network: 100 ms), longest task ${most(long)} ms (wished: 200 ms)`;
  return { keys, words };
}

/** From the last letter of a name to the row on the screen, by the page's own clock, ms. */
async function keystroke(page: Page, wanted: string, pause: number): Promise<number> {
  const box = page.getByRole('searchbox');
  await box.fill(wanted.slice(0, -1));
  await page.waitForTimeout(pause);
  await page.evaluate((name) => {
    const measured = new Promise<number>((resolve) => {
      let pressed = 0;
      addEventListener('keydown', () => void (pressed = performance.now()), { capture: true, once: true });
      const look = () => {
        const rows = [...document.querySelectorAll('main a')].filter((row) =>
          row.textContent.toLowerCase().includes(name.toLowerCase()),
        );
        const others = [...document.querySelectorAll('main a')].filter(
          (row) => /demo-/i.test(row.textContent) && !rows.includes(row),
        );
        if (pressed > 0 && rows.length === 1 && others.length === 0) return resolve(performance.now() - pressed);
        return requestAnimationFrame(look);
      };
      look();
    });
    Object.assign(globalThis, { measured });
  }, wanted);
  await box.press(wanted.slice(-1));
  return measuredIn(page);
}

test.each([25, 500])(
  'a cold start without a network, %i cases held, to a patient’s pad, at a quarter of the processor',
  async (cases) => {
    const ward = await newWard();
    await fill(ward.page, { copies: 0, cases, ops: 0, lastName: 'Demo-Held' });
    await tablet.context.setOffline(false);
    const caller = await callerAs(server.origin);
    const person = { firstName: 'Bench', lastName: `Demo-Cold-Pad-${cases}`, dateOfBirth: '1950-06-07' };
    const { recordID } = await makeCase(server.origin, caller, { person, until: 'ready' });
    await ward.page.goto(`${proxy.origin}/consent?id=${recordID}`);
    await ward.page.getByRole('button', { name: 'Hand the tablet to the patient' }).waitFor();
    await tablet.close();
    const page = await tablet.open();
    await tablet.context.setOffline(true);
    const cdp = await tablet.context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', SLOW_CPU);
    const began = performance.now();
    await page.goto(proxy.origin, { waitUntil: 'commit' });
    await heading(page, 'Sign in').waitFor();
    const signInMs = performance.now() - began;
    await signIn(page);
    await heading(page, 'Home').waitFor();
    await page
      .getByRole('link', { name: new RegExp(`Demo-Cold-Pad-${cases}`, 'i') })
      .first()
      .waitFor();
    const listMs = performance.now() - began;
    await page
      .getByRole('link', { name: new RegExp(`Demo-Cold-Pad-${cases}`, 'i') })
      .first()
      .click();
    await handOver(page);
    await readToSignature(page);
    await page.locator('.pad canvas').waitFor();
    const padMs = performance.now() - began;
    report({
      line: `offline cold start to a patient’s pad, ${cases} cases held, a quarter of the CPU`,
      now: `sign-in screen ${Math.round(signInMs)} ms, list ${Math.round(listMs)} ms, pad ${Math.round(padMs)} ms, every button pressed at once`,
      beside: 'a peer’s pad alone: 2200 ms',
    });
    expect(padMs).toBeGreaterThan(listMs);
    // Leaving a form that is being read asks first.
    page.on('dialog', (dialog) => void dialog.accept());
    await drawSignature(page);
    const reloads: number[] = [];
    for (let round = 0; round < RELOADS; round += 1) {
      const reloaded = performance.now();
      await page.reload({ waitUntil: 'commit' });
      await page.locator('.pad[data-inked] canvas').waitFor();
      reloads.push(performance.now() - reloaded);
    }
    report({
      line: `reload within a handover without a network, ${cases} cases held, to the pad with its ink, a quarter of the CPU`,
      now: `${Math.round(median(reloads))} ms`,
      aim: '1000 ms',
      beside: 'a peer’s pad, blank: 2200 ms',
    });
    await tablet.remove();
  },
);
