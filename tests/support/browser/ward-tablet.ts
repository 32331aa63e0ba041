import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type BrowserContext, type LaunchOptions, type Page } from 'playwright';
import { expect } from 'vitest';
import { AS_TABLET, CHROMIUM, HEADLESS, PATIENCE } from './browser.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { within } from '#tests/support/checks/within.ts';

/** A browser with its profile on the disk, so that it can be killed, opened again, and searched. */
export type WardTablet = {
  /** The folder of its profile. */
  readonly folder: string;
  readonly context: BrowserContext;
  /** The open pages; none while the browser is not running. */
  pages(): Page[];
  /** Starts the browser on its profile. @returns its first page, empty */
  open(): Promise<Page>;
  /** Ends it in order, so that everything is on the disk. */
  close(): Promise<void>;
  /** Ends every process of it at once, as an empty battery does. */
  kill(): Promise<void>;
  /** Fails when a page threw or logged an error for another reason than a network that this test broke. */
  expectQuiet(): void;
  /** Closes it and deletes the profile. */
  remove(): Promise<void>;
};

/** Console lines of the browser itself about failed requests, which these tests provoke. */
const PROVOKED = [/^Failed to load resource/, /net::ERR_/];

/**
 * A new tablet; it is not open yet.
 *
 * @param hasHistory - whether its browser has all that people's browsers have, the history of addresses on the disk among it;
 *   with test:full all have
 */
export function newTablet({ hasHistory = isFull }: { readonly hasHistory?: boolean } = {}): WardTablet {
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
      running = await start(folder, hasHistory ? CHROMIUM : HEADLESS);
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
        for (const { pid } of processesOf(folder)) killNow(pid);
        await within(PATIENCE, 'A killed browser still answers', gone);
        // Another start on the profile is refused while a killed process is still exiting.
        await within(PATIENCE, 'Processes of a killed browser are still there', untilNone(folder));
        for (const lock of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
          fs.rmSync(path.join(folder, lock), { force: true });
      }),
    expectQuiet: () => expect(complaints, 'a page complained').toEqual([]),
    remove: async () => {
      await tablet.close();
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return tablet;
}

/** A process that has exited since it was found needs no kill. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'ESRCH')) throw failure;
  }
}

async function untilNone(folder: string): Promise<void> {
  while (processesOf(folder).length > 0) await wait(20);
}

async function start(folder: string, browser: LaunchOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...browser,
    ...AS_TABLET,
    timeout: PATIENCE,
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
