import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isWholeLook, sideways, violations } from '#tests/support/people/access.ts';
import { paleBorders } from '#tests/support/browser/border-contrast.ts';
import { SCREENS } from '#tests/support/browser/browser.ts';
import { isFull, rowsOf } from '#tests/support/checks/full.ts';
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

// By day everything is looked at; with FULL=1 at night and with larger letters too, and on the tablet the other way up.
const displays = [
  { name: 'light', display: { scheme: 'light' }, wholeOn: ['tablet', 'phone'] },
  { name: 'dark', display: { scheme: 'dark' }, wholeOn: [] },
  { name: 'larger letters', display: { scheme: 'light', type: 'larger' }, wholeOn: [] },
] as const;

test.each(rowsOf(displays))(
  'axe finds nothing in $name on a tablet and on a phone, and nothing has to be scrolled sideways',
  async ({ display, wholeOn }) => {
    const page = await gallery.open({ view: 'all', screen: SCREENS.phone, display });
    for (const size of isWholeLook ? (['tablet', 'portrait', 'phone'] as const) : (['tablet', 'phone'] as const)) {
      await page.setViewportSize(SCREENS[size]);
      expect(await violations(page, isWholeLook || wholeOn.some((each) => each === size))).toEqual([]);
      expect(await sideways(page)).toBe(0);
    }
    await page.context().close();
  },
);

test.each(rowsOf(['builder', 'ward'] as const))('axe finds nothing in a whole screen like the %s', async (view) => {
  const display = { scheme: 'dark', layout: 'horizontal', type: 'large' } as const;
  const page = await gallery.open({ view, screen: SCREENS.phone, display });
  for (const screen of [SCREENS.phone, SCREENS.tablet]) {
    await page.setViewportSize(screen);
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
  }
  await page.context().close();
});

test('a field, a box or a button whose border is too pale is found', async () => {
  const page = await gallery.open({ view: 'all', screen: SCREENS.tablet });
  expect(await paleBorders(page)).toEqual([]);
  await page.addStyleTag({ content: ':root { --line-3: #ced4da !important }' });
  const found = (await paleBorders(page)).join('\n');
  for (const kind of ['input', 'select', 'textarea', 'button'])
    expect(found).toMatch(new RegExp(`^border 1\\.\\d\\d:1 of ${kind} `, 'm'));
  await page.context().close();
});

test.runIf(isFull)('axe finds nothing while an error summary or, at night, a question is open', async () => {
  const page = await gallery.open({ view: 'all', screen: SCREENS.tablet });
  await page.getByRole('button', { name: 'Show the problems' }).click();
  expect(await violations(page)).toEqual([]);
  await page.context().close();
  const atNight = await gallery.open({ view: 'all', screen: SCREENS.phone, display: { scheme: 'dark' } });
  await atNight.getByRole('button', { name: 'Discard' }).click();
  await atNight.getByRole('dialog').waitFor();
  expect(await violations(atNight)).toEqual([]);
  await atNight.context().close();
});

test.runIf(isFull)('at 320 pixels, and with larger letters on a phone, everything reflows', async () => {
  for (const type of ['normal', 'larger'] as const) {
    const page = await gallery.open({ view: 'all', screen: SCREENS.narrow, display: { type } });
    expect(await sideways(page)).toBe(0);
    await page.context().close();
  }
});

test('every control can be reached with Tab alone, is seen to have the focus, and is not hidden under a bar', async () => {
  const page = await gallery.open({ view: 'all', screen: SCREENS.tablet });
  const total = await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')];
    // A radio group is one stop.
    const radios = new Set<string>();
    return all.filter((element) => {
      if (element.matches(':disabled, [aria-hidden=true]') || !element.checkVisibility()) return false;
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      return !radios.has(element.name) && radios.add(element.name);
    }).length;
  });
  const reached: string[] = [];
  for (let stop = 0; stop < total; stop += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      element.dataset['reached'] = 'yes';
      const around = [element, element.closest('label'), element.closest('[role=row]')];
      const isRinged = around.some(
        (one) => one !== null && ['', '::after'].some((part) => getComputedStyle(one, part).outlineStyle === 'solid'),
      );
      const box = element.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const isInSight = top !== null && around.some((one) => one !== null && (one.contains(top) || top.contains(one)));
      return { name: element.innerText || element.id || element.ariaLabel || element.tagName, isRinged, isInSight };
    });
    expect(seen, `stop ${stop}`).not.toBeNull();
    if (seen !== null && !(seen.isRinged && seen.isInSight)) reached.push(`${seen.name}: ${JSON.stringify(seen)}`);
  }
  expect(reached).toEqual([]);
  expect(await page.locator('[data-reached]').count()).toBe(total);
});

test('under a finger no control is lower than 44 pixels, links inside sentences apart', async () => {
  const page = await gallery.open({ view: 'all', screen: SCREENS.phone });
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('main button, main select, main [type=text], main [type=search], main label:has([type=radio])')]
      .map((element) => ({ name: element.textContent || element.id, height: element.getBoundingClientRect().height }))
      .filter(({ height }) => height > 0 && height < 44),
  );
  expect(small).toEqual([]);
});

test('the page never wrote an error or a warning to the console', () => {
  expect(gallery.complaints).toEqual([]);
});
