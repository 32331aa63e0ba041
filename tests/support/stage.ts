import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { closeProfiles, sharedBrowser } from './browser.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { shotOfFailure } from './shots.ts';

/** The real server and a real browser, for all tests of one file. */
export type Stage = { readonly server: ServerProcess; readonly browser: Browser };

type Options = {
  /** For a file that stops the server, counts its data, or changes people, roles or tablets that other tests use. */
  readonly hasOwnServer?: boolean;
  /** of a server of its own, in the place of the defaults */
  readonly settings?: object;
};

let shared: Promise<ServerProcess> | undefined;

/**
 * Opens server and browser before the tests of this file and closes them after; `prepare` runs once both are ready. The browser,
 * and the server unless the file has its own, are shared by the process: earlier files have left their patients and cases on it.
 */
export function openStage(
  prepare: (stage: Stage) => Promise<void> = async () => undefined,
  { hasOwnServer = false, settings }: Options = {},
): Stage {
  let open: Stage | undefined;
  const stage = (): Stage => {
    if (open === undefined) throw new Error('Server and browser stand only while tests run');
    return open;
  };
  beforeAll(async () => {
    const starting = hasOwnServer ? startServer({ settings }) : (shared ??= startServer());
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
  });
}
