import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openProfile, SCREENS } from '#tests/support/browser/browser.ts';
import { heading, press, readUntil } from '#tests/support/browser/journey.ts';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import { answerWho, BORN, enter, linkTo, mailedCase, type MailedCase } from '#tests/support/forms/mailed-link.ts';
import { openStage } from '#tests/support/browser/stage.ts';

let caller: Caller;
const stage = openStage(async ({ server }) => {
  caller = await callerAs(server.origin);
});

const formOf = () => mailedCase(stage.server, caller);
const onPhone = () => openProfile(stage.browser, { viewport: SCREENS.phone, provoked: [/status of 4\d\d/] });
/** The case without the addresses of its files, which are made anew at each read. */
const stateOf = async ({ recordID }: MailedCase) => {
  const { consents, ...rest } = (await caller.ask('recordDetails', { id: recordID })).data;
  return { ...rest, consents: consents.map((each) => ({ ...each, bitpaperPDFURL: null, preSignedDocumentUrl: null })) };
};

/** The requests of a page that are no reads. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return writes;
}

test('a mail scanner that opens the link and runs its scripts changes nothing', async () => {
  const form = await formOf();
  const before = JSON.stringify(await stateOf(form));
  const { context } = await onPhone();
  const page = await context.newPage();
  const writes = writesOf(page);
  for (const link of [form.link, form.link, form.link.replace('/login/', '/consent/')]) {
    await page.goto(link, { waitUntil: 'networkidle' });
    await heading(page, /^(A form from Demo General Hospital|First, show that it is you)$/).waitFor();
    await page.evaluate(() => {
      for (const type of ['load', 'pageshow', 'focus', 'visibilitychange']) dispatchEvent(new Event(type));
      scrollTo(0, document.body.scrollHeight);
    });
  }
  await page.goto(form.link);
  await heading(page, 'A form from Demo General Hospital').waitFor();
  expect(writes).toEqual([]);
  expect(JSON.stringify(await stateOf(form))).toBe(before);
  // The page tells an initial, and nothing else of the patient or the form.
  const words = await page.evaluate(() => document.documentElement.outerHTML);
  expect(words).toContain('It is about T.');
  for (const secret of [form.lastName, 'Tessa', 'Cataract', '1950']) expect(words).not.toContain(secret);
  await press(page, 'This is not for me', 'Is this not for you?');
  expect(await page.locator('main').innerText()).toMatch(/ring 01632 960100, and say C-\d{6}/);
  await press(page, 'Back', 'A form from Demo General Hospital');
  await press(page, 'I help somebody', 'You help somebody');
  await press(page, 'Back', 'A form from Demo General Hospital');
  expect(writes).toEqual([]);
  await press(page, 'Start', 'First, show that it is you');
  expect(writes).toEqual(['POST /api/consent/verify-user']);
  expect((await stateOf(form)).consents[0]?.links?.[0]?.state).toBe('OPENED');
  await context.close();
});

test('a link is read once, by the script that runs before the page’s own', async () => {
  const form = await formOf();
  const { context } = await onPhone();
  const page = await context.newPage();
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/details-by-token/'))
      reads.push(request.headers()['x-build'] === undefined ? 'early' : 'by the page');
  });
  await page.goto(form.link);
  await heading(page, 'A form from Demo General Hospital').waitFor();
  expect(reads).toEqual(['early']);
  await context.close();
});

test('a tablet that is handed over reads no link, and nothing of the pages of links', async () => {
  const form = await formOf();
  const { context } = await onPhone();
  await context.addInitScript(() =>
    localStorage.setItem('assent.handover', JSON.stringify({ handoverId: crypto.randomUUID(), since: new Date().toISOString() })),
  );
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(form.link, { waitUntil: 'networkidle' });
  expect(asked.some((each) => each.startsWith('/assets/sign-'))).toBe(true);
  expect(asked.filter((each) => /details-by-token|LinkPages/.test(each))).toEqual([]);
  await context.close();
});

test('a form that was left, and whose time had ended, goes on at the same page with what was typed', async () => {
  const form = await formOf();
  const { context, expectQuiet } = await onPhone();
  const page = await context.newPage();
  await enter(page, form);
  expect(new URL(page.url()).pathname).toBe(new URL(form.link).pathname.replace('/login/', '/consent/'));
  expect(await page.getByRole('button', { name: /tablet/ }).count()).toBe(0);
  await readUntil(page, 'What matters to you?');
  await page.getByLabel('What matters to me').fill('Seeing the garden');
  await page.reload();
  await heading(page, 'What matters to you?').waitFor();
  expect(await page.getByLabel('What matters to me').inputValue()).toBe('Seeing the garden');
  await page.route(/record\/answers/, (route) => endTicket(route), { times: 1 });
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await heading(page, 'First, show that it is you').waitFor();
  await page.getByText('What you wrote is still here.').waitFor();
  await answerWho(page, form.lastName);
  await heading(page, 'What matters to you?').waitFor();
  expect(await page.getByLabel('What matters to me').inputValue()).toBe('Seeing the garden');
  // No tablet was handed over: the browser stays free, and nothing keeps the page open.
  expect(await page.evaluate(() => localStorage.getItem('assent.handover'))).toBeNull();
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length))).toBe(0);
  await page.goto('about:blank');
  expect(page.url()).toBe('about:blank');
  expectQuiet();
  await context.close();
});

test('who was reading a form that was made by mistake is told so, and nothing typed in it stays', async () => {
  const form = await formOf();
  const { context } = await onPhone();
  const page = await context.newPage();
  await enter(page, form);
  await readUntil(page, 'What matters to you?');
  await page.getByLabel('What matters to me').fill('Seeing the garden');
  const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('assent.progress')));
  expect(await stored()).toHaveLength(1);
  await caller.ask('recordVoid', { consentID: form.consentID, reason: 'Another patient', kind: 'WRONG_PATIENT' });
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await heading(page, 'This form was made by mistake').waitFor();
  await page.getByText('It does not count.', { exact: true }).waitFor();
  expect(await stored()).toEqual([]);
  await page.reload();
  await heading(page, 'This form was made by mistake').waitFor();
  // A finder of the link reads the same, and no more.
  const other = await context.newPage();
  await other.goto(form.link);
  await heading(other, 'This form was made by mistake').waitFor();
  expect(await other.getByText(form.lastName).count()).toBe(0);
  await context.close();
});

test('the link that was sent again leads to the page that was left, in a new tab, with what was typed', async () => {
  const form = await formOf();
  const { context, expectQuiet } = await onPhone();
  const first = await context.newPage();
  await enter(first, form);
  await readUntil(first, 'What matters to you?');
  await first.getByLabel('What matters to me').fill('Seeing the garden');
  await first.close();
  await caller.ask('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  const link = await linkTo(stage.server, form.address, 2);
  expect(link).not.toBe(form.link);
  const page = await context.newPage();
  // The old link takes nothing away.
  await page.goto(form.link);
  await heading(page, 'This page has ended').waitFor();
  await enter(page, { ...form, link }, 'What matters to you?');
  expect(await page.getByLabel('What matters to me').inputValue()).toBe('Seeing the garden');
  expectQuiet();
  await context.close();
});

test('an interpreter shows who they are by the digits that staff read out, and is asked for nothing of the patient', async () => {
  const emailAddress = `interpreter-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const interpreter = {
    name: 'Demo Interpreter',
    language: 'Polish',
    emailAddress,
    signing: 'LINK',
    adult: true,
    for: 'PATIENT',
  } as const;
  const form = await mailedCase(stage.server, caller, { interpreterNeeded: true, interpreter });
  const { links } = (await stateOf(form)).consents[0]!;
  const code = links?.find((each) => each.code !== null)?.code ?? '';
  const { context, expectQuiet } = await onPhone();
  const page = await context.newPage();
  await page.goto(await linkTo(stage.server, emailAddress));
  await press(page, 'Start', 'First, show that it is you');
  expect(await page.getByLabel('Year').count()).toBe(0);
  const show = async () => {
    await page.getByLabel('Your own name').fill('demo interpreter');
    await page.getByLabel(/the six digits/).fill(code);
    await press(page, 'Continue', 'Is this right?');
  };
  await show();
  await press(page, 'No, something is wrong', 'Thank you for telling us');
  await expect.poll(async () => (await stateOf(form)).timeline.map(({ type }) => type)).toContain('IDENTITY_REFUSED');
  // Also after a reload: nothing is signed under a “no”.
  await page.reload();
  await heading(page, 'First, show that it is you').waitFor();
  await show();
  await press(page, 'No, something is wrong', 'Thank you for telling us');
  await press(page, 'Go back, I tapped this by mistake', 'First, show that it is you');
  await show();
  await press(page, 'Yes, this is right', 'What is planned');
  await readUntil(page, 'Sign this form');
  await page.getByRole('radio', { name: 'Type my name' }).check();
  await page.getByLabel('Your name').fill('Demo Interpreter');
  await press(page, 'Sign', 'Thank you. You have signed.');
  await page.getByText('There is nothing more for you to do.').waitFor();
  expect(await page.getByRole('button', { name: /copy|mind|question/ }).count()).toBe(0);
  expectQuiet();
  await context.close();
});

test('five wrong answers lock the page, and one that ended says whom to ask', async () => {
  const form = await formOf();
  const { context } = await onPhone();
  const page = await context.newPage();
  await page.goto(form.link);
  await press(page, 'Start', 'First, show that it is you');
  for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
    await answerWho(page, 'Nobody');
    await page.getByRole('alert').getByText(`That does not match. ${left} left.`).waitFor();
    expect(await page.getByLabel('Year', { exact: true }).inputValue()).toBe(BORN.Year);
  }
  await answerWho(page, 'Nobody');
  await heading(page, 'This page is locked').waitFor();
  await page.getByText(/^It stays locked\. For a new link, ring [\d ]+\.$/).waitFor();
  await page.reload();
  await heading(page, 'This page is locked').waitFor();
  const ended = await formOf();
  await page.goto(ended.link);
  await heading(page, 'A form from Demo General Hospital').waitFor();
  await caller.ask('recordEndLink', { consentID: ended.consentID, signing_order: 1 });
  await press(page, 'Start', 'This page has ended');
  await page.getByText('Ask Demo General Hospital for a new one.').waitFor();
  await page.reload();
  await page.getByText('Ask the hospital for a new one.').waitFor();
  await context.close();
});

function endTicket(route: Parameters<Parameters<Page['route']>[1]>[0]): Promise<void> {
  return route.fulfill({
    status: 401,
    headers: { 'x-app': 'consent' },
    contentType: 'application/json',
    body: JSON.stringify({ message: 'This page has been open too long.', error: 'TICKET_ENDED', requestId: 'x' }),
  });
}
