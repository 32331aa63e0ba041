import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { isWholeLook, sideways, violations } from '#tests/support/people/access.ts';
import { layoutFaults } from '#tests/support/browser/layout-faults.ts';
import { HANDWRITING, SCREENS } from '#tests/support/browser/browser.ts';
import { rowsOf } from '#tests/support/checks/full.ts';
import { heading, press } from '#tests/support/browser/journey.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { shot } from '#tests/support/browser/shots.ts';
import { aClinician, drawInPad, handOverTo, type Staff } from './handed-over.ts';

let staff: Staff;
const stage = openStage(async ({ server }) => {
  staff = await aClinician(server.origin);
});

const CHOICES = [
  { id: 'blood', title: 'May we give blood, if it is needed to save life or health?' },
  { id: 'students', title: 'May students watch, or help while supervised?' },
];

/** Checks for faults that no page may have: a sideways scroll, a button smaller than a fingertip. */
async function measure(page: Page, name: string): Promise<void> {
  await shot(page, `patient-${name}`);
  expect([name, await sideways(page)]).toEqual([name, 0]);
  const small = await page.locator('button, input:not([type=radio]), label:has([type=radio])').evaluateAll((all) =>
    all
      .map((each) => ({ size: each.getBoundingClientRect(), text: each.textContent }))
      .filter(({ size }) => size.height > 0 && (size.height < 44 || size.width < 44))
      .map(({ text }) => text),
  );
  expect([name, small]).toEqual([name, []]);
}

/** Checks also that axe finds nothing, and that in no size of text or screen anything is cut, broken or under another. */
async function measureAll(page: Page, name: string): Promise<void> {
  await measure(page, name);
  expect([name, await violations(page)]).toEqual([name, []]);
  const picture = (letters: number) => (letters === 150 ? shot(page, `patient-${name}-large`) : Promise.resolve());
  expect.soft(await layoutFaults(page, isWholeLook, picture), `${name}: its layout`).toEqual([]);
  await page.setViewportSize(SCREENS.portrait);
}

/** For pages that differ only in colours and size: the axe rules that depend on these; with FULL=1 all. */
async function measureColours(page: Page, name: string): Promise<void> {
  await measure(page, name);
  expect([name, await violations(page, isWholeLook)]).toEqual([name, []]);
}

/** From the first page to the last, with a check of each, and of each way to sign. @returns the number of checks */
async function walk(page: Page, lookAt: typeof measure): Promise<number> {
  let looks = 0;
  const look = (on: Page, name: string) => {
    looks += 1;
    return lookAt(on, name);
  };
  await look(page, 'identity');
  await press(page, 'Yes, this is me', 'What is planned');
  for (const [name, next] of [
    ['plan', 'What it is for'],
    ['benefits', 'What can go wrong'],
    ['risks', 'Your other options'],
    ['other', 'More about your consent'],
    ['form', 'What matters to you?'],
    ['matters', 'Other things we need to ask'],
  ] as const) {
    await look(page, name);
    await press(page, 'Continue', next);
  }
  await page.getByRole('radio', { name: 'I want to talk about it' }).first().check();
  await look(page, 'choices');
  await press(page, 'Stop here', 'Do you want to stop here?');
  await look(page, 'stop');
  await press(page, 'Back', 'Other things we need to ask');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('alert').getByText('May students watch').waitFor();
  expect(await page.getByRole('alert').getByText('May we give blood').count()).toBe(0);
  await look(page, 'choices-left');
  await page.getByRole('button', { name: 'Answer now' }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('choice-students');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await press(page, 'Leave it for now', 'Do you have a question?');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await look(page, 'question');
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue', 'Check before you sign');
  await look(page, 'check');
  await press(page, 'Change May students watch, or help while supervised?', 'Other things we need to ask');
  await press(page, 'Back', 'Check before you sign');
  await press(page, 'Continue', 'Sign to say you agree');
  for (const way of ['Type my name', 'Make a mark', 'Say it', 'Draw']) {
    await page.getByRole('group', { name: 'How do you want to sign?' }).getByRole('radio', { name: way }).check();
    await page.getByRole('button', { name: 'I agree and sign' }).click();
    await page.getByRole('alert').waitFor();
    await look(page, `sign-${way.split(' ')[0]?.toLowerCase()}`);
  }
  await drawInPad(page, HANDWRITING);
  await press(page, 'I need more time', 'Do you need more time?');
  await look(page, 'later');
  await press(page, 'Back', 'Sign to say you agree');
  await press(page, 'I do not agree', 'Do you want to say no?');
  await look(page, 'decline');
  await press(page, 'Back', 'Sign to say you agree');
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  await look(page, 'signed');
  await press(page, 'Staff: take the tablet back', 'Take the tablet back');
  await look(page, 'take-back');
  await press(page, 'Sign in as somebody else instead', 'Staff: sign in to take the tablet back');
  await look(page, 'sign-in');
  return looks;
}

/** Shows a letter of each script: its font comes, and the content security policy lets them. */
async function expectLetters(page: Page): Promise<void> {
  const load = (letter: string) =>
    document.fonts.load('16px Names', letter).then((fonts) => fonts.map(({ family }) => family.replaceAll('"', '')));
  for (const letter of 'कকعאਕકகకಕകකกກကაአԱ김王😀') expect(await page.evaluate(load, letter), letter).toEqual(['Names']);
  expect(await page.evaluate(load, 'A')).toEqual([]);
}

const DISPLAYS = [
  { screen: 'portrait', colorScheme: 'light', size: 1, lookAt: measureAll },
  { screen: 'narrow', colorScheme: 'light', size: 3, lookAt: measure },
  { screen: 'phone', colorScheme: 'dark', size: 3, lookAt: measureColours },
  { screen: 'tablet', colorScheme: 'dark', size: 1, lookAt: measure },
] as const;
test.each(rowsOf(DISPLAYS, 2))(
  'every page is free of barriers on a $screen screen, $colorScheme, at text size $size of 3',
  async ({ screen, colorScheme, size, lookAt }) => {
    const handed = await staff.form({
      additionalChoices: CHOICES,
      refusals: ['Photographs'],
      interpreter: { name: 'Demo Interpreter', language: 'Polish' },
      interpreterNeeded: true,
    });
    const { page, context, expectQuiet } = await handOverTo(stage.browser, {
      origin: stage.server.origin,
      handed,
      screen: { viewport: SCREENS[screen], colorScheme },
    });
    const name = ['Normal text', 'Large text', 'Very large text'][size - 1] ?? '';
    await page.getByRole('button', { name, exact: true }).click();
    expect(await walk(page, lookAt)).toBe(21);
    // The fonts of other scripts come with their letters alone.
    expect(await page.evaluate(() => [...new Set([...document.fonts].map(({ status }) => status))])).toEqual(['unloaded']);
    if (screen === 'narrow') await expectLetters(page);
    expectQuiet();
    await context.close();
  },
);

test('the heading stands in the page before any script has run', async () => {
  const context = await stage.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${stage.server.origin}/consent/handover`);
  expect(await heading(page, 'Your consent form').count()).toBe(1);
  await context.close();
});
