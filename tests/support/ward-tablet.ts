import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { expect } from 'vitest';
import { PATIENCE, SCREENS } from './browser.ts';
import { tools } from './tools.ts';

/** A browser whose profile lies on the disk, so that it can be killed, opened again, and searched. */
export type WardTablet = {
  /** Where its profile lies. */
  readonly folder: string;
  readonly context: BrowserContext;
  /** The pages that are open on it; none while it is off. */
  pages(): Page[];
  /** Starts the browser on its profile. @returns its first page, empty */
  open(): Promise<Page>;
  /** Ends it in order, so that everything is on the disk. */
  close(): Promise<void>;
  /** Ends every process of it at once, as an empty battery does. */
  kill(): Promise<void>;
  /** Ends the processes that run pages, as a system short of memory does. @returns how many */
  killPages(): number;
  /** Fails when a page threw, or complained on its console, for another reason than a network that this test broke. */
  expectQuiet(): void;
  /** Closes it and forgets the profile. */
  remove(): Promise<void>;
};

/** What a browser itself writes on the console when a request fails, which these tests provoke. */
const PROVOKED = [/^Failed to load resource/, /net::ERR_/];

/** A new tablet; it is not open yet. */
export function newTablet(): WardTablet {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-tablet-'));
  let running: BrowserContext | null = null;
  const complaints: string[] = [];
  const end = async (how: (context: BrowserContext) => Promise<void>) => {
    const context = running;
    running = null;
    if (context !== null) await how(context);
  };
  const tablet: WardTablet = {
    folder,
    get context() {
      if (running === null) throw new Error('This tablet is off');
      return running;
    },
    pages: () => running?.pages() ?? [],
    open: async () => {
      running = await start(folder);
      running.on('console', (message) => {
        const text = message.text();
        if (message.type() === 'error' && !PROVOKED.some((known) => known.test(text))) complaints.push(text);
      });
      running.on('weberror', (error) => complaints.push(error.error().stack ?? error.error().message));
      return running.pages()[0] ?? running.newPage();
    },
    close: () => end((context) => context.close()),
    kill: () =>
      end(async (context) => {
        const gone = new Promise((resolve) => void context.once('close', resolve));
        for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL');
        await gone;
        // Another start on the profile is refused while one of them is still being buried.
        while (processesOf(folder).length > 0) await wait(20);
        for (const lock of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
          fs.rmSync(path.join(folder, lock), { force: true });
      }),
    killPages: () => {
      const pages = processesOf(folder).filter(({ args }) => args.includes('--type=renderer'));
      for (const { pid } of pages) process.kill(pid, 'SIGKILL');
      return pages.length;
    },
    expectQuiet: () => expect(complaints, 'a page complained').toEqual([]),
    remove: async () => {
      await tablet.close();
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return tablet;
}

async function start(folder: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
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
    viewport: SCREENS.tablet,
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE);
  return context;
}

type Process = { readonly pid: number; readonly parent: number; readonly args: string };

/** The browser that was started on this profile, and all its children. */
function processesOf(folder: string): Process[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, state, args] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined || state?.startsWith('Z') === true
        ? []
        : [{ pid: Number(pid), parent: Number(parent), args: args ?? '' }];
    });
  const found = all.filter(({ args }) => args.includes(`--user-data-dir=${folder}`));
  for (const each of found) found.push(...all.filter((one) => one.parent === each.pid && !found.includes(one)));
  return found;
}
