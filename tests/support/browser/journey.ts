import type { Browser, Page } from 'playwright';
import { vi } from 'vitest';
import { draw, openProfile, type Profile } from './browser.ts';

/** Password of every demo account. */
export const PASSWORD = 'Demo2026!';
export const CLINICIAN = 'clinician@demo.nhs.uk';

/** The sentence on a tablet that is ready to work offline. */
export const READY_OFFLINE = 'This tablet is ready to work without a network.';

export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  /** `1956-08-14` */
  readonly dateOfBirth: string;
};

/** The page's heading of the first level with this text. */
export function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name });
}

/** The longest wait for the end of a sign-in on its tablet, ms: where no vault is made, the test goes on. */
const FINISH_MOST = 15_000;

/**
 * Fills in the sign-in screen that is shown, and waits until it is gone and the tablet has finished the sign-in: a page that is loaded
 * again before that asks for the password once more.
 */
export async function signIn(page: Page, email: string = CLINICIAN, password: string = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Sign in').waitFor({ state: 'detached' });
  // A page that has gone on to another address, or that has no storage, has nothing to wait for.
  const isFinished = () => page.evaluate(() => sessionStorage.getItem('assent.sign-in') === null).catch(() => true);
  await vi.waitUntil(isFinished, { timeout: FINISH_MOST, interval: 50 }).catch(() => undefined);
}

/** A profile of its own with one page, on which a person signs in until the start is shown. */
export async function openSignedIn(
  browser: Browser,
  origin: string,
  { email, ...options }: { email?: string } & Parameters<typeof openProfile>[1] = {},
): Promise<{ profile: Profile; page: Page }> {
  const profile = await openProfile(browser, options);
  const page = await profile.context.newPage();
  await page.goto(origin);
  await signIn(page, email);
  await heading(page, 'Home').waitFor();
  return { profile, page };
}

/** Opens the person's own page and waits until it tells that this tablet can work without a network: its vault is open, with copies. */
export async function untilReadyOffline(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'You', exact: true }).click();
  await page.locator('main').getByText(READY_OFFLINE).waitFor();
}

/** Fills in the form for a new patient and creates it. */
export async function createPatient(page: Page, { firstName, lastName, dateOfBirth }: Person): Promise<void> {
  const [year = '', month = '', day = ''] = dateOfBirth.split('-');
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Day').fill(day);
  await page.getByLabel('Month').fill(month);
  await page.getByLabel('Year').fill(year);
  await page.getByRole('group', { name: 'Interpreter needed' }).getByRole('radio', { name: 'No' }).check();
  await page.getByRole('button', { name: 'Create patient' }).click();
}

/** Chooses a procedure of the library by typing part of its name. */
export async function chooseProcedure(page: Page, typed: string, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(Choose a|Add another) procedure$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a procedure' });
  await dialog.getByRole('searchbox').fill(typed);
  await dialog.getByRole('button', { name }).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

/** Opens a step of the builder by its tab. */
export async function goToStep(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps of this consent' }).getByRole('button', { name }).click();
  await heading(page, `Consent form: ${name}`).waitFor({ state: 'attached' });
}

/** From the case's screen to the signer's first page. */
export async function handOver(page: Page, to = 'patient'): Promise<void> {
  await page.getByRole('button', { name: `Hand the tablet to the ${to}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over now' }).click();
  await heading(page, /^(Is this you|Are you .+)\?$/).waitFor();
}

/** Presses a button of the signer's pages and waits for the next page. */
export async function press(page: Page, button: string, next: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await heading(page, next).waitFor();
}

/** Continues page by page to the page with this heading; no choice is answered. @returns the headings that were passed */
export async function readUntil(page: Page, last: string): Promise<string[]> {
  const passed: string[] = [];
  for (;;) {
    const { h1, step } = await pageOfForm(page);
    if (h1 === last) return passed;
    passed.push(h1);
    if (passed.length > 20) throw new Error(`“${last}” never came, but: ${passed.join(', ')}`);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    const isNext = (before: string | null) => document.querySelector('.step')?.textContent !== before;
    await page.waitForFunction(
      (before) => document.querySelector('.step')?.textContent !== before || document.querySelector('[role=alert]') !== null,
      step,
    );
    // With choices left out, the page asks once whether that is meant.
    const leave = page.getByRole('button', { name: 'Leave it for now' });
    if (await leave.isVisible()) await leave.click();
    await page.waitForFunction(isNext, step);
  }
}

/** Heading and step of the page on screen, read at one moment: a page that is loading has a heading, and no step. */
async function pageOfForm(page: Page): Promise<{ h1: string; step: string }> {
  const shown = await page.waitForFunction(() => {
    const [h1, step] = ['h1', '.step'].map((each) => document.querySelector(each)?.textContent ?? '');
    return h1 !== undefined && h1 !== '' && step !== undefined && step !== '' ? { h1, step } : null;
  });
  return (await shown.jsonValue())!;
}

/** From “Is this you?” to the signature page, without a question. */
export async function readToSignature(page: Page): Promise<void> {
  await press(page, 'Yes, this is me', 'What is planned');
  await readUntil(page, 'Do you have a question?');
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue', 'Check before you sign');
  await press(page, 'Continue', 'Sign to say you agree');
}

/** The clinician draws a signature on the case's screen, and gives it. */
export async function signAsClinician(page: Page, name = 'Demo Clinician'): Promise<void> {
  await page.getByRole('radio', { name: 'Draw my signature' }).check();
  await draw(page.getByRole('img', { name: /^Signature box/ }));
  await page.getByRole('button', { name: `Sign as ${name}` }).click();
}

/** Without a network the clinician takes the tablet back and signs too; the tablet says that both signatures wait. */
export async function takeBackAndSign(page: Page): Promise<void> {
  await takeBack(page);
  await signAsClinician(page);
  await page
    .getByText(/Signed \d\d:\d\d, waiting to be sealed/)
    .first()
    .waitFor();
}

/** Draws in the signer's pad. */
export function drawSignature(page: Page): Promise<void> {
  return draw(page.locator('.pad canvas'));
}

/** The clinician takes the tablet back with the password and returns to the case. */
export async function takeBack(page: Page, password: string = PASSWORD): Promise<void> {
  await page.getByRole('button', { name: 'Staff: take the tablet back' }).click();
  await heading(page, 'Take the tablet back').waitFor();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Take the tablet back', exact: true }).click();
  await heading(page, /^Consent, version/).waitFor();
}
