import fs from 'node:fs';
import type { CDPSession, Page } from 'playwright';
import { expect, test } from 'vitest';
import { openProfile, PATIENCE } from '#tests/support/browser/browser.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { aPatient, draft, procedureId, reachedAt, signIn as callerOf, templateId } from '#tests/support/forms/builders.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { hasVault } from '#tests/support/browser/ward.ts';

const OFFLINE = 'You are offline';
const SLOW = 'Your internet connection speed is slow, please be patient';

let page: Page;
let network: CDPSession;
const stage = openStage(async ({ server, browser }) => {
  const profile = await openProfile(browser, { provoked: [/net::ERR_INTERNET_DISCONNECTED/, /status of 500/] });
  page = await profile.context.newPage();
  // The seconds of a notice are fast-forwarded, not waited for.
  await page.clock.install();
  network = await profile.context.newCDPSession(page);
  await page.goto(server.origin);
  await signIn(page, 'admin@demo.nhs.uk');
  await heading(page, 'Home').waitFor();
});

const notice = (text: string) => page.getByRole('status').filter({ hasText: text });
/** The browser's network quality: its round trip in ms tells 2g from 4g. */
const setLatency = (latency: number) =>
  network.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });

test('“You are offline” stays until it is dismissed, and goes by itself with the network back', async () => {
  const tablet = page.context();
  await tablet.setOffline(true);
  await notice(OFFLINE).waitFor();
  // A success would be gone after five seconds.
  await page.clock.fastForward(6500);
  expect(await notice(OFFLINE).count()).toBe(1);
  await notice(OFFLINE).getByRole('button').click();
  await notice(OFFLINE).waitFor({ state: 'detached' });
  await tablet.setOffline(false);
  await tablet.setOffline(true);
  await notice(OFFLINE).waitFor();
  await tablet.setOffline(false);
  await notice(OFFLINE).waitFor({ state: 'detached' });
});

test.each(['2g', 'slow-2g'])(
  'on %s the slow connection is said in the specification’s words, until it is dismissed',
  async (type) => {
    await setLatency(type === '2g' ? 2000 : 3500);
    await expect
      .poll(() => page.evaluate(() => (navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType))
      .toBe(type);
    await notice(SLOW).waitFor();
    await notice(SLOW).getByRole('button').click();
    await notice(SLOW).waitFor({ state: 'detached' });
    await setLatency(0);
  },
);

test('counts that do not come are said in the specification’s words, and stay said', async () => {
  await page.route('**/api/dashboard/info*', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'X-App': 'consent' },
      json: { message: 'Something went wrong', error: 'FAILED', requestId: 'none' },
    }),
  );
  await page.goto(`${stage.server.origin}/?view=figures`);
  await page.getByRole('alert').filter({ hasText: 'Something Went Wrong, please try again later!' }).waitFor();
  await page.unroute('**/api/dashboard/info*');
});

const SIZES = [
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];
type Ids = Readonly<Record<'patient' | 'record' | 'consent' | 'procedure' | 'role' | 'template', string>>;

/** Every screen behind a sign-in, each with somebody who may see it. */
const PLACES: Readonly<Record<string, (ids: Ids) => readonly string[]>> = {
  'admin@demo.nhs.uk': ({ role }) => [
    '/',
    '/?view=figures',
    '/User-Management',
    '/roles',
    '/add-role',
    `/edit-role?id=${role}`,
    '/devices',
    '/organisation',
    '/retention',
    '/status',
    '/profile',
    '/outbox',
    '/about',
    '/faqs',
    '/terms',
  ],
  'clinician@demo.nhs.uk': ({ patient, record, consent, procedure, template }) => [
    '/',
    '/patient',
    '/patient?mode=choose',
    '/patient?mode=new',
    '/patient?mode=import',
    `/patient/detail?id=${patient}`,
    '/consent',
    `/consent?id=${record}`,
    `/create-consent?consent=${consent}&record=${record}`,
    '/consent?mode=import',
    '/listed',
    '/my-referral',
    '/my-referral?mode=new',
    '/procedure',
    `/procedure?id=${procedure}`,
    '/templates',
    `/templates?id=${template}`,
  ],
  'auditor@demo.nhs.uk': () => ['/security', '/audit'],
};

