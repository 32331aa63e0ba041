import { chromium } from 'playwright';
import { expect, test, vi } from 'vitest';
import { INSECURE_WORDS } from '#src/device/secure-page.ts';
import { HEADLESS, openProfile } from '#tests/support/browser/browser.ts';
import { createPatient, heading, signIn } from '#tests/support/browser/journey.ts';
import { hasVault } from '#tests/support/browser/ward.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { callerAs, makeCase } from '#tests/support/forms/made-cases.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const PERSON = { firstName: 'Quentin', lastName: 'Demo-Plain', dateOfBirth: '1950-01-02' };
/** A name of no machine: a browser trusts this very device alone without https. */
const WARD = 'ward.test';

const stage = openStage();

test('a page without https says so at once, takes work with the network, and hands no tablet over', async () => {
  const { origin } = stage.server;
  const { recordID } = await makeCase(origin, await callerAs(origin), { person: PERSON, until: 'ready' });
  const browser = await chromium.launch({ ...HEADLESS, args: [...HEADLESS.args, `--host-resolver-rules=MAP ${WARD} 127.0.0.1`] });
  try {
    const { context, expectQuiet } = await openProfile(browser, {
      provoked: [/Cross-Origin-Opener-Policy header has been ignored/],
    });
    const page = await context.newPage();
    const plain = origin.replace('localhost', WARD);
    await page.goto(plain);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await signIn(page);
    await heading(page, 'Home').waitFor();
    await page.getByText(INSECURE_WORDS).first().waitFor();
    expect(await page.getByText('private browsing').count()).toBe(0);
    await page.goto(`${plain}/patient?mode=new`);
    await createPatient(page, { ...PERSON, lastName: 'Demo-Typed' });
    await page.waitForURL(/\/patient\/detail\?id=/);
    await page.goto(`${plain}/consent?id=${recordID}`);
    await page.getByRole('button', { name: 'Hand the tablet to the patient' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(INSECURE_WORDS).waitFor();
    expect(await dialog.getByRole('button', { name: 'Hand over now' }).isDisabled()).toBe(true);
    expect(await hasVault(page)).toBe(false);
    expectQuiet();
  } finally {
    await browser.close();
  }
});
