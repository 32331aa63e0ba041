import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Input, Output } from '#contract/calls.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { callerAs, type Caller } from '#tests/support/forms/made-cases.ts';
import { expectEffectsOnce, expectOnceEach, expectSealed, type InEnvelope } from '#tests/support/server/oracle.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { newTablet, type WardTablet } from '#tests/support/browser/ward-tablet.ts';

/** The real server, its proxies, and tablets, for the tests of one file. */
export type FaultStage = {
  readonly server: ServerProcess;
  readonly proxy: FaultProxy;
  /** A colleague on another device, who calls the server directly. */
  readonly staff: Caller;
  /** A new tablet of this test; it is deleted after the test. */
  readonly tablet: () => WardTablet;
  /** Registers a patient's word that no tablet of this test may have in clear on its disk. @returns the word */
  readonly secret: (word: string) => string;
};

/**
 * Opens a stage. After each test, whatever its fault was: no key took effect twice, no page logged an error, and no secret of it
 * is in clear in a profile. After the last one the effects are counted in the server's database itself.
 */
export function openFaultStage(): FaultStage {
  let open: (Pick<FaultStage, 'server' | 'proxy' | 'staff'> & { readonly witness: Witness }) | undefined;
  const now = () => {
    if (open === undefined) throw new Error('The stage stands only while tests run');
    return open;
  };
  let tablets: WardTablet[] = [];
  let secrets: string[] = [];
  const taken = new Set<string>();
  beforeAll(async () => {
    const server = await startServer();
    const witness = await startWitness(server.origin);
    open = { server, witness, proxy: await startFaultProxy(witness.origin), staff: await callerAs(server.origin) };
  });
  afterEach(async (context) => {
    const { proxy, witness } = now();
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
      for (const key of expectOnceEach(proxy.reached, witness.inEnvelopes)) taken.add(key);
    } finally {
      for (const each of ending) await each.remove();
    }
  });
  afterAll(async () => {
    if (open === undefined) return;
    const { server, proxy, witness } = open;
    await proxy.close();
    await witness.close();
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

type Witness = {
  readonly origin: string;
  /** The server's result of each call inside an envelope, in order. */
  readonly inEnvelopes: InEnvelope[];
  readonly close: () => Promise<void>;
};

/** A transparent proxy between the fault proxy and the server that records the results of the calls inside envelopes. */
async function startWitness(target: string): Promise<Witness> {
  const inEnvelopes: InEnvelope[] = [];
  const { host } = new URL(target);
  const server = http.createServer((request, answer) => {
    const { method, url = '/' } = request;
    const headers: http.OutgoingHttpHeaders = { ...request.headers, host };
    const isEnvelope = url === '/api/sync/ops';
    // Its response is parsed by this proxy as well, so it must be uncompressed.
    if (isEnvelope) delete headers['accept-encoding'];
    const asking = http.request(new URL(url, target), { method, headers, agent: false }, (got) => {
      answer.writeHead(got.statusCode ?? 0, got.headers);
      if (isEnvelope && got.statusCode === 200)
        void Promise.all([asked, wordsOf(got)]).then((both) => inEnvelopes.push(...outcomes(...both)));
      got.on('error', () => answer.destroy());
      answer.once('close', () => asking.destroy());
      got.pipe(answer);
    });
    const asked = isEnvelope ? wordsOf(request) : '';
    // A server that is down appears as one: the connection breaks.
    asking.on('error', () => answer.destroy());
    request.on('error', () => asking.destroy());
    request.pipe(asking);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    inEnvelopes,
    close: async () => {
      const closed = new Promise((resolve) => void server.close(resolve));
      // An event stream has no end of its own.
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The full text of a message that is being forwarded; never resolves for one that breaks off. */
function wordsOf(message: http.IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  message.on('data', (piece: Buffer) => void pieces.push(piece));
  return new Promise((resolve) => {
    message.once('end', () => resolve(Buffer.concat(pieces).toString('utf8')));
  });
}

function outcomes(envelope: string, answer: string): InEnvelope[] {
  // Request and response of page and server; each has checked the other's shape.
  const { ops } = JSON.parse(envelope) as Input<'syncOps'>;
  const { results } = JSON.parse(answer) as Output<'syncOps'>;
  return results.map(({ key, status, isReplay }) => ({
    key,
    status,
    isReplay,
    call: ops.find((op) => op.key === key)?.call ?? '',
  }));
}