/** The addresses of the product behind a sign-in, as its page of routes lists them. */
const SIGNED_IN = [...fs.readFileSync('docs/routes.md', 'utf8').matchAll(/^\| `(\/[^`]*)` \| signed in/gm)].map(
  ([, path = '']) => path,
);

/** Controls, labels, headings and messages of the page that share a point with a bar. */
function coveredByBars(): string[] {
  const boxesOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map((element) => ({ element, box: element.getBoundingClientRect() }));
  const bars = boxesOf('[data-notices]');
  if (bars.every(({ box }) => box.height === 0)) return ['no bar'];
  return boxesOf('a, button, input, select, textarea, label, h1, [role="alert"], [role="status"]')
    .filter(
      ({ element, box }) =>
        element.closest('[data-notices], [aria-hidden="true"]') === null &&
        element.checkVisibility() &&
        box.width > 2 &&
        box.bottom > 0,
    )
    .filter(({ box }) => bars.some((bar) => box.top < bar.box.bottom - 1 && box.bottom > bar.box.top + 1))
    .filter(({ box }) => bars.some((bar) => box.left < bar.box.right && box.right > bar.box.left))
    .map(({ element }) => element.outerHTML.slice(0, 120));
}

async function idsOf(): Promise<Ids> {
  const server = reachedAt(stage.server.origin);
  const caller = await callerOf(server);
  const { id: patientID } = (await caller.call('patientCreate', aPatient())).data.patient;
  const { consentID, recordID } = await draft(caller, { patientID });
  const id = await procedureId(caller);
  const [role] = (await (await callerOf(server, 'admin@demo.nhs.uk')).call('roleGet', {})).data.records;
  return {
    patient: patientID,
    record: recordID,
    consent: consentID,
    procedure: id,
    role: role!._id,
    template: await templateId(caller),
  };
}

test('every address behind a sign-in is among the places of the next test', () => {
  const ids: Ids = { patient: '', record: '', consent: '', procedure: '', role: '', template: '' };
  const walked = Object.values(PLACES).flatMap((of) => of(ids).map((place) => place.split('?')[0]));
  expect(SIGNED_IN.length).toBeGreaterThan(15);
  expect(SIGNED_IN.filter((path) => !walked.includes(path))).toEqual([]);
});

test.each(Object.keys(PLACES))(
  'what stays is a bar above the page, over no control, label or message, in every size of screen and text: the screens of %s',
  async (email) => {
    const { origin } = stage.server;
    const ids = await idsOf();
    const { context } = await openProfile(stage.browser);
    const tab = await context.newPage();
    await tab.goto(origin);
    await signIn(tab, email);
    await tab.waitForURL(({ pathname }) => pathname !== '/login');
    await expect.poll(() => hasVault(tab), { timeout: PATIENCE }).toBe(true);
    for (const place of PLACES[email]?.(ids) ?? []) {
      await context.setOffline(false);
      await untilOpen(tab, origin + place);
      await context.setOffline(true);
      await tab.getByRole('status').filter({ hasText: OFFLINE }).waitFor();
      expect(new URL(tab.url()).pathname).toBe(place.split('?')[0]);
      expect(await heading(tab, 'Locked').count()).toBe(0);
      for (const size of SIZES) {
        await tab.setViewportSize(size);
        for (const type of ['normal', 'larger']) {
          await tab.evaluate((to) => Object.assign(document.documentElement.dataset, { type: to }), type);
          for (const end of [0, 1]) {
            await tab.evaluate((to) => scrollTo(0, to * document.body.scrollHeight), end);
            expect.soft(await tab.evaluate(coveredByBars), `${place} at ${size.width} px, ${type} letters`).toEqual([]);
          }
        }
      }
    }
    await context.close();
  },
);

/** Loads a page, until its work is open: before, the tablet would ask for the password over the screen. */
async function untilOpen(tab: Page, address: string): Promise<void> {
  // The page before must not answer for the next one.
  await tab.goto('about:blank');
  const opened = tab.waitForResponse((response) => response.url().includes('/api/user/device') && response.ok());
  await tab.goto(address);
  await opened;
  await tab.getByRole('heading', { level: 1 }).first().waitFor();
}

test('a success vanishes after five seconds, and one second after the pointer has left it', async () => {
  const made = async (name: string) => {
    await page.goto(`${stage.server.origin}/add-role`);
    await heading(page, 'New role').waitFor();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('radio', { name: 'Clinician' }).check();
    await page.getByRole('checkbox', { name: 'See the figures' }).check();
    await page.getByRole('button', { name: 'Create role' }).click();
    await notice('Role created').waitFor();
  };
  await made('Toast one');
  await page.clock.fastForward(4000);
  expect(await notice('Role created').count()).toBe(1);
  await notice('Role created').waitFor({ state: 'detached', timeout: 4000 });

  await made('Toast two');
  await notice('Role created').hover();
  await page.clock.fastForward(6500);
  expect(await notice('Role created').count(), 'under the pointer it stays').toBe(1);
  await page.mouse.move(5, 5);
  await notice('Role created').waitFor({ state: 'detached', timeout: 4000 });
});
