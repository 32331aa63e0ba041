import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { closeProfiles, sharedBrowser } from './browser.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { shotOfFailure } from './shots.ts';

/** The real server and a real browser, for all tests of one file. */
export type Stage = { readonly server: ServerProcess; readonly browser: Browser };

type Options = {
  /** For a file that stops the server, counts its data, or changes people, roles or tablets that other tests use. */
  readonly hasOwnServer?: boolean;
  /** of a server of its own, in the place of the defaults */
  readonly settings?: object;
  /** of a server of its own: more of its environment */
  readonly env?: () => Promise<Readonly<Record<string, string>>>;
};

let shared: Promise<ServerProcess> | undefined;

/**
 * Opens server and browser before the tests of this file and closes them after; `prepare` runs once both are ready. The browser,
 * and the server unless the file has its own, are shared by the process: earlier files have left their patients and cases on it.
 */
export function openStage(
  prepare: (stage: Stage) => Promise<void> = async () => undefined,
  { hasOwnServer = false, settings, env = async () => ({}) }: Options = {},
): Stage {
  let open: Stage | undefined;
  const stage = (): Stage => {
    if (open === undefined) throw new Error('Server and browser stand only while tests run');
    return open;
  };
  beforeAll(async () => {
    const starting = hasOwnServer ? startServer({ settings, env: await env() }) : (shared ??= startServer());
    const [server, browser] = await Promise.all([starting, sharedBrowser()]);
    open = { server, browser };
    await prepare(open);
  });
  afterAll(async () => {
    await closeProfiles();
    if (hasOwnServer) await open?.server.stop();
  });
  return {
    get server() {
      return stage().server;
    },
    get browser() {
      return stage().browser;
    },
  };
}

/** Most characters of a page's text in an error. */
const MOST_TEXT = 1500;

/** Adds the address and the text of the page to an error: a failure elsewhere leaves no other trace of what was shown. */
async function describePage(page: Page, error: { message: string; stack?: string } | undefined): Promise<void> {
  if (error === undefined || page.isClosed()) return;
  const text = await page.locator('body').innerText({ timeout: 5000 }).catch(String);
  const shown = `\n\nOn ${page.url()}:\n${text.replaceAll(/\s*\n\s*/g, '\n').slice(0, MOST_TEXT)}`;
  error.message += shown;
  // The report of a run prints the stack alone.
  error.stack = `${error.stack ?? ''}${shown}`;
}

/** Makes the tests of this file one continuous visit: after a failed one the rest is skipped, and its screenshot is saved. */
export function asOneVisit(page: () => Page): void {
  let failedAt: string | undefined;
  beforeEach(() => {
    if (failedAt !== undefined) throw new Error(`Not reached: “${failedAt}” failed`);
  });
  afterEach(async (context) => {
    if (context.task.result?.state !== 'fail') return;
    failedAt ??= context.task.name;
    await shotOfFailure(page(), context);
    await describePage(page(), context.task.result.errors?.[0]);
  });
}
