import { MINUTE } from '#domain/base/limits.ts';
import type { SyncOp, SyncResult } from '#contract/sync.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import type { KeptCall } from './tablet.ts';

/** A queued call as a build before sent it, word for word, and the status that the server of that build answered. */
export type RecordedCall = KeptCall & { readonly status: number };

/** Calls that a tablet sent in one go: one envelope, or one call by itself. */
type Sent = {
  readonly deviceId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ops: readonly RecordedCall[];
};

/** Everything that a tablet sent at one time, and all that a colleague had changed before it did. */
export type Act = {
  readonly name: string;
  readonly meanwhile: readonly KeptCall[];
  readonly envelopes: readonly RecordedCall[][];
};

/** Headers that each call has of its own: they stand with the call, or belong to the session. */
const OWN_HEADERS = new Set([
  'authorization',
  'idempotency-key',
  'x-captured-at',
  'x-clock-offset',
  'x-device-id',
  'x-data-epoch',
]);

/** Between two times at which the tablet sends, ms: all of them are within one session. */
const BETWEEN_SENDS = 4 * MINUTE;

/** A server whose queued calls are written down on the way to it, each under the act that is on. */
export function recordCalls(app: TestApp) {
  const acts: (Omit<Act, 'envelopes'> & { readonly sent: Sent[] })[] = [];
  const epochs = new Set<string | null>();
  const recorded =
    (real: typeof fetch): typeof fetch =>
    async (input, init) => {
      const answer = await real(input, init);
      const request = new Request(new URL(String(input), 'http://assent.test'), init);
      const sent = await sentOf(request, answer.clone());
      if (sent === null) return answer;
      epochs.add(request.headers.get('x-data-epoch'));
      acts.at(-1)?.sent.push(sent);
      return answer;
    };
  const server: TestApp = {
    ...app,
    clock: { now: app.clock.now, advance: () => app.clock.advance(BETWEEN_SENDS) },
    wire: (...about) => {
      const wire = app.wire(...about);
      return { ...wire, fetch: recorded(wire.fetch) };
    },
  };
  return {
    server,
    act: (name: string, meanwhile: readonly KeptCall[] = []) => void acts.push({ name, meanwhile, sent: [] }),
    /** @throws Error unless all requests had the same tablet, epoch and headers */
    recorded: () => {
      const all = acts.flatMap(({ sent }) => sent);
      const [deviceId] = theOnly(all.map((each) => each.deviceId));
      const [headers] = theOnly(all.map((each) => JSON.stringify(each.headers)));
      const [dataEpoch] = theOnly([...epochs]);
      return {
        deviceId,
        dataEpoch,
        headers: JSON.parse(headers) as Record<string, string>,
        acts: acts.map(({ sent, ...act }) => ({ ...act, envelopes: sent.map(({ ops }) => ops) })),
      };
    },
  };
}

function theOnly<T>(all: readonly T[]): [T] {
  const [first, ...others] = new Set(all);
  if (first === undefined || others.length > 0) throw new Error(`Not one for all: ${JSON.stringify([first, ...others])}`);
  return [first];
}

/** The queued calls in a request; null for any other request. @throws Error where a body would not be the same when it is sent again */
async function sentOf(request: Request, answer: Response): Promise<Sent | null> {
  const { pathname } = new URL(request.url);
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !OWN_HEADERS.has(name)));
  const isEnvelope = pathname === '/api/sync/ops';
  if (!isEnvelope && !request.headers.has('x-device-id')) return null;
  const text = await request.text();
  if (JSON.stringify(JSON.parse(text)) !== text) throw new Error(`This body is lost in a file: ${text}`);
  if (isEnvelope) {
    const { deviceId, ops } = JSON.parse(text) as { deviceId: string; ops: SyncOp[] };
    const { results } = (await answer.json()) as { results: SyncResult[] };
    const status = new Map(results.map((each) => [each.key, each.status]));
    return { deviceId, headers, ops: ops.map((op) => ({ ...op, status: status.get(op.key) ?? 0 })) as RecordedCall[] };
  }
  const told = (name: string) => request.headers.get(name) ?? '';
  const call = `${request.method} ${pathname.slice('/api/'.length)}`;
  const about = { capturedAt: told('x-captured-at'), clockOffset: Number(told('x-clock-offset')) };
  const op = { key: told('idempotency-key'), call, input: JSON.parse(text) as unknown, ...about, status: answer.status };
  return { deviceId: told('x-device-id'), headers, ops: [op] };
}
