import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser } from './browser.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { shotOfFailure } from './shots.ts';

/** The real server and a real browser, for all tests of one file. */
export type Stage = { readonly server: ServerProcess; readonly browser: Browser };

/** Opens server and browser before the tests of this file and closes them after; `prepare` runs once both stand. */
export function openStage(prepare: (stage: Stage) => Promise<void> = async () => undefined): Stage {
  let open: Stage | undefined;
  const stage = (): Stage => {
    if (open === undefined) throw new Error('Server and browser stand only while tests run');
    return open;
  };
  beforeAll(async () => {
    const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
    open = { server, browser };
    await prepare(open);
  });
  afterAll(async () => {
    await open?.browser.close();
    await open?.server.stop();
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

/** Makes the tests of this file one visit from beginning to end: after a failed one none is tried, and its picture is kept. */
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
