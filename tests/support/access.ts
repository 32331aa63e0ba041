import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { SCREENS } from './browser.ts';
import { isFull } from './full.ts';
import { shot } from './shots.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The axe rules whose result can change with colours or the size of the screen. */
const COLOURS = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block'];

/** Whether each check runs all rules, whatever it takes. */
export const isWholeLook = isFull || process.env['SHOTS'] !== undefined;
const LOOKS = [
  { size: 'tablet', colorScheme: 'light', isWhole: true },
  // The same elements as on the tablet: rules that size and colours can change run each time, the rest with FULL=1.
  { size: 'phone', colorScheme: 'dark', isWhole: isWholeLook },
] as const;
// Each size and each scheme is checked above; the other pairs may differ from them in colours alone.
const MORE_LOOKS = [
  { size: 'tablet', colorScheme: 'dark', isWhole: false },
  { size: 'phone', colorScheme: 'light', isWhole: false },
] as const;
const looks = isWholeLook ? [...LOOKS, ...MORE_LOOKS] : LOOKS;

/**
 * Checks the page's present state, on a tablet in light and on a phone in dark mode, with FULL=1 also the other way round: axe
 * finds nothing, and nothing scrolls sideways. Findings are reported together at the end of the test.
 *
 * @param name - of the screen and its state, as in `patient-new-errors`
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const { size, colorScheme, isWhole } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(SCREENS[size]);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect.soft(await violations(page, isWhole), `${name}, ${size}, ${colorScheme}`).toEqual([]);
    expect.soft(await sideways(page), `${name}, ${size}: pixels beside the screen`).toBe(0);
    await shot(page, name);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(SCREENS.tablet);
}

/** The number of pixels by which the page is wider than the screen. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/**
 * The violations that axe finds, each with its rule and place. @param isWhole - all rules; else only those that depend on colours
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
  const reports: string[] = [];
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
