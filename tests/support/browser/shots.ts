import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import type { TestContext } from 'vitest';
import { drawPages } from '#tests/support/files/sealed-pdf.ts';

const folder = process.env['SHOTS'] === '1' ? '/tmp/shots' : process.env['SHOTS'];

/** With SHOTS=1 saves a screenshot of the page as `/tmp/shots/<screen>-<size>-<scheme>.png`; any other value names the folder. */
export async function shot(page: Page, screen: string): Promise<void> {
  if (folder === undefined || folder === '') return;
  const size = page.viewportSize();
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  fs.mkdirSync(folder, { recursive: true });
  const name = `${screen}-${size?.width}x${size?.height}-${isDark ? 'dark' : 'light'}.png`;
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: path.join(folder, name), fullPage: true, animations: 'disabled' });
}

/** Saves a screenshot of the point where a test failed, when screenshots are enabled. */
export async function shotOfFailure(page: Page | undefined, { task }: TestContext): Promise<void> {
  if (folder === undefined || page === undefined || task.result?.state !== 'fail') return;
  fs.mkdirSync(folder, { recursive: true });
  const name = task.name.replaceAll(/\W+/g, '-').slice(0, 60);
  await page.screenshot({ path: path.join(folder, `failed-${name}.png`) });
}

/** Saves an image of each page of a document as `pdf-<name>-1.png` and so on, when screenshots are enabled. */
export function shotOfPdf(file: string, name: string): void {
  if (folder === undefined || folder === '') return;
  fs.mkdirSync(folder, { recursive: true });
  drawPages(file, folder, `pdf-${name}`);
}
