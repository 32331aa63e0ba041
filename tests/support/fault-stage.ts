import { afterAll, afterEach, beforeAll } from 'vitest';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { callerAs, type Caller } from './made-cases.ts';
import { expectEffectsOnce, expectOnceEach, expectSealed } from './oracle.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { shotOfFailure } from './shots.ts';
import { newTablet, type WardTablet } from './ward-tablet.ts';

/** The real server, what stands in front of it, and tablets, for the tests of one file. */
export type FaultStage = {
  readonly server: ServerProcess;
  readonly proxy: FaultProxy;
  /** A colleague at the other end of the hospital, who asks the server itself. */
  readonly staff: Caller;
  /** A new tablet of this test; it is gone with the test. */
  readonly tablet: () => WardTablet;
  /** A word that is a patient's: no tablet of this test may have it in clear on its disk. @returns the word */
  readonly secret: (word: string) => string;
};

/**
 * Opens a stage. After each test, whatever its fault was: no key took effect twice, no page complained, and no secret of it lies
 * in clear in a profile. After the last one the server's database itself is asked for its effects.
 */
export function openFaultStage(): FaultStage {
  let open: Pick<FaultStage, 'server' | 'proxy' | 'staff'> | undefined;
  const now = () => {
    if (open === undefined) throw new Error('The stage stands only while tests run');
    return open;
  };
  let tablets: WardTablet[] = [];
  let secrets: string[] = [];
  const taken = new Set<string>();
  beforeAll(async () => {
    const server = await startServer();
    open = { server, proxy: await startFaultProxy(server.origin), staff: await callerAs(server.origin) };
  });
  afterEach(async (context) => {
    const { proxy } = now();
    const [ending, words] = [tablets, secrets];
    [tablets, secrets] = [[], []];
    proxy.heal();
    try {
      const [page] = ending.flatMap(({ pages }) => pages());
      if (page !== undefined) await shotOfFailure(page, context);
      for (const each of ending) {
        await each.close();
        each.expectQuiet();
        expectSealed(each.folder, words);
      }
      for (const key of expectOnceEach(proxy.reached)) taken.add(key);
    } finally {
      for (const each of ending) await each.remove();
    }
  });
  afterAll(async () => {
    if (open === undefined) return;
    const { server, proxy } = open;
    await proxy.close();
    await server.kill();
    try {
      await expectEffectsOnce(server.dataDir, [...taken]);
    } finally {
      await server.stop();
    }
  });
  return {
    get server() {
      return now().server;
    },
    get proxy() {
      return now().proxy;
    },
    get staff() {
      return now().staff;
    },
    tablet: () => {
      const made = newTablet();
      tablets.push(made);
      return made;
    },
    secret: (word) => {
      secrets.push(word);
      return word;
    },
  };
}
