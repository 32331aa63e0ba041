import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { paleBorders } from '#tests/support/browser/border-contrast.ts';
import { layoutFaults } from '#tests/support/browser/layout-faults.ts';
import { SCREENS } from '#tests/support/browser/browser.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { shot } from '#tests/support/browser/shots.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The axe rules whose result can change with colours or the size of the screen. */
const COLOURS = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block'];

/** Whether each check runs all rules, whatever it takes. */
export const isWholeLook = isFull || process.env['SHOTS'] !== undefined;

type Look = {
  readonly size: 'tablet' | 'phone';
  readonly colorScheme: 'light' | 'dark';
  readonly rules: 'all' | 'colours' | 'none';
};

// On each push a phone is looked at for its width alone: the pieces of the screens are checked there in both schemes by the gallery.
const PUSH_LOOKS: readonly Look[] = [
  { size: 'tablet', colorScheme: 'light', rules: 'all' },
  { size: 'phone', colorScheme: 'dark', rules: 'none' },
];
// The last two pairs of size and scheme may differ from the first two in colours alone.
const WHOLE_LOOKS: readonly Look[] = [
  { size: 'tablet', colorScheme: 'light', rules: 'all' },
  { size: 'phone', colorScheme: 'dark', rules: 'all' },
  { size: 'tablet', colorScheme: 'dark', rules: 'colours' },
  { size: 'phone', colorScheme: 'light', rules: 'colours' },
];

/**
 * Checks the page's present state, on a tablet in light and on a phone in dark mode, with FULL=1 also the other way round: axe
 * finds nothing (on a phone with FULL=1), borders of controls are seen, nothing scrolls sideways, no text is wider than its box and
 * nothing lies over anything. Findings are reported together at the end of the test.
 *
 * @param name - of the screen and its state, as in `patient-new-errors`
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const { size, colorScheme, rules } of isWholeLook ? WHOLE_LOOKS : PUSH_LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(SCREENS[size]);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const found = rules === 'none' ? await paleBorders(page) : await violations(page, rules === 'all');
    expect.soft(found, `${name}, ${size}, ${colorScheme}`).toEqual([]);
    expect.soft(await sideways(page), `${name}, ${size}: pixels beside the screen`).toBe(0);
    await shot(page, name);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  // With pictures: upright in the usual letters, and each screen in the largest ones.
  const picture = async (letters: number) => {
    if (letters === 150) await shot(page, `${name}-large`);
    else if (letters === 100) await shot(page, `${name}-usual`);
  };
  expect.soft(await layoutFaults(page, isWholeLook, picture), `${name}: its layout`).toEqual([]);
  await page.setViewportSize(SCREENS.tablet);
}

/** The number of pixels by which the page is wider than the screen. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/**
 * The violations that axe finds, each with its rule and place, and borders that are too pale. @param isWhole - all rules; else only those that depend on colours
 * and size
 */
export async function violations(page: Page, isWhole = true): Promise<readonly string[]> {
  // Without frames the other mode, which opens a tab for each check, has no benefit; passed rules are not reported, so their
  // places need not be computed. The source is injected once for a loaded page: that takes as long as a check.
  const isInjected = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, ...(isInjected && { axeSource: 'void 0;' }) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const { violations: found } = await (isWhole ? axe.withTags(TAGS) : axe.withRules(COLOURS)).analyze();
  const reports: string[] = [...(await paleBorders(page))];
  for (const { id, nodes } of found)
    for (const { target, failureSummary } of nodes)
      if (id !== 'target-size' || !(await isBigOnceScrolledTo(page, target.join(' '))))
        reports.push(`${id}: ${target.join(' ')} ${failureSummary ?? ''}`);
  return reports;
}

/**
 * Whether a target is big enough in the middle of the screen: wherever a page happens to be scrolled to, some target lies half under a
 * bar that stays at the edge.
 */
async function isBigOnceScrolledTo(page: Page, selector: string): Promise<boolean> {
  await page.evaluate((css) => document.querySelector(css)?.scrollIntoView({ block: 'center' }), selector);
  const again = new AxeBuilder({ page, axeSource: 'void 0;' }).setLegacyMode(true).withRules(['target-size']).include(selector);
  return (await again.analyze()).violations.length === 0;
}
