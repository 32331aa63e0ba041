import { setTimeout as wait } from 'node:timers/promises';
import { callerOf, handOver, inked, reachedAt, sent, type Reached } from '#tests/support/forms/builders.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';

/** Requests of a flood a second. */
export const RATE = 300;
/** Forms opened and signed in each part. */
export const FORMS = 10;
/** The client address as a trusted proxy reports it: a flood comes from one address, or from as many as there are requests. */
export const FLOODS = {
  'one address': () => '203.0.113.7',
  'many addresses': (nth: number) => `198.${18 + (nth % 2)}.${(nth >> 9) % 256}.${(nth >> 1) % 256}`,
} as const;

/** Times in ms. */
export type Times = { form: number[]; signature: number[] };

/** Opens and signs forms one after another, each on a tablet that was handed over before its time is taken. */
export async function measure(origin: string): Promise<Times> {
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
export function startFlood(attempt: Attempt, address: (nth: number) => string): { stop(): Promise<string> } {
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
export function print(name: string, { form, signature }: Times): void {
  console.info(`${name}: form p95 ${p95(form).toFixed(0)} ms, signature p95 ${p95(signature).toFixed(0)} ms`);
}

/** The time that 19 of 20 keep to, ms. */
export function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;
}
