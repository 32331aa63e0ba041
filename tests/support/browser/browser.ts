import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
  type Locator,
} from 'playwright';
import { expect } from 'vitest';
import { tools } from '#tests/support/checks/tools.ts';

/** The time a journey waits for a state before it fails, ms: test machines are often busy. */
export const PATIENCE = 30_000;

export const SCREENS = {
  tablet: { width: 1024, height: 768 },
  portrait: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
} as const;

/** A browser profile of its own, with the errors of its pages. */
export type Profile = {
  readonly context: BrowserContext;
  /** Fails when a page logged an error on its console or threw one, other than the provoked ones. */
  expectQuiet(): void;
};

type ProfileOptions = BrowserContextOptions & {
  /** Errors that this test provokes, e.g. the browser's line about a refused call. */
  readonly provoked?: readonly RegExp[];
};

/**
 * The address bar's own page, which is invisible and takes a fifth of a start; and, of the features that Playwright disables and
 * this list replaces, all that use the network or change how a page paints.
 */
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

/** The browser that people use, which makes no requests of its own. */
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
    `--disable-features=${LEFT_OUT.join()}`,
  ],
} satisfies LaunchOptions;

/** The emulated device: a hospital's tablet. */
export const AS_TABLET = {
  viewport: SCREENS.tablet,
  hasTouch: true,
  locale: 'en-GB',
  timezoneId: 'Europe/London',
  reducedMotion: 'reduce',
  acceptDownloads: true,
} satisfies BrowserContextOptions;

let running: Promise<Browser> | undefined;

/** As {@link CHROMIUM}, of the same engine without windows, bars and history where it is installed: a fifth of the time less. */
export const HEADLESS = {
  ...CHROMIUM,
  ...(tools.headlessShell !== undefined && { executablePath: tools.headlessShell }),
} satisfies LaunchOptions;

/** The browser of this process: launched at first use, shared by the files that run one after another, and ended with the process. */
export function sharedBrowser(): Promise<Browser> {
  running ??= chromium.launch(HEADLESS);
  return running;
}

/** Closes every profile that a file has opened, so that none of its pages runs during the next file. */
export async function closeProfiles(): Promise<void> {
  for (const context of (await running)?.contexts() ?? []) await context.close();
}

/** The browser's own line about a stream of changes that the network or a stopped server cut: the page opens another. */
const CUT_STREAM = /net::ERR_\w+.*\/api\/live\)$/;

/** A new profile of a tablet; all errors of its pages are recorded. */
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
      const stray = complaints.filter((line) => ![...provoked, CUT_STREAM].some((pattern) => pattern.test(line)));
      expect(stray, 'a page complained').toEqual([]);
    },
  };
}

/** Ink that resembles a handwritten name: two lines. */
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
