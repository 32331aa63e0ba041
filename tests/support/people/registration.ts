import type { Page } from 'playwright';
import { heading } from '#tests/support/browser/journey.ts';
import { mailsTo } from './mails.ts';
import { appCode } from './totp.ts';

/** The password of everybody who registers in a browser. */
export const OWN_PASSWORD = 'Violet7!stone';

/** The code of the next mail to an address. @param seen - number of codes received before */
export async function mailedCode(mailFolder: string, email: string, seen: number): Promise<string> {
  for (let tries = 0; tries < 120; tries += 1) {
    const codes = (await mailsTo({ mailFolder }, email)).flatMap(({ code }) => (code === undefined ? [] : [code]));
    const next = codes[seen];
    if (next !== undefined) return next;
    await new Promise((resolve) => void setTimeout(resolve, 250));
  }
  throw new Error('No code was mailed');
}

/** The first step: requests an account as a clinician. */
export async function askForAccount(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role').selectOption({ label: 'Clinician' });
  await page.getByRole('button', { name: 'Send me the code' }).click();
  await heading(page, 'Set your password').waitFor();
}

/** The second step, and the same after a forgotten password: the mailed code and a password twice. */
export async function setPassword(page: Page, code: string, password = OWN_PASSWORD): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: /^(Continue|Set the password)$/ }).click();
}

/** The third step. */
export async function fillProfile(page: Page, lastName: string): Promise<void> {
  await page.getByLabel('First Name').fill('violet');
  await page.getByLabel('Last Name').fill(lastName);
  await page.getByLabel('Phone Number').fill('+44 1632 960 001');
  await page.getByLabel('Grade').selectOption('Consultant');
  await page.getByLabel('Speciality').selectOption({ label: 'Urology' });
  await page.getByLabel('Registration Number').fill('1234567');
  await page.getByRole('combobox', { name: 'Organisation' }).fill('demo gen');
  await page.getByRole('option', { name: 'Demo General Hospital' }).click();
  await page.getByRole('button', { name: 'Save and continue' }).click();
}

/** The fourth step, with an authenticator app that gets the setup key by hand. @returns the app, for the codes that follow */
export async function setUpApp(page: Page): Promise<() => Promise<string>> {
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
  await page.getByRole('button', { name: 'Next' }).click();
  const app = appOf(secret);
  await page.getByLabel('Code').fill(await app());
  await page.getByRole('button', { name: 'Finish' }).click();
  return app;
}

/** Signs in up to the question for the code. */
export async function signInHalf(page: Page, email: string, password = OWN_PASSWORD): Promise<void> {
  await page.locator('#sign-in-email').fill(email);
  await page.locator('#sign-in-password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await heading(page, 'Enter your code').waitFor();
}

/** An authenticator app that never returns one code twice: it waits for the next when it must. */
export function appOf(secret: string): () => Promise<string> {
  // The server accepts each half minute once, and the code of the one before: here while that has ten seconds to live.
  let last = 0;
  return async () => {
    last = Math.max(last + 1, Math.floor((Date.now() + 10_000) / 30_000) - 1);
    while (last > Math.floor(Date.now() / 30_000)) await new Promise((resolve) => void setTimeout(resolve, 500));
    return appCode(secret, last * 30_000 + 1);
  };
}
