import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProfile, sharedBrowser } from '#tests/support/browser/browser.ts';
import { callerAs, makeCase } from '#tests/support/forms/made-cases.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { median, report } from './report.ts';

/** The middle of these counts, so a pause of the machine does not. */
const ROUNDS = 5;
/** Chrome's own presets. Bytes a second, ms. */
const FAST_3G = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 };
const SLOW_3G = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 2000 };
type Network = typeof FAST_3G;
const SLOW_CPU = { rate: 4 };

const dist = path.resolve(import.meta.dirname, '../../dist');

let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), sharedBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test.each([
  ['fast 3G', FAST_3G, 'pad 2500 ms, 85 KiB', '2500 ms, 150 KiB'],
  ['slow 3G', SLOW_3G, 'pad 7000 ms', undefined],
] as const)(
  'the patient’s pages beside the staff shell on %s: bytes, and time at a quarter of the CPU',
  async (name, network, padAim, formAim) => {
    const patient: Timed[] = [];
    const staff: Timed[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      patient.push(await openPatientPages(`${name} ${round}`, network));
      staff.push(await openStaffShell(network));
    }
    const [ofPatient, ofStaff] = [patient, staff].map((visits) => median(visits.map(({ firstMs }) => firstMs))) as [
      number,
      number,
    ];
    tell(`patient’s pages, ${name}`, patient, { aim: padAim, beside: besides('staff sign-in form', ofStaff, ofPatient) });
    tell(`staff sign-in form, ${name}`, staff, { aim: formAim, beside: besides('patient’s pages', ofPatient, ofStaff) });
    expect(patient).toHaveLength(ROUNDS);
  },
);

/**
 * The cost of one cold visit, by the page's own clock. `firstMs` and `firstBytes` are to the first screen, `padMs` to the pad when every
 * button is pressed in the frame that shows it.
 */
type Timed = { files: readonly string[]; sentBytes: number; firstMs: number; firstBytes: number; padMs?: number };

async function openPatientPages(name: string, network: Network): Promise<Timed> {
  const caller = await callerAs(server.origin);
  const person = { firstName: 'Bench', lastName: `Demo-Pad ${name}`, dateOfBirth: '1950-06-07' };
  const { consentID } = await makeCase(server.origin, caller, { person, until: 'ready' });
  const { ticket, handoverId, expiresAt } = await caller.ask('consentSendToSign', { consentID, role: 'PATIENT' });
  return visit(network, {
    place: '/consent/handover',
    before: async (page) => {
      const given = { ticket, handoverId, consentID, role: 'PATIENT', clinicianName: 'Demo Clinician', expiresAt };
      await page.addInitScript((kept) => {
        sessionStorage.setItem('assent.ticket', JSON.stringify(kept));
        localStorage.setItem('assent.handover', JSON.stringify({ handoverId: kept.handoverId, since: kept.expiresAt }));
      }, given);
    },
    first: 'Is this you?',
    hasPad: true,
  });
}

function openStaffShell(network: Network): Promise<Timed> {
  return visit(network, { place: '/login', before: async () => undefined, first: 'Sign in', hasPad: false });
}

type Visit = {
  place: string;
  before: (page: Page) => Promise<void>;
  /** heading of the first screen */
  first: string;
  /** whether the visit goes on to the pad */
  hasPad: boolean;
};

/**
 * Runs in the page: looks at each frame, tells when the first screen and the pad are there, and presses the way to the pad meanwhile. A
 * test driver's clicks and queries took longer than the pages at a quarter of the CPU.
 */
function pressThrough({ first }: Pick<Visit, 'first'>): void {
  const { reached } = globalThis as unknown as { reached: (what: 'first' | 'pad', at: number) => void };
  const button = (...names: string[]) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => names.includes(textContent.trim()));
  const noQuestion = () => document.querySelectorAll<HTMLInputElement>('input[type=radio]')[1];
  let [hasFirst, pressed] = [false, ''];
  const look = () => {
    const h1 = document.querySelector('h1')?.textContent ?? '';
    if (!hasFirst && h1 === first) {
      hasFirst = true;
      reached('first', performance.now());
    }
    if (document.querySelector('.pad canvas') !== null) return reached('pad', performance.now());
    requestAnimationFrame(look);
    const asks = h1 === 'Do you have a question?' && noQuestion()?.checked === false;
    const next = asks ? noQuestion() : (button('Leave it for now') ?? button('Yes, this is me', 'Continue'));
    const page = `${h1} ${asks} ${next?.textContent}`;
    // Once for each page: a second press would land on the next.
    if (hasFirst && next !== undefined && page !== pressed) {
      pressed = page;
      next.click();
    }
    return undefined;
  };
  requestAnimationFrame(look);
}

/** When something was reached, ms, and the bytes until then. */
type Told = [at: number, bytes: number];

async function visit(network: Network, { place, before, first, hasPad }: Visit): Promise<Timed> {
  const { context } = await openProfile(browser, { serviceWorkers: 'block' });
  const page = await context.newPage();
  await before(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', SLOW_CPU);
  let sentBytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (sentBytes += encodedDataLength));
  const files: string[] = [];
  page.on('requestfinished', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) files.push(new URL(request.url()).pathname);
  });
  const told = new EventEmitter();
  const [firstScreen, pad] = [once(told, 'first'), once(told, 'pad')] as [Promise<Told>, Promise<Told>];
  await page.exposeFunction('reached', (what: 'first' | 'pad', at: number) => told.emit(what, at, sentBytes));
  await page.addInitScript(pressThrough, { first });
  await page.goto(`${server.origin}${place}`, { waitUntil: 'commit' });
  const [firstMs, firstBytes] = await firstScreen;
  if (!hasPad) await page.waitForLoadState('networkidle');
  const signed = hasPad ? { padMs: (await pad)[0] } : {};
  await context.close();
  return { files, sentBytes, firstMs, firstBytes, ...signed };
}

function besides(what: string, other: number, own: number): string {
  return `${what}: ${(other / own).toFixed(2)} times as long to the first screen`;
}

function tell(what: string, visits: readonly Timed[], { aim, beside }: { aim: string | undefined; beside: string }): void {
  const files = visits[0]?.files ?? [];
  const packed = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(path.join(dist, file))).byteLength, 0);
  const first = Math.round(median(visits.map(({ firstMs }) => firstMs)));
  const toPad = visits.flatMap(({ padMs }) => (padMs === undefined ? [] : [padMs]));
  const sent = median(visits.map(({ sentBytes }) => sentBytes)) / 1000;
  const padWords = toPad.length === 0 ? '' : `, pad ${Math.round(median(toPad))} ms with every button pressed at once`;
  report({
    line: `${what}, a quarter of the CPU`,
    now: `first screen ${first} ms and ${(median(visits.map(({ firstBytes }) => firstBytes)) / 1024).toFixed(0)} KiB${padWords}; ${sent.toFixed(0)} kB in all, ${(packed / 1000).toFixed(1)} kB of them JS and CSS in ${files.length} files`,
    ...(aim === undefined ? {} : { aim }),
    beside,
  });
}
