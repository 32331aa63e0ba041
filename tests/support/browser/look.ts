import type { Page } from 'playwright';
import { expectAccessible } from '#tests/support/people/access.ts';
import { shot } from './shots.ts';

/** The sizes of the house: a tablet on its side and upright, and a phone. */
export const SIZES = [
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;

/** A look at the page by all rules of accessibility, and screenshots in each size of the house. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await shot(page, name);
  }
  await page.setViewportSize(SIZES[0]);
}
