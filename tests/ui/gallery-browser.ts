import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from 'playwright';
import { build, preview, type PreviewServer } from 'vite';
import { displayKey, type DisplaySettings } from '#src/ui/theme/display-settings.ts';
import { closeProfiles, sharedBrowser } from '#tests/support/browser/browser.ts';

export type GalleryView = 'all' | 'ward' | 'builder';
export type OpenOptions = {
  readonly view: GalleryView;
  readonly screen: { readonly width: number; readonly height: number };
  readonly display?: Partial<DisplaySettings>;
};

/** The gallery of widgets, built and served, in a real browser. */
export type GalleryBrowser = {
  /** A fresh profile each time. Everything that the page logs as an error or warning is added to `complaints`. */
  open(options: OpenOptions): Promise<Page>;
  readonly complaints: readonly string[];
  close(): Promise<void>;
};

export async function startGallery(): Promise<GalleryBrowser> {
  const server = await serve();
  const browser = await sharedBrowser();
  const complaints: string[] = [];
  const origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '');
  if (origin === undefined) throw new Error('The gallery server has no address');
  return {
    complaints,
    async open({ view, screen, display = {} }) {
      const kept = { origin, localStorage: [{ name: displayKey, value: JSON.stringify(display) }] };
      const context = await browser.newContext({
        viewport: screen,
        reducedMotion: 'reduce',
        hasTouch: screen.width < 800,
        storageState: { cookies: [], origins: [kept] },
      });
      const page = await context.newPage();
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${origin}/gallery.html?view=${view}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    },
    async close() {
      await closeProfiles();
      await server.close();
    },
  };
}

/** Built, not served from source: a page of a hundred modules takes seconds each time it opens. */
async function serve(): Promise<PreviewServer> {
  const root = import.meta.dirname;
  const project = resolve(root, '../..');
  const outDir = mkdtempSync(join(tmpdir(), 'assent-gallery-'));
  const shared = { configFile: false, root, publicDir: resolve(project, 'public'), logLevel: 'error' } as const;
  const input = resolve(root, 'gallery.html');
  await build({ ...shared, plugins: [react()], build: { outDir, emptyOutDir: true, rolldownOptions: { input } } });
  return preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
}
