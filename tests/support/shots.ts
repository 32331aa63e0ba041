import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';

const folder = process.env['SHOTS'] === '1' ? '/tmp/shots' : process.env['SHOTS'];

/** With SHOTS=1 keeps a picture of the page as `/tmp/shots/<screen>-<size>-<scheme>.png`; any other value names the folder. */
export async function shot(page: Page, screen: string): Promise<void> {
  if (folder === undefined || folder === '') return;
  const size = page.viewportSize();
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  fs.mkdirSync(folder, { recursive: true });
  const name = `${screen}-${size?.width}x${size?.height}-${isDark ? 'dark' : 'light'}.png`;
  await page.screenshot({ path: path.join(folder, name), fullPage: true, animations: 'disabled' });
}
