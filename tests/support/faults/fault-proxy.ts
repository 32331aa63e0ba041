import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A request as received from the browser. */
export type Asked = {
  readonly method: string;
  /** without the query */
  readonly path: string;
  /** Its Idempotency-Key, or all those of an envelope. */
  readonly keys: readonly string[];
  readonly bytes: number;
  readonly body: string;
};

/** The fault applied to one request. */
export type Fault =
  /** never arrives; the browser sees a reset */
  | { readonly kind: 'dropBefore' }
  /** the server answers, the browser sees a reset; `between` runs before that */
  | { readonly kind: 'dropAfter'; readonly between?: () => Promise<unknown> }
  /** ms, before it is forwarded */
  | { readonly kind: 'delay'; readonly ms: number }
  /** never arrives; this response replaces the server's, as its own when `headers` contain X-App */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** the response breaks off in its middle */
  | { readonly kind: 'truncate' }
  /** never arrives; a captive portal answers with its own page, or redirects to it */
  | { readonly kind: 'portal'; readonly by: 'page' | 'redirect' }
  /** arrives twice, one after the other; the browser gets the second response */
  | { readonly kind: 'double' };

export type Rule = {
  readonly on: (asked: Asked) => boolean;
  readonly fault: Fault | (() => Fault);
  /** The number of requests that the rule applies to; unlimited if absent. */
  readonly times?: number;
};

/** One request that reached the server, with the response's result. */
export type Reached = Pick<Asked, 'method' | 'path' | 'keys' | 'bytes'> & {
  readonly status: number;
  /** Whether the server marked the response as a replay. */
  readonly isReplay: boolean;
  /** epoch ms */
  readonly at: number;
};

/** A proxy between browsers and the server that injects faults. */
export type FaultProxy = {
  /** The origin that browsers open instead of the server's own. */
  readonly origin: string;
  /** Everything under /api that reached the server, in order. */
  readonly reached: Reached[];
  /** Everything under /api that a browser requested, in order, whether it reached the server or not. */
  readonly asked: (Asked & { readonly at: number })[];
  /** Adds a rule; the first matching one applies, the newest is tried first. @returns a function that removes it */
  readonly rule: (rule: Rule) => () => void;
  /** Removes all rules. */
  readonly heal: () => void;
  readonly close: () => Promise<void>;
};

/** A request of the API. */
export const isCall = (path: string) => path.startsWith('/api/');
/** A call that changes something and has a key, or an envelope of such calls. */
export const isKept = ({ keys }: Pick<Asked, 'keys'>) => keys.length > 0;

/** @param target - the origin of the server */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const rules: { rule: Rule; left: number }[] = [];
  const [reached, askedOf]: [Reached[], FaultProxy['asked']] = [[], []];
  const open = new Set<Socket>();
  const faultFor = (asked: Asked): Fault | null => {
    const found = rules.find(({ rule, left }) => left > 0 && rule.on(asked));
    if (found === undefined) return null;
    found.left -= 1;
    return typeof found.rule.fault === 'function' ? found.rule.fault() : found.rule.fault;
  };
  const server = http.createServer((request, answer) => {
    void serve(request, answer).catch(() => request.socket.resetAndDestroy());
  });
  async function serve(request: http.IncomingMessage, answer: http.ServerResponse): Promise<void> {
    const body = await whole(request);
    const asked = askedFrom(request, body);
    if (isCall(asked.path)) askedOf.push({ ...asked, at: Date.now() });
    const fault = faultFor(asked);
    const pass = async () => {
      const got = await forward(target, { request, answer, body });
      if (isCall(asked.path)) {
        const isReplay = got.headers['idempotent-replayed'] === 'true';
        const { method, path, keys, bytes } = asked;
        reached.push({ method, path, keys, bytes, status: got.status, isReplay, at: Date.now() });
      }
      return got;
    };
    await meet(fault, { request, answer, pass });
  }
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    reached,
    asked: askedOf,
    rule: (rule) => {
      const entry = { rule, left: rule.times ?? Number.POSITIVE_INFINITY };
      rules.unshift(entry);
      return () => void (entry.left = 0);
    },
    heal: () => void rules.splice(0),
    close: async () => {
      const closed = new Promise((resolve) => void server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** An answer of the server; the body of an event stream, which has no end, is passed on as it comes. */
type Got = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer | http.IncomingMessage;
};
type Meeting = {
  readonly request: http.IncomingMessage;
  readonly answer: http.ServerResponse;
  readonly pass: () => Promise<Got>;
};

async function meet(fault: Fault | null, { request, answer, pass }: Meeting): Promise<void> {
  const { kind } = fault ?? { kind: 'none' };
  if (kind === 'dropBefore') return void request.socket.resetAndDestroy();
  if (fault?.kind === 'delay') await wait(fault.ms);
  if (fault?.kind === 'status') return instead(answer, fault);
  if (fault?.kind === 'portal') return portal(answer, fault.by);
  if (kind === 'double') await pass();
  const got = await pass();
  if (fault?.kind === 'dropAfter') {
    await fault.between?.();
    return void request.socket.resetAndDestroy();
  }
  answer.writeHead(got.status, got.headers);
  if (!Buffer.isBuffer(got.body)) return void got.body.pipe(answer);
  if (kind !== 'truncate') return void answer.end(got.body);
  answer.write(got.body.subarray(0, Math.floor(got.body.length / 2)));
  await wait(20);
  return void request.socket.destroy();
}

function instead(answer: http.ServerResponse, { status, headers, body }: Extract<Fault, { kind: 'status' }>): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? { message: 'Something went wrong', error: 'FAILED' });
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  answer.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(text);
}

function portal(answer: http.ServerResponse, by: 'page' | 'redirect'): void {
  if (by === 'redirect') answer.writeHead(302, { location: '/portal-of-the-network' }).end();
  else
    answer
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>Welcome</title><h1>Please sign in to this network</h1>');
}

async function whole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

function askedFrom({ method = 'GET', url = '/', headers }: http.IncomingMessage, bytes: Buffer): Asked {
  const { pathname: path } = new URL(url, 'http://localhost');
  const key = headers['idempotency-key'];
  const body = bytes.toString('utf8');
  const keys = typeof key === 'string' ? [key] : path === '/api/sync/ops' ? keysOf(body) : [];
  return { method, path, keys, bytes: bytes.length, body };
}

function keysOf(envelope: string): string[] {
  // Sent by the page itself; the server checks its shape.
  const { ops } = JSON.parse(envelope) as { ops: readonly { key: string }[] };
  return ops.map(({ key }) => key);
}

type Passed = { readonly request: http.IncomingMessage; readonly answer: http.ServerResponse; readonly body: Buffer };

/** A connection of its own for each request: one that a killed server leaves behind must not fail the next. */
async function forward(target: string, { request: { method, url = '/', headers }, answer, body }: Passed): Promise<Got> {
  const { host } = new URL(target);
  return new Promise((resolve, reject) => {
    const sent = http.request(
      new URL(url, target),
      { method, headers: { ...headers, host, connection: 'close' }, agent: false },
      (got) => {
        const { 'transfer-encoding': _, connection: __, ...kept } = got.headers;
        const status = got.statusCode ?? 0;
        if (kept['content-type']?.startsWith('text/event-stream') === true) {
          got.on('error', () => answer.destroy());
          // The stream ends with the browser's connection.
          answer.once('close', () => sent.destroy());
          return resolve({ status, headers: kept, body: got });
        }
        whole(got).then(
          (all) => resolve({ status, headers: { ...kept, 'content-length': String(all.length) }, body: all }),
          reject,
        );
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
