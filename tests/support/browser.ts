import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
  type Locator,
} from 'playwright';
import { expect } from 'vitest';
import { tools } from './tools.ts';

/** How long a journey waits for a state before it fails, ms: machines that test are often busy. */
export const PATIENCE = 30_000;

export const SCREENS = {
  tablet: { width: 1024, height: 768 },
  portrait: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
} as const;

/** A browser profile of its own, and what went wrong in it. */
export type Profile = {
  readonly context: BrowserContext;
  /** Fails when a page wrote an error on its console or threw one, other than those named as provoked. */
  expectQuiet(): void;
};

type ProfileOptions = BrowserContextOptions & {
  /** What this test provokes, e.g. the browser's line about a refused call. */
  readonly provoked?: readonly RegExp[];
};

/** The browser of all tests, which asks nothing of the world. */
export const CHROMIUM = {
  ...(tools.chromium !== undefined && { executablePath: tools.chromium }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
} satisfies LaunchOptions;

/** What a browser is to a page on it: a hospital's tablet. */
export const AS_TABLET = {
  viewport: SCREENS.tablet,
  hasTouch: true,
  locale: 'en-GB',
  timezoneId: 'Europe/London',
  reducedMotion: 'reduce',
  acceptDownloads: true,
} satisfies BrowserContextOptions;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(CHROMIUM);
}

/** A new profile of a tablet; everything its pages complain about is kept. */
export async function openProfile(browser: Browser, { provoked = [], ...options }: ProfileOptions = {}): Promise<Profile> {
  const context = await browser.newContext({ ...AS_TABLET, ...options });
  context.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (webError) => complaints.push(webError.error().stack ?? webError.error().message));
  return {
    context,
    expectQuiet: () => {
      const stray = complaints.filter((line) => !provoked.some((pattern) => pattern.test(line)));
      expect(stray, 'a page complained').toEqual([]);
    },
  };
}

/** Something like a name in handwriting: two lines. */
export const HANDWRITING = [
  [
    [0.12, 0.6],
    [0.18, 0.25],
    [0.24, 0.7],
    [0.3, 0.35],
    [0.36, 0.65],
    [0.44, 0.4],
  ],
  [
    [0.5, 0.6],
    [0.56, 0.3],
    [0.62, 0.65],
    [0.7, 0.45],
    [0.8, 0.55],
  ],
] as const;

/** Draws lines over an element as a finger or mouse does; points are in shares of its width and height. */
export async function draw(
  target: Locator,
  lines: readonly (readonly (readonly [number, number])[])[] = HANDWRITING,
): Promise<void> {
  const page = target.page();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('What is to be drawn on is not on the page');
  const place = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  for (const [first, ...rest] of lines) {
    if (first === undefined) continue;
    await page.mouse.move(...place(first));
    await page.mouse.down();
    for (const point of rest) await page.mouse.move(...place(point), { steps: 4 });
    await page.mouse.up();
  }
}
