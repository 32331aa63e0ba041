import type { Page } from 'playwright';
import { afterEach, expect, test, vi } from 'vitest';
import { sideways } from '#tests/support/people/access.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { CLINICIAN, handOver, heading, PASSWORD, signIn } from '#tests/support/browser/journey.ts';
import { tabAndEnter, tabTo } from '#tests/support/browser/keyboard.ts';
import { callerAs, makeCase } from '#tests/support/forms/made-cases.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let profile: Profile;
let page: Page;

const stage = openStage(async ({ browser }) => {
  profile = await openProfile(browser, { hasTouch: false });
  profile.context.on('dialog', (dialog) => void dialog.accept());
  page = await profile.context.newPage();
});
afterEach((context) => shotOfFailure(page, context));

test('from the sign-in to a consent that both have signed, without a pointer', async () => {
  await page.goto(stage.server.origin);
  await heading(page, 'Sign in').waitFor();
  await toField('Email');
  await page.keyboard.type(CLINICIAN);
  await toField('Password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await heading(page, 'Home').waitFor();

  await act('New consent');
  await heading(page, 'Who is the consent for?').waitFor();
  await act('New patient');
  await heading(page, 'New patient').waitFor();
  await toField('Last name');
  await page.keyboard.type('Demo-Keys');
  await toField('First name');
  await page.keyboard.type('Tabitha');
  await toField('Day');
  // The second digit goes on to the next box, where a habitual Tab or slash stays; the slash alone goes on as well.
  await page.keyboard.type('04');
  await page.keyboard.press('Tab');
  await page.keyboard.type('5/1949');
  expect(await page.getByLabel('Month').inputValue()).toBe('5');
  await toField('Yes');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('radio', { name: 'No' }).isChecked()).toBe(true);
  await act('Create patient');

  await heading(page, 'Consent form: Procedure').waitFor({ state: 'attached' });
  await act('Choose a procedure');
  await page.getByRole('dialog').getByRole('searchbox').waitFor();
  await toField('Procedure, acronym or speciality');
  await page.keyboard.type('catar');
  await act('Cataract surgery with lens implant');
  // One radio group is one stop: the arrow moves inside it.
  await toField('LEFT');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('radio', { name: 'RIGHT' }).isChecked()).toBe(true);
  await act('Save and continue');
  await heading(page, 'Consent form: Risks and benefits').waitFor({ state: 'attached' });
  await act('Save and continue');
  await heading(page, 'Consent form: What matters').waitFor({ state: 'attached' });
  await act('Save and continue');
  await heading(page, 'Consent form: Interpreter').waitFor({ state: 'attached' });
  // The record has answered already.
  await act('Save and continue');
  await heading(page, 'Consent form: Review').waitFor({ state: 'attached' });
  await toField('I have talked this through with');
  await page.keyboard.press('Space');
  await toField('I judge that');
  await page.keyboard.press('Space');
  await page.getByText('This form is complete').waitFor();
  await act('Ready for signing');

  await heading(page, /^Consent, version/).waitFor();
  await act('Hand the tablet to the patient');
  await act('Hand over now');
  await heading(page, 'Is this you?').waitFor();
  await act('Yes, this is me');
  for (;;) {
    const h1 = await page.getByRole('heading', { level: 1 }).textContent();
    if (h1 === 'Sign to say you agree') break;
    if (h1 === 'Do you have a question?') {
      await toField('Yes');
      await page.keyboard.press('ArrowRight');
    }
    const step = await page.locator('.step').textContent();
    await act('Continue');
    if (h1 === 'Other things we need to ask') await act('Leave it for now');
    await page.waitForFunction((before) => document.querySelector('.step')?.textContent !== before, step);
  }
  await toField('Draw');
  await page.keyboard.press('ArrowRight');
  await toField('Your name');
  await page.keyboard.type('Tabitha Demo-Keys');
  await act('I agree and sign');
  await heading(page, 'Thank you. You have signed.').waitFor();
  await act('Staff: take the tablet back');
  await heading(page, 'Take the tablet back').waitFor();
  await toField('Password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  await heading(page, /^Consent, version/).waitFor();
  await page.getByText('Checked: this is exactly the form that was sent.').waitFor();
  // The name is typed already.
  await act('Sign as Demo Clinician');
  await page.getByText('Signed and sealed.').waitFor();
  profile.expectQuiet();
});

