import type { Page } from 'playwright';
import { expectAccessible } from '#tests/support/people/access.ts';
import { SCREENS } from './browser.ts';
import { shot } from './shots.ts';

/** The sizes of the house: a tablet on its side and upright, and a phone. */
export const SIZES = [SCREENS.tablet, SCREENS.portrait, SCREENS.phone] as const;

/** A look at the page by all rules of accessibility, and screenshots in each size of the house. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await shot(page, name);
  }
  await page.setViewportSize(SIZES[0]);
}
