import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { beforeEach, expect, test, vi } from 'vitest';
import { calls, type CallName } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { openProfile, type Profile } from '#tests/support/browser/browser.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { handOver, heading, PASSWORD, press, readUntil, signIn, takeBack } from '#tests/support/browser/journey.ts';
import { callerAs, makeCase, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { memoryOf, reachableByScript } from '#tests/support/browser/remains.ts';
import { untilSent } from '#tests/support/browser/ward.ts';
import { untilVisitStored } from '#tests/support/tablet/vault-rows.ts';
import { asOneVisit, openStage } from '#tests/support/browser/stage.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** Another patient of the demo hospital, whose name the clinician has had on screen. */
const OTHER = 'Rowan';
const PIN = '402857';
const PERSON = { firstName: 'Quentin', lastName: 'Demo-Handover', dateOfBirth: '1950-01-02' };

let profile: Profile;
let made: MadeCase;
let others: MadeCase;
/** The tab of the handover. */
let page: Page;
/** Another tab of the same browser, where the clinician had signed in too. */
let second: Page;
const secrets: string[] = [];
let ticket = '';

const stage = openStage(
  async ({ server, browser }) => {
    const caller = await callerAs(server.origin);
    made = await makeCase(server.origin, caller, { person: PERSON, until: 'ready' });
    others = await makeCase(server.origin, caller, { person: { ...PERSON, lastName: 'Demo-Somebody' }, until: 'signed' });
    profile = await openProfile(browser, {
      // Refused calls, calls without a network, and the browser's own message for a frame or a script that the policy refuses.
      provoked: [/status of 4\d\d/, /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED)/],
    });
    // A curious signer confirms "Leave this page?".
    profile.context.on('dialog', (dialog) => void dialog.accept());
    page = await profile.context.newPage();
    second = await profile.context.newPage();
  },
  { hasOwnServer: true },
);
asOneVisit(() => page);
// A background tab answers each tap seconds later.
beforeEach(() => page.bringToFront());

test('the clinician looks at other patients in two tabs, then hands one of them over', async () => {
  for (const tab of [page, second]) {
    await tab.goto(`${stage.server.origin}/patient`);
    await signIn(tab);
    await tab.getByRole('searchbox').fill(OTHER);
    await tab
      .getByRole('link', { name: new RegExp(OTHER, 'i') })
      .first()
      .waitFor();
    secrets.push(await tab.evaluate(() => JSON.parse(sessionStorage.getItem('assent.session') ?? '{}').token as string));
  }
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
  await handOver(page);
  ticket = await page.evaluate(() => JSON.parse(sessionStorage.getItem('assent.ticket') ?? '{}').ticket as string);
  expect(ticket).toMatch(/^t_/);
  expect(secrets.every((token) => token.startsWith('s_'))).toBe(true);
});

test('the other tab, signed in before, closes by itself', async () => {
  await second.waitForURL('**/consent/handover');
  await heading(second, 'This tablet is with a patient').waitFor();
  await nothingOfTheWard(second);
});

