import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, handOver, inked, reachedAt, sent, type Reached } from '#tests/support/forms/builders.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { startPostgres, type PostgresServer } from '#tests/support/server/postgres.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { report, type BenchLine } from './report.ts';

/** Requests of a flood a second. */
const RATE = 300;
/** Forms opened and signed in each part: of fewer one pause of the machine would be the p95. */
const FORMS = 20;
/** How many times as long as on a quiet server a form and a signature may take beside a flood. */
const RATIO_MOST = 1.5;
/** The client address as a trusted proxy reports it: a flood comes from one address, or from as many as there are requests. */
const FLOODS = {
  'one address': () => '203.0.113.7',
  'many addresses': (nth: number) => `198.${18 + (nth % 2)}.${(nth >> 9) % 256}.${(nth >> 1) % 256}`,
} as const;

/** Times in ms. */
type Times = { form: number[]; signature: number[] };

type Beside<T> = {
  /** makes the requests of the flood against a server */
  readonly attempt: (origin: string) => Attempt;
  /** runs before each flood */
  readonly prepare: (origin: string) => Promise<T>;
  /** runs during each flood, from an address of the flood; null where nothing more is measured */
  readonly meanwhile: (origin: string, prepared: T, address: string) => Promise<Omit<BenchLine, 'beside'> | null>;
};

/** Measures a patient's form and signature beside floods from one address and from many, on both kinds of database. */
export function testBesideFloods<T>(of: string, { attempt, prepare, meanwhile }: Beside<T>): void {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());
  describe.each(['embedded', 'postgres'] as const)('on the %s database', (kind) => {
    let server: ServerProcess;
    beforeAll(async () => {
      const env = { TRUSTED_PROXIES: '127.0.0.1,::1', SEED: 'demo' };
      server = await (kind === 'embedded'
        ? startServer({ env })
        : startServer({ data: 'empty', env: { ...env, DATABASE_URL: postgres.url('postgres') } }));
    });
    afterAll(() => server.stop());

    test(`a patient’s form and signature beside ${RATE} ${of} a second`, async () => {
      const { origin } = server;
      const quiet = await measure(origin);
      print(`${kind}, quiet`, quiet);
      for (const [name, address] of Object.entries(FLOODS)) {
        const prepared = await prepare(origin);
        const flood = startFlood(attempt(origin), address);
        await wait(3000);
        const busy = await measure(origin);
        const besides = await meanwhile(origin, prepared, address(1));
        const where = `${kind}, ${RATE} ${of} a second from ${name}`;
        print(`${where} (${await flood.stop()})`, busy);
        const ratio = (part: keyof Times) => p95(busy[part]) / p95(quiet[part]);
        report({
          line: `${where}: p95 beside quiet`,
          now: `form ${ratio('form').toFixed(1)} times, signature ${ratio('signature').toFixed(1)} times as long`,
          aim: `${RATIO_MOST} times`,
          isHeld: Math.max(ratio('form'), ratio('signature')) <= RATIO_MOST,
        });
        if (besides !== null) report({ ...besides, line: `${where}: ${besides.line}` });
        expect(busy.form).toHaveLength(FORMS);
      }
    });
  });
}

/** Opens and signs forms one after another, each on a tablet that was handed over before its time is taken. */
async function measure(origin: string): Promise<Times> {
  const wired = reachedAt(origin, { fetch: asking });
  const { token } = await signInPatiently(wired);
  const staff = callerOf(wired, token);
  const times: Times = { form: [], signature: [] };
  for (let nth = 0; nth < FORMS; nth += 1) {
    const holder = await handOver(wired, staff, await sent(staff));
    const opened = performance.now();
    const data = ticketDetails(await holder.call('consentDetailsByToken', { token: holder.token }));
    times.form.push(performance.now() - opened);
    const signed = performance.now();
    await holder.call('recordSign', inked(data, { capturedAt: new Date().toISOString() }));
    times.signature.push(performance.now() - signed);
  }
  return times;
}

/** From a ward of its own: its network has no part in the flood. */
export const asking: typeof fetch = (input, init) =>
  fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-forwarded-for': '192.0.2.44' } });

/** A sign-in beside the flood may be told that the server is busy: it is tried again, as a person would. */
async function signInPatiently(wired: Reached): Promise<{ token: string }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callerOf(wired).call('userLogin', { email: 'clinician@demo.nhs.uk', password: 'Demo2026!' });
    } catch (error) {
      if (attempt === 20) throw error;
      await wait(500);
    }
  }
}

/** One request of a flood. @param sender - its network address */
export type Attempt = (sender: string, nth: number) => Promise<Response>;

/** Sends requests at the rate, whatever the answers; `stop` says how often each status came. */
function startFlood(attempt: Attempt, address: (nth: number) => string): { stop(): Promise<string> } {
  const statuses = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const note = (status: string) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const sendOne = async (nth: number): Promise<void> => {
    try {
      const answer = await attempt(address(nth), nth);
      await answer.arrayBuffer();
      note(String(answer.status));
    } catch {
      note('none');
    }
  };
  let nth = 0;
  const timer = setInterval(() => {
    for (let each = 0; each < RATE / 50; each += 1) {
      nth += 1;
      // A sender that never takes more than a thousand answers at once keeps this process itself from being the limit.
      if (running.size > 1000) continue;
      const sending = sendOne(nth).finally(() => void running.delete(sending));
      running.add(sending);
    }
  }, 20);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(running);
      return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    },
  };
}

/** Prints the times of one part. */
function print(name: string, { form, signature }: Times): void {
  console.info(`${name}: form p95 ${p95(form).toFixed(0)} ms, signature p95 ${p95(signature).toFixed(0)} ms`);
}

/** The time that 19 of 20 keep to, ms. */
function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;
}
