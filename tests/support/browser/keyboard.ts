import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Tabs to the element whose name begins so, and fails when it is not reached. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = await reach(page, name);
  expect(wanted, `“${name}” is not reached with Tab`).toBe(true);
}

/** Tabs to a button or link and presses Enter. */
export async function tabAndEnter(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

async function reach(page: Page, name: string): Promise<boolean> {
  // Waits first: the screen may still be busy when the first key is pressed.
  await page.getByText(name).or(page.getByLabel(name)).first().waitFor({ state: 'attached' });
  for (let presses = 0; presses < 150; presses += 1) {
    if ((await focused(page)).startsWith(name)) return true;
    await page.keyboard.press('Tab');
  }
  return false;
}

/** The name of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return '';
    const labels =
      at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement ? at.labels : null;
    const name = at.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? at.textContent ?? '';
    return name.trim();
  });
}
