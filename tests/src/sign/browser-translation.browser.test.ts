import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { HANDWRITING } from '#tests/support/browser/browser.ts';
import { heading, press, readToSignature, readUntil } from '#tests/support/browser/journey.ts';
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

const FIRST = 'Is this you?';
const QUESTION = 'Do you have a question?';
const LAST = 'Check before you sign';
/** The signer’s pages before the signature, in their order. */
const PAGES = [
  FIRST,
  'What is planned',
  'What it is for',
  'What can go wrong',
  'Your other options',
  'More about your consent',
  'What matters to you?',
  'Other things we need to ask',
  QUESTION,
  LAST,
];

test('on every page a translation stops the signer, and once it is off the same page goes on', async () => {
  const { page, context } = await handOverTo(stage.browser, { origin: stage.server.origin, handed: await staff.form() });
  const ways = Object.entries(TRANSLATORS);
  let stops = 0;
  for (const h1 of PAGES)
    for (const [way, translate] of ways) {
      await readOnTo(page, h1);
      expect(await heading(page, STOP).count(), `${h1}, ${way}`).toBe(0);
      await translate(page);
      await heading(page, STOP).waitFor();
      expect(await heading(page, h1).isVisible(), `${h1}, ${way}`).toBe(false);
      if (stops === 0) await expectAccessible(page, 'sign-translated');
      stops += 1;
      await page.getByRole('button', { name: 'I have turned it off' }).click();
    }
  expect(stops).toBe(PAGES.length * ways.length);
  await context.close();
}, 240_000);

/** From the first page to the one with this heading: a page that is loaded anew asks again who holds the tablet. */
async function readOnTo(page: Page, h1: string): Promise<void> {
  await heading(page, FIRST).waitFor();
  if (h1 === FIRST) return;
  await press(page, 'Yes, this is me', 'What is planned');
  await readUntil(page, h1 === LAST ? QUESTION : h1);
  if (h1 !== LAST) return;
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue', LAST);
}

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
