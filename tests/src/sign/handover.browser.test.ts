import type { Page, Request } from 'playwright';
import { expect, test } from 'vitest';
import { HANDWRITING } from '#tests/support/browser/browser.ts';
import { CLINICIAN, heading, PASSWORD, press, readToSignature, readUntil } from '#tests/support/browser/journey.ts';
import { appOf } from '#tests/support/people/registration.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { aClinician, drawInPad, handOverTo, type Handed, type Staff } from './handed-over.ts';

let staff: Staff;
const stage = openStage(async ({ server }) => {
  staff = await aClinician(server.origin);
});

async function aTablet(provoked: readonly RegExp[] = []) {
  const handed = await staff.form({ mattersToMe: 'Driving' });
  return { handed, ...(await handOverTo(stage.browser, { origin: stage.server.origin, handed, screen: { provoked } })) };
}
const refusals = async ({ recordID }: Handed) =>
  (await staff.ask('recordDetails', { id: recordID })).data.timeline.filter(({ type }) => type === 'IDENTITY_REFUSED');
const isTicket = (request: Request) => request.headers()['authorization']?.startsWith('Bearer t_') === true;
const fillTakeBack = async (page: Page) => {
  await page.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
};
const stored = () =>
  JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href, document.title]);

test('a wrong person sees nothing more, also after a reload; who tapped by mistake goes back before it', async () => {
  const { page, handed, context } = await aTablet();
  await press(page, 'No, something is wrong', 'Please give the tablet back to the clinician');
  expect(await page.getByText('1950').count()).toBe(0);
  await press(page, 'Go back, I tapped this by mistake', 'Is this you?');
  await press(page, 'Yes, this is me', 'What is planned');
  await press(page, 'Back', 'Is this you?');
  const events = async () => (await staff.ask('recordDetails', { id: handed.recordID })).data.timeline.map(({ type }) => type);
  await expect
    .poll(async () => (await events()).filter((type) => type.startsWith('IDENTITY')))
    .toEqual(['IDENTITY_REFUSED', 'IDENTITY_CONFIRMED']);
  await press(page, 'No, something is wrong', 'Please give the tablet back to the clinician');
  await page.reload();
  await heading(page, 'Please give the tablet back to the clinician').waitFor();
  expect(await page.getByText('1950').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Go back' }).count()).toBe(0);
  await expect.poll(async () => (await events()).filter((type) => type === 'IDENTITY_REFUSED')).toHaveLength(2);
  await context.close();
});

test('a wrong person is told to the hospital once the network answers, also after a reload, and once', async () => {
  const { page, handed, context } = await aTablet([/ERR_FAILED/]);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/record/identity', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await (keys.length > 2 ? route.continue() : route.abort());
  });
  await press(page, 'No, something is wrong', 'Please give the tablet back to the clinician');
  await expect.poll(() => keys.length).toBe(2);
  await page.reload();
  await expect.poll(async () => (await refusals(handed)).length).toBe(1);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('assent.refusal'))).toBeNull();
  await page.reload();
  await heading(page, 'Please give the tablet back to the clinician').waitFor();
  expect(new Set(keys).size).toBe(1);
  expect(await refusals(handed)).toHaveLength(1);
  await context.close();
});

test('a wrong person whom no ticket could tell of is told by the clinician who takes the tablet back', async () => {
  const { page, handed, context } = await aTablet([/ERR_FAILED/, /status of 401/]);
  // The patient's own calls never arrive, however late they are made.
  await page.route('**/api/record/identity', (route) => (isTicket(route.request()) ? route.abort() : route.continue()));
  await press(page, 'No, something is wrong', 'Please give the tablet back to the clinician');
  await fillTakeBack(page);
  await page.waitForURL(`${stage.server.origin}/consent?id=${handed.recordID}`);
  // This browser has no vault behind the sign-in, so the page is locked.
  await expect.poll(() => refusals(handed)).toHaveLength(1);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('assent.refusal'))).toBeNull();
  await context.close();
});

