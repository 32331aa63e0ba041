import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SCREENS } from '#tests/support/browser/browser.ts';
import { startGallery, type GalleryBrowser } from './gallery-browser.ts';

// A real browser on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let gallery: GalleryBrowser;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(async () => {
  await gallery.close();
});

const tablet = { view: 'all', screen: SCREENS.tablet } as const;

test('a tap anywhere in a row opens it, and the row is one stop for the keyboard', async () => {
  const page = await gallery.open({ view: 'ward', screen: SCREENS.tablet });
  const row = page.getByRole('row').nth(2);
  const box = await row.boundingBox();
  if (box === null) throw new Error('The second row is not shown');
  await page.mouse.click(box.x + box.width - 8, box.y + box.height / 2);
  expect(await page.title()).toBe('Went to /patient/detail?id=P-000398');
  expect(await row.locator('a, button').count()).toBe(1);
});

test('a question before an act is closed by Cancel and Escape, never by the backdrop, and gives the focus back', async () => {
  const page = await gallery.open(tablet);
  const opener = page.getByRole('button', { name: 'Discard' });
  await opener.click();
  await page.getByRole('dialog', { name: 'Discard this draft?' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await page.mouse.click(10, 10);
  expect(await page.getByRole('dialog').isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Discard');
});

test('an error summary takes the focus, marks the title, and leads to the field', async () => {
  const page = await gallery.open(tablet);
  await page.getByRole('button', { name: 'Show the problems' }).click();
  const summary = page.getByRole('alert', { name: 'There is a problem' });
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.title()).toBe('Error: House widgets');
  await summary.getByRole('link', { name: 'Enter the last name' }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('last-name');
  await page.getByRole('button', { name: 'Hide the problems' }).click();
  expect(await page.title()).toBe('House widgets');
});

test('an NHS number is shown 3 3 4 while one types, pastes and corrects in the middle', async () => {
  const page = await gallery.open(tablet);
  const field = page.getByLabel('NHS number (optional)');
  await field.fill('');
  await field.pressSequentially('9990000018');
  expect(await field.inputValue()).toBe('999 000 0018');
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 4));
  await page.keyboard.press('Backspace');
  expect(await field.inputValue()).toBe('990 000 018');
  await page.keyboard.press('7');
  expect(await field.inputValue()).toBe('997 000 0018');
  await field.fill('999-000-0026');
  expect(await field.inputValue()).toBe('999 000 0026');
});

test('a birth date can be typed with slashes or pasted whole', async () => {
  const page = await gallery.open(tablet);
  const group = page.getByRole('group', { name: 'Date of birth' });
  await group.getByLabel('Day').click();
  await group.getByLabel('Day').fill('');
  await page.keyboard.type('2/1/2012');
  expect(await boxes()).toEqual(['2', '1', '2012']);
  await group.getByLabel('Month').evaluate((input) => {
    const data = new DataTransfer();
    data.setData('text', '21.07.1988');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect.poll(boxes).toEqual(['21', '07', '1988']);

  async function boxes(): Promise<readonly string[]> {
    return group.locator('input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  }
});

test('no side is chosen for anybody, and one is chosen by a tap on its card', async () => {
  const page = await gallery.open(tablet);
  const sides = page.getByRole('group', { name: 'Side' }).first();
  expect(await sides.locator(':checked').count()).toBe(0);
  await sides.getByText('RIGHT').click();
  expect(await sides.getByRole('radio', { name: 'RIGHT' }).isChecked()).toBe(true);
});

test('arrow keys walk along the steps, past those that are not open yet', async () => {
  const page = await gallery.open({ view: 'builder', screen: SCREENS.tablet });
  await page.getByRole('button', { name: 'Procedure' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  expect(await page.locator('[aria-current=step]').textContent()).toBe('What matters');
  expect(await page.getByRole('button', { name: 'Review' }).isDisabled()).toBe(true);
});

test('a password is hidden until its button is pressed', async () => {
  const page = await gallery.open(tablet);
  const field = page.getByLabel('Password', { exact: true });
  expect(await field.getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await field.getAttribute('type')).toBe('text');
});

test('the identity bar stays in sight while one scrolls', async () => {
  const page = await gallery.open({ view: 'builder', screen: SCREENS.phone });
  await page.mouse.move(200, 500);
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  const bar = page.getByRole('region', { name: 'This patient' });
  expect((await bar.boundingBox())?.y).toBe(0);
  // Two of one name and birth date are told apart by it.
  await expect.poll(() => bar.getAttribute('data-compact')).not.toBeNull();
  expect(await bar.getByText(/^(No )?NHS /).isVisible()).toBe(true);
});

test('places stand at the side in landscape, below in portrait and on phones, and on top by setting', async () => {
  const where = async (layout: 'vertical' | 'horizontal') => {
    const page = await gallery.open({ view: 'ward', screen: SCREENS.tablet, display: { layout } });
    const places: string[] = [];
    for (const screen of [SCREENS.tablet, SCREENS.portrait, SCREENS.phone]) {
      await page.setViewportSize(screen);
      const box = await page.getByRole('navigation', { name: 'Assent' }).boundingBox();
      if (box === null) throw new Error('The places are not shown');
      places.push(box.height === screen.height ? 'side' : box.y === 0 ? 'top' : 'below');
    }
    return places;
  };
  expect(await where('vertical')).toEqual(['side', 'below', 'below']);
  expect(await where('horizontal')).toEqual(['top', 'top', 'below']);
});

test('display settings are kept over a reload, before the first paint', async () => {
  const page = await gallery.open({ ...tablet, display: { scheme: 'light' } });
  await page.getByText('Dark', { exact: true }).click();
  await page.getByText('Large', { exact: true }).click();
  const shown = () =>
    page.evaluate(() => {
      const root = document.documentElement;
      return [root.dataset['mantineColorScheme'], root.dataset['type'], getComputedStyle(root).fontSize];
    });
  expect(await shown()).toEqual(['dark', 'large', '18.88px']);
  // Without the app's own script: what is shown is the work of display.js alone.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  expect(await shown()).toEqual(['dark', 'large', '18.88px']);
});

test('the skip link leads past the places to the content', async () => {
  const page = await gallery.open({ view: 'ward', screen: SCREENS.tablet });
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
});