test('neither storage, caches, databases nor the memory of its scripts hold a staff token, a password or another patient', async () => {
  for (const tab of [page, second]) {
    const reachable = await reachableByScript(tab);
    const memory = await memoryOf(profile.context, tab);
    for (const secret of [...secrets, PASSWORD, `Demo-${OTHER}`, `DEMO-${OTHER.toUpperCase()}`]) {
      expect(reachable.includes(secret), `${secret} can be read by a script`).toBe(false);
      expect(memory.includes(secret), `${secret} is in memory`).toBe(false);
    }
    expect(reachable).not.toMatch(/assent-shell: \S+\/api\//);
  }
  // The search finds data that are present.
  expect(await reachableByScript(page)).toContain(ticket);
  expect(await memoryOf(profile.context, page)).toContain('Demo-Handover');
});

test('no address of the app leads anywhere but to this form', async () => {
  // On each push the start and the places that name something.
  const places = everyPlace();
  for (const place of isFull ? places : ['/', ...places.filter((each) => /\?|x{43}|html/.test(each))]) {
    await page.goto(`${stage.server.origin}${place}`);
    await onlyThisForm(page, place);
  }
});

test('neither Back and Forward nor a reload lead out', async () => {
  await press(page, 'Yes, this is me', 'What is planned');
  await press(page, 'Continue', 'What it is for');
  await page.goBack();
  await heading(page, 'What is planned').waitFor();
  for (const way of ['back', 'forward', 'far back', 'reload'] as const) {
    if (way === 'back') await page.goBack();
    if (way === 'forward') await page.goForward();
    if (way === 'far back') await page.evaluate(() => history.go(1 - history.length));
    if (way === 'reload') await page.reload();
    await standsGuarded(page);
    await heading(page, /^(Is this you\?|What is planned|What it is for)$/).waitFor();
    await nothingOfTheWard(page);
  }
});

test('a reload opens the page that was read, with what was written', async () => {
  if ((await page.getByRole('heading', { level: 1 }).textContent()) === 'Is this you?')
    await press(page, 'Yes, this is me', 'What is planned');
  await readUntil(page, 'What matters to you?');
  await page.getByLabel('What matters to me').fill('The garden in May');
  await untilVisitStored(page);
  await page.reload();
  await heading(page, 'What matters to you?').waitFor();
  expect(await page.getByLabel('What matters to me').inputValue()).toBe('The garden in May');
  await nothingOfTheWard(page);
  // To the beginning, for what follows.
  while ((await page.getByRole('heading', { level: 1 }).textContent()) !== 'Is this you?') {
    const step = await page.locator('.step').textContent();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.waitForFunction((before) => document.querySelector('.step')?.textContent !== before, step);
  }
});

test('a new tab, a window opened by a script and a tab that comes back are closed too', async () => {
  const fresh = await profile.context.newPage();
  for (const place of [
    '/',
    `/patient/detail?id=${others.patientID}`,
    `/consent?id=${others.recordID}`,
    '/verify',
    '/consent/handover',
  ]) {
    await fresh.goto(`${stage.server.origin}${place}`);
    await heading(fresh, 'This tablet is with a patient').waitFor();
    await nothingOfTheWard(fresh);
  }
  await fresh.close();
  for (const features of ['', 'noopener']) {
    const [opened] = await Promise.all([
      profile.context.waitForEvent('page'),
      page.evaluate((how) => void window.open('/patient', '_blank', how), features),
    ]);
    await opened.waitForURL('**/consent/handover');
    await heading(opened, /^(Is this you\?|This tablet is with a patient)$/).waitFor();
    await nothingOfTheWard(opened);
    expect(await reachableByScript(opened)).not.toContain(secrets[0]);
    await opened.close();
  }
  expect(await page.evaluate(() => window.opener === null)).toBe(true);
  await second.goto(`${stage.server.origin}/patient`);
  await heading(second, 'This tablet is with a patient').waitFor();
  await nothingOfTheWard(second);
});

test('the ticket opens no call but those of this form, and without it none opens at all', async () => {
  const names = Object.keys(calls) as CallName[];
  for (const name of names) {
    const entry: Call = calls[name];
    const isOpenToAll = entry.access.includes('none') || entry.access.includes('token');
    if (!isOpenToAll && !entry.access.includes('ticket')) expect([401, 403, 404], name).toContain(await statusOf(entry, ticket));
    if (!isOpenToAll) expect(await statusOf(entry, undefined), `${name} without a token`).toBe(401);
  }
  // A call that the ticket allows, requested for another patient.
  const { consentID } = others;
  for (const [name, input] of [
    ['recordIdentity', { consentID, confirmed: true }],
    ['recordAnswers', { consentID, mattersToMe: 'x' }],
    ['recordUnderstanding', { consentID, answers: [{ id: consentID, option: null }] }],
    ['recordQuestion', { consentID, text: 'x' }],
    ['recordLater', { consentID }],
    ['recordDecline', { consentID }],
    ['recordWithdraw', { consentID }],
    [
      'recordSign',
      {
        consentID,
        role: 'PATIENT',
        name: 'x',
        method: 'TYPED',
        typedName: 'x',
        statement: 'x',
        contentDigest: 'a'.repeat(64),
        capturedAt: new Date().toISOString(),
      },
    ],
    ['consentDownload', { request_id: consentID }],
  ] as const)
    expect([403, 404], name).toContain(await statusOf(calls[name], ticket, input));
  expect([401, 404]).toContain(await statusOf(calls.consentDetailsByToken, ticket, { token: `t_${'a'.repeat(43)}` }));
});

test('taking the mark away by a script leads to the sign-in screen, and the ticket puts it back', async () => {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${stage.server.origin}/patient`);
  await heading(page, /^(Sign in|Is this you\?)$/).waitFor();
  await nothingOfTheWard(page);
  await page.goto(`${stage.server.origin}/consent/handover`);
  await heading(page, 'Is this you?').waitFor();
  await page.goto(`${stage.server.origin}/patient`);
  await onlyThisForm(page, '/patient');
});

test('once the tablet is taken back its ticket is dead, and the other tab goes to the sign-in screen', async () => {
  await takeBack(page);
  expect(await statusOf(calls.consentDetailsByToken, ticket, { token: ticket })).toBe(401);
  const { consentID } = made;
  expect(await statusOf(calls.recordIdentity, ticket, { consentID, confirmed: true })).toBe(401);
  expect(
    await statusOf(calls.recordSign, ticket, {
      consentID,
      role: 'PATIENT',
      name: 'x',
      method: 'TYPED',
      typedName: 'x',
      statement: 'x',
      contentDigest: 'a'.repeat(64),
      capturedAt: new Date().toISOString(),
    }),
  ).toBe(401);
  await heading(second, 'Sign in').waitFor();
  await nothingOfTheWard(second);
});

test('a tablet PIN, set with the password, takes the tablet back with a network and without one', async () => {
  await page.goto(`${stage.server.origin}/profile`);
  await page.getByRole('tab', { name: 'Tablet PIN' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New PIN', { exact: true }).fill('123456');
  await page.getByLabel('Confirm PIN', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Set PIN' }).click();
  await page.getByRole('alert').getByText('This PIN is easy to guess. Please choose another.').waitFor();
  await page.getByLabel('New PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Confirm PIN', { exact: true }).fill(PIN);
  await page.getByRole('button', { name: 'Set PIN' }).click();
  await page.getByText('You have a tablet PIN.').waitFor();

  await page.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
  await handOver(page);
  await askForPin();
  await nothingOfTheWard(page);
  await page.keyboard.type('402858');
  await page.getByRole('alert').getByText('This is not the PIN. 4 tries left.').waitFor();
  await page.getByLabel('Tablet PIN').fill(PIN);
  await page.waitForURL(/\/consent\?id=/);
  await heading(page, /^Consent, version/).waitFor();

  await handOver(page);
  await profile.context.setOffline(true);
  await askForPin();
  await page.keyboard.type('402858');
  await page.getByRole('alert').getByText('This is not the PIN. 4 tries left.').waitFor();
  const [reachable, memory] = [await reachableByScript(page), await memoryOf(profile.context, page)];
  for (const secret of [PIN, ...secrets]) expect([reachable.includes(secret), memory.includes(secret)]).toEqual([false, false]);
  await page.getByLabel('Tablet PIN').fill(PIN);
  await heading(page, /^Consent, version/).waitFor();
  await page.getByText('Opened on this tablet without the network').waitFor();
  await backOnline();
});

test('a worker that was killed knows no PIN: without a network the password is asked for', async () => {
  await handOver(page);
  await profile.context.setOffline(true);
  const cdp = await profile.context.newCDPSession(page);
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.stopAllWorkers');
  await page.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  await page.getByText('Without the network this tablet cannot check the PIN now. Use your password.').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await page.getByLabel('Password').getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
  await heading(page, /^Consent, version/).waitFor();
  await backOnline();
});

test('a PIN that was right with the network is known without it, also where the tablet was handed over without it', async () => {
  await handOver(page);
  await askForPin();
  await page.keyboard.type(PIN);
  await heading(page, /^Consent, version/).waitFor();
  await handOver(page);
  await profile.context.setOffline(true);
  for (const isFirst of [true, false]) {
    if (!isFirst) await handOver(page);
    await askForPin();
    await page.keyboard.type(PIN);
    await heading(page, /^Consent, version/).waitFor();
    await page.getByText(/Opened on this tablet without the network|You are not signed in to the server/).waitFor();
  }
  await profile.context.setOffline(false);
  await page.goto(`${stage.server.origin}/login`);
  await signIn(page);
  await page.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
});

test('five wrong PINs ask for the password, and so does whoever has removed the PIN', async () => {
  await handOver(page);
  await askForPin();
  for (let triesLeft = 4; triesLeft >= 0; triesLeft -= 1) {
    await page.getByLabel('Tablet PIN').fill('402858');
    const words = triesLeft === 0 ? 'The PIN was wrong too many times' : `This is not the PIN. ${triesLeft} tr`;
    await page.getByRole('alert').getByText(words).waitFor();
  }
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
  await heading(page, /^Consent, version/).waitFor();
  await page.goto(`${stage.server.origin}/profile`);
  await page.getByRole('tab', { name: 'Tablet PIN' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Remove PIN' }).click();
  await page.getByText('You have no tablet PIN.').waitFor();
  await page.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
});

test('five wrong passwords close the way back for everything but a full sign-in', async () => {
  // Behind an unsent handover the next one is queued as well, and the tablet checks the password without the server.
  await untilSent(page);
  await handOver(page);
  await page.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  for (let tries = 1; tries <= 5; tries += 1) {
    await page.getByLabel('Password').fill(`wrong ${tries}`);
    const [request] = await Promise.all([
      page.waitForRequest('**/api/user/unlock'),
      page.getByRole('button', { name: 'Take the tablet back', exact: true }).click(),
    ]);
    // Of a server that takes longer than the page waits there is no answer: the tablet has checked the password, and both have counted it.
    expect([422, undefined]).toContain((await request.response())?.status());
    // After the answer: the alert of the try before is gone by then.
    await page.getByRole('alert').waitFor();
  }
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
  await heading(page, 'Staff: sign in to take the tablet back').waitFor();
  await page.getByText('Too many tries').waitFor();
  // Also after a reload the password alone is not enough.
  await page.reload();
  await page.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
  await heading(page, 'Staff: sign in to take the tablet back').waitFor();
  await page.getByLabel('Email').fill('clinician@demo.nhs.uk');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/consent\?id=/);
  await page.getByText('DEMO-HANDOVER').first().waitFor();
});

test('without network and server a reload opens the form; without keys as well it says so, and still nothing else opens', async () => {
  await handOver(page);
  await profile.context.setOffline(true);
  await stage.server.kill();
  await page.reload();
  await onlyThisForm(page, 'without network and server');
  // As where the browser has ended the worker.
  await page.evaluate(() => sessionStorage.removeItem('assent.parcel.handover'));
  await page.reload();
  await heading(page, 'Ask the clinician').waitFor();
  await nothingOfTheWard(page);
  for (const place of ['/', '/patient', `/consent?id=${others.recordID}`]) {
    await page.goto(`${stage.server.origin}${place}`);
    await page.waitForURL('**/consent/handover');
    await heading(page, 'Ask the clinician').waitFor();
    await nothingOfTheWard(page);
  }
  await page.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  await press(page, 'Take the tablet back instead', 'Take the tablet back');
  // The vault of the clinician who handed over the tablet answers in the server's place.
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
  await page.getByRole('alert').getByText('This is not the password').waitFor();
  await stage.server.restart();
  await profile.context.setOffline(false);
  await page.reload();
  await onlyThisForm(page, 'back online');
});

test('a tab that was killed has lost its ticket: without a network the password of whoever gave the tablet away opens it', async () => {
  await profile.context.setOffline(true);
  const next = await profile.context.newPage();
  await page.close();
  page = next;
  await page.goto(`${stage.server.origin}/consent/handover`);
  await heading(page, 'This form was interrupted').waitFor();
  await press(page, 'Take the tablet back instead', 'This tablet is with a patient');
  await page.getByLabel('Email').fill('clinician@demo.nhs.uk');
  for (const [password, end] of [
    ['wrong', page.getByRole('alert').getByText('The server cannot be reached')],
    [PASSWORD, page.getByText('DEMO-HANDOVER').first()],
  ] as const) {
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await end.waitFor();
  }
  expect(new URL(page.url()).search).toBe(`?id=${made.recordID}`);
  expect(await page.evaluate(() => localStorage.getItem('assent.handover'))).toBeNull();
  await page.getByText('Opened on this tablet without the network').waitFor();
  await profile.context.setOffline(false);
  // The session from before the handover goes on: nobody has to sign in to send.
  await page.getByText(/Opened on this tablet|You are not signed in to the server/).waitFor({ state: 'detached' });
});

test('no page complained on the way', () => {
  profile.expectQuiet();
});

/** From the patient's page to the field of the tablet PIN, which has the focus. */
async function askForPin(): Promise<void> {
  await page.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  await heading(page, 'Take the tablet back').waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'tabletPin');
}

/** With the network the session from before the handover goes on; a reload asks the server at once. */
async function backOnline(): Promise<void> {
  await profile.context.setOffline(false);
  await page.reload();
  await heading(page, /^Consent, version/).waitFor();
  await page.getByText(/Opened on this tablet|You are not signed in to the server/).waitFor({ state: 'detached' });
}

/** Resolves once the page stands with its entries in front of Back: a long way back through the history may load it again. */
async function standsGuarded(tab: Page): Promise<void> {
  await tab.waitForTimeout(500);
  await tab.waitForLoadState('load');
  await tab.waitForFunction(() => typeof history.state === 'number' && history.state > 0);
}

/** This form's first page, and no ward data. */
async function onlyThisForm(tab: Page, how: string): Promise<void> {
  await heading(tab, 'Is this you?').waitFor();
  await nothingOfTheWard(tab);
  expect(await tab.getByText('Quentin Demo-Handover').count(), how).toBe(1);
}

/** No link of the staff screens and no other patient is on the page; the sign-in screen links to the check of a form. */
async function nothingOfTheWard(tab: Page): Promise<void> {
  expect(await tab.getByRole('navigation').count()).toBe(0);
  const links = await tab.getByRole('link').evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  const open = ['/verify', '/forgot-password', '/register-email', '/blank-forms'];
  // At the foot of the sign-in screen; on a form the same are no links.
  const isPublic = (href: string) => /^(?:\/(?:privacy|accessibility)(?:\?o=[\da-f-]+)?|tel:\d+)$/.test(href);
  const isSignIn = await tab.getByRole('link', { name: 'Ask for an account' }).isVisible();
  expect(links.filter((href) => !open.includes(href ?? '') && !(isSignIn && isPublic(href ?? '')))).toEqual([]);
  expect(await tab.locator('body').innerText()).not.toMatch(new RegExp(`${OTHER}|Somebody`, 'i'));
}

/** Every address that the router knows, and some that it does not. */
function everyPlace(): string[] {
  const folder = path.resolve(import.meta.dirname, '../../src/routes');
  const written = fs.readdirSync(folder).flatMap((file) => {
    const found = fs.readFileSync(path.join(folder, file), 'utf8').matchAll(/path: '(\/[^']*)'/g);
    return [...found].map(([, place = '']) => place.replace('$code', 'T8S3-P89B-3X4G'));
  });
  expect(written.length).toBeGreaterThan(10);
  return [
    ...new Set([
      ...written,
      `/patient/detail?id=${others.patientID}`,
      `/create-consent?patient=${others.patientID}`,
      `/create-consent?consent=${others.consentID}&record=${others.recordID}`,
      `/consent?id=${others.recordID}`,
      `/consent/${'x'.repeat(43)}`,
      `/login/${'x'.repeat(43)}`,
      '/index.html',
      '/sign.html',
      '/ui',
      '/nowhere/at/all',
      '//patient',
    ]),
  ];
}

/** Calls the API from within the page, as a script of the patient's could. */
function statusOf(entry: Call, token: string | undefined, input: Record<string, unknown> = {}): Promise<number> {
  const filled = entry.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(input[name] ?? others.consentID));
  const query =
    entry.method === 'GET' && Object.keys(input).length > 0 ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const address = `/api/${filled}${entry.path.includes('{') ? '' : query}`;
  const { method } = entry;
  return page.evaluate(
    async (request) => {
      const headers: Record<string, string> = { 'idempotency-key': crypto.randomUUID() };
      if (request.token !== undefined) headers['authorization'] = `Bearer ${request.token}`;
      if (request.body !== undefined) headers['content-type'] = 'application/json';
      const answer = await fetch(request.address, { method: request.method, headers, body: request.body ?? null });
      return answer.status;
    },
    { address, method, token, body: method === 'GET' ? undefined : JSON.stringify(input) },
  );
}