test('a wrong person of whom nobody can be told keeps the clinician until it is told, or left behind knowingly', async () => {
  for (const way of ['told', 'left'] as const) {
    const { page, handed, context } = await aTablet([/ERR_FAILED/, /status of 401/]);
    await page.route('**/api/record/identity', (route) => route.abort());
    await press(page, 'No, something is wrong', 'Please give the tablet back to the clinician');
    await fillTakeBack(page);
    await heading(page, 'The hospital does not know this yet').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByText('We still could not send it. Please try again.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('assent.handover'))).not.toBeNull();
    if (way === 'told') await page.unroute('**/api/record/identity');
    await page.getByRole('button', { name: way === 'told' ? 'Try again' : 'Take the tablet back without it' }).click();
    await page.waitForURL(`${stage.server.origin}/consent?id=${handed.recordID}`);
    expect(await refusals(handed)).toHaveLength(way === 'told' ? 1 : 0);
    expect(await page.evaluate(() => localStorage.getItem('assent.refusal'))).toBeNull();
    await context.close();
  }
});

test('what fails as nobody foresaw says so, and the same signature goes with the next tap', async () => {
  const { page, handed, context } = await aTablet([/provoked/]);
  await readToSignature(page);
  await drawInPad(page, HANDWRITING);
  await page.evaluate(() => {
    const randomUUID = crypto.randomUUID.bind(crypto);
    crypto.randomUUID = () => {
      crypto.randomUUID = randomUUID;
      throw new Error('provoked');
    };
  });
  await page.getByRole('button', { name: 'I agree and sign', exact: true }).click();
  await page.getByRole('alert').getByText('Something went wrong. What you wrote is still here. Please try again.').waitFor();
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  const [consent] = (await staff.ask('recordDetails', { id: handed.recordID })).data.consents;
  expect(consent?.signatures).toHaveLength(1);
  await context.close();
});

test('on a phone who it is, with the side, stays in sight', async () => {
  const { page, context } = await aTablet();
  await page.setViewportSize({ width: 390, height: 844 });
  await press(page, 'Yes, this is me', 'What is planned');
  await press(page, 'Continue', 'What it is for');
  await press(page, 'Continue', 'What can go wrong');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  const box = await page.locator('.who').boundingBox();
  expect(box?.y).toBe(0);
  expect(box?.height).toBeLessThan(40);
  expect(await page.locator('.who').innerText()).toMatch(/DEMO-ROWAN.*14 March 1950.*RIGHT/s);
  await context.close();
});

test('an answer is kept when its field is left, so that a closed tab does not lose it', async () => {
  const { page, handed, context } = await aTablet();
  await press(page, 'Yes, this is me', 'What is planned');
  await readUntil(page, 'What matters to you?');
  await page.getByLabel('What matters to me').fill('My garden');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect
    .poll(async () => (await staff.ask('recordDetails', { id: handed.recordID })).data.consents[0]?.mattersToMe)
    .toBe('My garden');
  await context.close();
});

test('after the tablet is taken back, the browser’s Back leads out of the form’s pages at once', async () => {
  const { page, handed, context } = await aTablet();
  await press(page, 'Yes, this is me', 'What is planned');
  // The case's own page does not count here: it leads to the sign-in form, as the server does not know this tablet.
  await page.route('**/consent?id=*', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The case</h1>' }));
  await fillTakeBack(page);
  await page.waitForURL(`${stage.server.origin}/consent?id=${handed.recordID}`);
  await heading(page, 'The case').waitFor();
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe(`/consent/${'x'.repeat(30)}`);
  await context.close();
});

test('who it is and what is planned, with the side, stand on every page; nothing of it in title, address or storage', async () => {
  const { page, context, expectQuiet } = await aTablet();
  expect(await page.locator('.whose').count()).toBe(0);
  await press(page, 'Yes, this is me', 'What is planned');
  for (;;) {
    const whose = await page.locator('.whose').innerText();
    expect(whose).toContain('DEMO-ROWAN, Amber');
    expect(whose).toContain('Born 14 March 1950');
    expect(whose).toContain('Cataract surgery with lens implant, RIGHT eye');
    expect(await page.evaluate(stored)).not.toMatch(/rowan|1950|amber|cataract|driving/i);
    const h1 = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    expect(await page.title()).toBe(`${h1} – Your consent form`);
    if (h1 === 'Sign to say you agree') break;
    if (h1 === 'Do you have a question?') await page.getByRole('radio', { name: 'No' }).check();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    if (h1 === 'Other things we need to ask') await page.getByRole('button', { name: 'Leave it for now' }).click();
    await page.waitForFunction((before) => document.querySelector('h1')?.textContent !== before, h1);
  }
  expectQuiet();
  await context.close();
});

test('the browser’s Back is the page’s Back, and never leads out', async () => {
  const { page, context } = await aTablet();
  await press(page, 'Yes, this is me', 'What is planned');
  await press(page, 'Continue', 'What it is for');
  await page.goBack();
  await heading(page, 'What is planned').waitFor();
  // Pressed faster than a page can answer: each from the page that the one before led to.
  for (let times = 0; times < 5; times += 1) await page.evaluate(() => history.back());
  await heading(page, 'Is this you?').waitFor();
  await page.evaluate(() => history.forward());
  expect(new URL(page.url()).pathname).toBe('/consent/handover');
  await context.close();
});

test('what was answered is kept, shown on the check page, and can be changed from there', async () => {
  const { page, handed, context } = await aTablet();
  await press(page, 'Yes, this is me', 'What is planned');
  await readUntil(page, 'What matters to you?');
  expect(await page.getByLabel('What matters to me').inputValue()).toBe('Driving');
  await page.getByLabel('What matters to me').fill('Driving, and my garden');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await readUntil(page, 'Do you have a question?');
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue', 'Check before you sign');
  await page.getByText('Driving, and my garden').waitFor();
  await press(page, 'Change What matters to you', 'What matters to you?');
  await page.getByLabel('What matters to me').fill('My garden');
  await press(page, 'Continue', 'Check before you sign');
  await press(page, 'Continue', 'Sign to say you agree');
  await drawInPad(page, HANDWRITING);
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  const [consent] = (await staff.ask('recordDetails', { id: handed.recordID })).data.consents;
  expect(consent).toMatchObject({ mattersToMe: 'My garden', status: 'PARTIALLY_SIGNED' });
  await context.close();
});

test('nobody comes to the signature while an answer is on its way: what is signed is what was answered', async () => {
  const handed = await staff.form({ additionalChoices: [{ id: 'blood', title: 'Blood products', answer: null }] });
  const { page, context, expectQuiet } = await handOverTo(stage.browser, { origin: stage.server.origin, handed });
  await press(page, 'Yes, this is me', 'What is planned');
  await readUntil(page, 'Do you have a question?');
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue', 'Check before you sign');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/record/answers', async (route) => {
    await answered;
    await route.continue();
  });
  await press(page, 'Change Blood products', 'Other things we need to ask');
  await page.getByRole('group', { name: 'Blood products' }).getByRole('radio').first().check();
  await press(page, 'Back', 'Check before you sign');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.locator('.button.primary[aria-disabled="true"]').waitFor();
  await heading(page, 'Check before you sign').waitFor();
  answer();
  await heading(page, 'Sign to say you agree').waitFor();
  await drawInPad(page, HANDWRITING);
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  expectQuiet();
  await context.close();
});

test('a question holds the signature until the clinician has answered', async () => {
  const { page, handed, context } = await aTablet();
  await press(page, 'Yes, this is me', 'What is planned');
  await readUntil(page, 'Do you have a question?');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('link', { name: 'Choose yes or no' }).waitFor();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('What would you like to ask?').fill('Will it hurt?');
  await press(page, 'Send my question', 'Please talk with the clinician');
  expect(await page.getByRole('button', { name: 'Continue', exact: true }).count()).toBe(0);
  const question = (await staff.ask('recordDetails', { id: handed.recordID })).data.consents[0]?.questions[0];
  await staff.ask('recordAnswer', { id: question?.id ?? '', answer: 'The eye is numb.' });
  await page.reload();
  await heading(page, 'Is this you?').waitFor();
  await press(page, 'Yes, this is me', 'What is planned');
  await readUntil(page, 'Do you have a question?');
  await page.getByText('The eye is numb.').waitFor();
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue', 'Check before you sign');
  await context.close();
});

test.each([
  {
    button: 'I need more time',
    asks: 'Do you need more time?',
    yes: 'Yes, I need more time',
    end: 'You asked for more time',
    status: 'SENT',
  },
  {
    button: 'I do not agree',
    asks: 'Do you want to say no?',
    yes: 'I do not want this',
    end: 'You have said no',
    status: 'DECLINED',
  },
])('$button is said in two taps and stays said after a reload', async ({ button, asks, yes, end, status }) => {
  const { page, handed, context, expectQuiet } = await aTablet();
  await readToSignature(page);
  await press(page, button, asks);
  await press(page, yes, end);
  expect((await staff.ask('recordDetails', { id: handed.recordID })).data.consents[0]).toMatchObject({ status, signatures: [] });
  await page.reload();
  await heading(page, end).waitFor();
  await page.goBack();
  await heading(page, end).waitFor();
  expectQuiet();
  await context.close();
});

test('after a reload without a network nothing can be reached, and with it the form is back', async () => {
  const { page, context } = await aTablet([/ERR_INTERNET_DISCONNECTED|ERR_FAILED/]);
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await heading(page, 'Ask the clinician').waitFor();
  expect(await page.getByText('Rowan').count()).toBe(0);
  await page.unroute('**/api/**');
  await press(page, 'Try again', 'Is this you?');
  await context.close();
});

test('five wrong passwords keep the tablet closed; a full sign-in opens it at the case', async () => {
  const { page, handed, context } = await aTablet([/status of 4(22|29|01)/]);
  await page.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  for (let tries = 0; tries < 6; tries += 1) {
    await heading(page, 'Take the tablet back').waitFor();
    await page.getByLabel('Password').fill(`Wrong ${tries}`);
    const answer = page.waitForResponse('**/api/user/unlock');
    await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
    if ((await answer).status() === 429) break;
    await page.getByRole('link', { name: 'Incorrect password. Please try again' }).waitFor();
  }
  await heading(page, 'Staff: sign in to take the tablet back').waitFor();
  await page.getByText('Too many tries. The clinician must sign in again.').waitFor();
  await page.getByLabel('Email').fill(CLINICIAN);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${stage.server.origin}/consent?id=${handed.recordID}`);
  expect(await page.evaluate(() => localStorage.getItem('assent.handover'))).toBeNull();
  await context.close();
});

test('who signs in with a second step takes the tablet back with it, after a wrong code too', async () => {
  const email = 'bch@demo.nhs.uk';
  const careful = await aClinician(stage.server.origin, email);
  const { secret } = await careful.ask('userOtpRequestqr', {});
  const code = appOf(secret);
  await careful.ask('userOtpSetup', { code: await code(), password: PASSWORD });
  const { page, handed, context } = await aTablet([/status of 4(01|03|22)/]);
  await page.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  await page.getByRole('button', { name: 'Sign in as somebody else instead' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await heading(page, 'Six digit code').waitFor();
  for (const typed of ['000000', await code()]) {
    await page.getByLabel('Six digit code').fill(typed);
    const answer = page.waitForResponse('**/api/user/otp/verify');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    if ((await answer).ok()) break;
    await page.getByRole('link', { name: 'That code is not right or has run out' }).waitFor();
  }
  await page.waitForURL(`${stage.server.origin}/consent?id=${handed.recordID}`);
  expect(await page.evaluate(() => localStorage.getItem('assent.handover'))).toBeNull();
  await context.close();
});

test('another tab of the tablet stays closed, and a sign-in there ends the visit here', async () => {
  const { page, context } = await aTablet();
  const other = await context.newPage();
  for (const place of [
    '/api/docs',
    '/mailbox',
    '/verify',
    '/',
    '/patient',
    '/consent/abcdefghijklmnopqrstuvwxyz',
    '/login',
    '/consent/handover',
  ]) {
    await other.goto(`${stage.server.origin}${place}`);
    await heading(other, 'This tablet is with a patient').waitFor();
  }
  await other.getByLabel('Email').fill(CLINICIAN);
  await other.getByLabel('Password').fill(PASSWORD);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.waitForURL(/\/consent\?id=/);
  await page.waitForURL(/\/(login)?$/);
  expect(await page.evaluate(() => sessionStorage.getItem('assent.ticket'))).toBeNull();
  await context.close();
});

test('a mailed link says honestly that it has ended', async () => {
  const context = await stage.browser.newContext();
  const page = await context.newPage();
  for (const place of ['/consent/abcdefghijklmnopqrstuvwxyz', '/login/abcdefghijklmnopqrstuvwxyz']) {
    await page.goto(`${stage.server.origin}${place}`);
    await heading(page, 'This page has ended').waitFor();
    expect(await page.getByRole('button', { name: /tablet/ }).count()).toBe(0);
  }
  await context.close();
});

test('the form is asked for once, beside the page’s scripts, and nobody waits for the “yes” to arrive', async () => {
  const { page, handed, context } = await aTablet();
  const asked: string[] = [];
  let scripts = 0;
  page.on('request', (request) => {
    if (request.url().includes('/details-by-token/')) asked.push(`${new URL(request.url()).pathname} after ${scripts} scripts`);
  });
  // The page's own scripts are held until the form was asked for.
  await page.route('**/assets/*.js', async (route) => {
    await expect.poll(() => asked.length).toBe(1);
    scripts += 1;
    await route.continue();
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/record/identity', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await heading(page, 'Is this you?').waitFor();
  expect(asked).toEqual([`/api/consent/details-by-token/${handed.ticket} after 0 scripts`]);
  await press(page, 'Yes, this is me', 'What is planned');
  await press(page, 'Continue', 'What it is for');
  release();
  const types = async () => (await staff.ask('recordDetails', { id: handed.recordID })).data.timeline.map(({ type }) => type);
  await expect.poll(types).toContain('IDENTITY_CONFIRMED');
  await context.close();
});
