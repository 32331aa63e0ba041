import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { HANDWRITING } from '#tests/support/browser/browser.ts';
import { heading, press, readToSignature } from '#tests/support/browser/journey.ts';
import { openStage } from '#tests/support/browser/stage.ts';
import { expectAccessible } from '#tests/support/people/access.ts';
import { aClinician, drawInPad, handOverTo, type Staff } from './handed-over.ts';

let staff: Staff;
const stage = openStage(async ({ server }) => {
  staff = await aClinician(server.origin);
});

const STOP = 'Your browser has changed these words';

/** The ways in which translators change a page. */
const TRANSLATORS = {
  'words put into other elements': (page: Page) =>
    page.evaluate(() => {
      for (const text of textsOf(document.body)) {
        const font = document.createElement('font');
        text.replaceWith(font);
        font.append(text);
      }
      function textsOf(root: Node): Text[] {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        const found: Text[] = [];
        while (walker.nextNode() !== null) found.push(walker.currentNode as Text);
        return found;
      }
    }),
  'other words in the same elements': (page: Page) =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() !== null) walker.currentNode.nodeValue = `x${walker.currentNode.nodeValue ?? ''}`;
    }),
  'a class on the page, put on and taken off': (page: Page) =>
    page.evaluate(async () => {
      document.documentElement.classList.add('translated-ltr');
      await new Promise((resolve) => setTimeout(resolve, 0));
      document.documentElement.classList.remove('translated-ltr');
    }),
} as const;

/** The signer's pages in their order, each with the button that leads on. */
const PAGES = [
  ['Is this you?', 'Yes, this is me'],
  ['What is planned', 'Continue'],
  ['What it is for', 'Continue'],
  ['What can go wrong', 'Continue'],
  ['Your other options', 'Continue'],
  ['More about your consent', 'Continue'],
  ['What matters to you?', 'Continue'],
  ['Do you have a question?', 'Continue'],
  ['Check before you sign', 'Continue'],
] as const;

test('on every page a translation stops the signer, and once it is off the same page goes on', async () => {
  const { page, context } = await handOverTo(stage.browser, { origin: stage.server.origin, handed: await staff.form() });
  const ways = Object.entries(TRANSLATORS);
  let stops = 0;
  for (const [h1, onward] of PAGES) {
    await heading(page, h1).waitFor();
    for (const [way, translate] of ways) {
      await translate(page);
      await heading(page, STOP).waitFor();
      expect(await heading(page, h1).isVisible(), `${h1}, ${way}`).toBe(false);
      if (stops === 0) await expectAccessible(page, 'sign-translated');
      stops += 1;
      await page.getByRole('button', { name: 'I have turned it off' }).click();
      await heading(page, h1).waitFor();
      expect(await heading(page, STOP).count(), `${h1}, ${way}`).toBe(0);
    }
    if (h1 === 'Do you have a question?') await page.getByRole('radio', { name: 'No' }).check();
    await page.getByRole('button', { name: onward, exact: true }).click();
  }
  expect(stops).toBe(PAGES.length * ways.length);
  await heading(page, 'Sign to say you agree').waitFor();
  await context.close();
}, 240_000);

test('whoever goes on with it is asked once, and what they sign says so', async () => {
  const handed = await staff.form();
  const { page, context } = await handOverTo(stage.browser, { origin: stage.server.origin, handed });
  await readToSignature(page);
  await page.evaluate(() => document.documentElement.classList.add('translated-ltr'));
  await heading(page, STOP).waitFor();
  await page.getByRole('button', { name: 'Go on with it' }).click();
  await page.evaluate(() => document.documentElement.classList.replace('translated-ltr', 'translated-rtl'));
  await drawInPad(page, HANDWRITING);
  await press(page, 'I agree and sign', 'Thank you. You have signed.');
  const { events } = (await staff.ask('recordTimeline', { id: handed.recordID })).data;
  expect(events.find(({ type }) => type === 'SIGNED')?.detail).toMatchObject({ machineTranslated: 'Yes' });
  await context.close();
});
