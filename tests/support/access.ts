import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { SCREENS } from './browser.ts';
import { shot } from './shots.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What can differ where only colours or the size of the screen do. */
const COLOURS = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block'];

/** Whether each look is a whole one, whatever it takes. */
export const isFull = process.env['FULL'] === '1' || process.env['SHOTS'] !== undefined;
const LOOKS = [
  { size: 'tablet', colorScheme: 'light', isWhole: true },
  // The same elements as on the tablet: what the other size and the other colours can change is looked at each time, the rest with FULL=1.
  { size: 'phone', colorScheme: 'dark', isWhole: isFull },
] as const;
// Each size and each scheme is looked at above; the other pairs may differ from them in colours alone.
const MORE_LOOKS = [
  { size: 'tablet', colorScheme: 'dark', isWhole: false },
  { size: 'phone', colorScheme: 'light', isWhole: false },
] as const;
const looks = isFull ? [...LOOKS, ...MORE_LOOKS] : LOOKS;

/**
 * Looks at the state that is on the page, on a tablet by day and on a phone by night, with FULL=1 also the other way round:
 * axe finds nothing, and nothing has to be scrolled sideways. Findings are told together at the end of the test.
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

/** How many pixels of the page lie beside the screen. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** What axe finds, each with its rule and place. @param isWhole - else only what colours and the size of the screen can change */
export async function violations(page: Page, isWhole = true): Promise<readonly string[]> {
  // Without frames there is nothing to gain from the other mode, which opens a tab for each look; and of what is in order
  // nothing is told, so its places need not be worked out.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations: found } = await (isWhole ? axe.withTags(TAGS) : axe.withRules(COLOURS)).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