test.runIf(isFull)('at 320 pixels and at twice the size of the text nothing of the patient’s pages is lost', async () => {
  const caller = await callerAs(stage.server.origin);
  const person = { firstName: 'Bartholomew', lastName: 'Demo-Featherstonehaugh', dateOfBirth: '1938-09-30' };
  const made = await makeCase(stage.server.origin, caller, { person, until: 'ready' });
  const own = await openProfile(stage.browser);
  own.context.on('dialog', (dialog) => void dialog.accept());
  const tab = await own.context.newPage();
  await tab.goto(`${stage.server.origin}/consent?id=${made.recordID}`);
  await signIn(tab);
  await handOver(tab);
  await tab.getByRole('button', { name: 'Yes, this is me' }).click();
  await heading(tab, 'What is planned').waitFor();
  for (;;) {
    const h1 = (await tab.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await fits(tab, h1);
    if (h1 === 'Sign to say you agree') break;
    if (h1 === 'Do you have a question?') await tab.getByRole('radio', { name: 'No' }).check();
    const step = await tab.locator('.step').textContent();
    await tab.getByRole('button', { name: 'Continue', exact: true }).click();
    if (h1 === 'Other things we need to ask') {
      await fits(tab, 'choices left out');
      await tab.getByRole('button', { name: 'Leave it for now' }).click();
    }
    await tab.waitForFunction((before) => document.querySelector('.step')?.textContent !== before, step);
  }
  for (const way of ['Type my name', 'Make a mark', 'Say it']) {
    await tab.getByRole('radio', { name: way }).check();
    await fits(tab, way);
  }
  own.expectQuiet();
  await own.context.close();
});

test.runIf(isFull)('at twice the size of the text nothing of the staff screens is lost', async () => {
  for (const [place, title] of [
    ['/', 'Home'],
    ['/patient', 'Patients'],
    ['/patient?mode=new', 'New patient'],
    ['/procedure', 'Library'],
    ['/profile', 'Your profile'],
  ] as const) {
    await page.goto(`${stage.server.origin}${place}`);
    await heading(page, title).waitFor();
    await largeText(page);
    expect.soft(await sideways(page), place).toBe(0);
    expect.soft(await cutOff(page), place).toEqual([]);
  }
});

const toField = (name: string) => tabTo(page, name);
const act = (name: string) => tabAndEnter(page, name);

/** At 320 px, and on a tablet at twice the size of the text. */
async function fits(tab: Page, what: string): Promise<void> {
  await tab.setViewportSize(SCREENS.narrow);
  expect.soft(await sideways(tab), `${what}: pixels beside 320`).toBe(0);
  await tab.setViewportSize(SCREENS.tablet);
  await largeText(tab);
  expect.soft(await sideways(tab), `${what}: pixels beside the tablet`).toBe(0);
  expect.soft(await cutOff(tab), `${what}: cut off`).toEqual([]);
  await tab.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

function largeText(tab: Page): Promise<void> {
  return tab.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
}

/** Texts that are cut off by a box that hides its overflow. */
function cutOff(tab: Page): Promise<string[]> {
  return tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, label, h1, h2, h3, p, span, dd, dt, b')]
      .filter((each) => each.textContent?.trim() !== '' && each.getClientRects().length > 0)
      .filter((each) => {
        const { overflowX, overflowY, clipPath } = getComputedStyle(each);
        if (clipPath !== 'none' || each.clientWidth <= 1) return false;
        const isCutX = overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 1;
        const isCutY = overflowY === 'hidden' && each.scrollHeight > each.clientHeight + 1;
        return isCutX || isCutY;
      })
      .map((each) => `${each.tagName} ${each.className}: ${each.textContent?.slice(0, 40)}`),
  );
}
