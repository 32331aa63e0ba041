import { calls, type CallName } from '#contract/calls.ts';
import type { DeliveredChannel, DeliveryState } from '#domain/notifications/deliveries.ts';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** All metrics of this process; what each says, and when to worry, stands in docs/metrics.md. */
const registry = new Registry();
const registers = [registry];

const answers = new Counter({
  name: 'assent_http_answers_total',
  help: 'Answers by the family of their status.',
  labelNames: ['status'],
  registers,
});
const answerSeconds = new Counter({ name: 'assent_http_answer_seconds_total', help: 'Time spent on all answers.', registers });
// One name for each call of the contract, and one for everything else: an address never becomes a label.
const durations = new Histogram({
  name: 'assent_call_duration_seconds',
  help: 'How long the calls of the API took, by call.',
  labelNames: ['call'],
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});
const shed = new Counter({ name: 'assent_calls_shed_total', help: 'Calls that an overloaded server did not begin.', registers });
const fullDisk = new Counter({
  name: 'assent_disk_full_total',
  help: 'Calls that saved nothing because the disk is full.',
  registers,
});
const requeued = new Counter({
  name: 'assent_seals_requeued_total',
  help: 'Signed versions whose sealing had to be queued again.',
  registers,
});
const deleted = new Counter({
  name: 'assent_leftovers_deleted_total',
  help: 'Rows that had outlived their use and were deleted, by kind.',
  labelNames: ['kind'],
  registers,
});
const deliveries = new Counter({
  name: 'assent_deliveries_total',
  help: 'Messages to people who sign that came to a state, by channel.',
  labelNames: ['channel', 'state'],
  registers,
});
const jobs = new Gauge({ name: 'assent_jobs_waiting', help: 'Jobs that wait or run, by kind.', labelNames: ['kind'], registers });
const jobAges = new Gauge({
  name: 'assent_jobs_oldest_seconds',
  help: 'Age of the oldest waiting job, by kind.',
  labelNames: ['kind'],
  registers,
});
const connections = new Gauge({
  name: 'assent_database_connections',
  help: 'Connections of this server to the database in use, the most there may be, and callers that wait for one.',
  labelNames: ['state'],
  registers,
});
// oxlint-disable-next-line no-new -- registers itself
new Gauge({
  name: 'process_uptime_seconds',
  help: 'Time since the start of the process.',
  registers,
  collect() {
    this.set(process.uptime());
  },
});

const byRoute = new Map(
  (Object.keys(calls) as CallName[]).map((name) => [`/api/${calls[name].path.replaceAll(/\{(\w+)\}/g, ':$1')}`, name]),
);
const gauges = new Map<string, Gauge>();

/** Counts one answer. @param route - the pattern of its route */
export function countResponse(route: string, status: number, ms: number): void {
  answers.inc({ status: `${Math.floor(status / 100)}xx` });
  answerSeconds.inc(ms / 1000);
  durations.observe({ call: byRoute.get(route) ?? 'other' }, ms / 1000);
}

/** Counts a call that was refused because the server is overloaded. */
export function countShed(): void {
  shed.inc();
}

/** Counts a call that saved nothing because the disk is full. */
export function countFullDisk(): void {
  fullDisk.inc();
}

/** Counts signed versions whose sealing had to be queued again. */
export function countRequeued(versions: number): void {
  requeued.inc(versions);
}

/** Counts rows that were deleted because they had outlived their use. */
export function countDeleted(kind: string, rows: number): void {
  deleted.inc({ kind }, rows);
}

/** Counts a message that came to a state. */
export function countDelivery(channel: DeliveredChannel, state: DeliveryState): void {
  deliveries.inc({ channel, state });
}

/** Sets a value of the metrics page. @param name - in snake_case, with its unit */
export function setGauge(name: string, help: string, value: number): void {
  const gauge = gauges.get(name) ?? new Gauge({ name, help, registers });
  gauges.set(name, gauge);
  gauge.set(value);
}

/** Sets what waits in the queue now; a kind without a job has none. @param ages - seconds */
export function setQueue(depths: readonly { kind: string; waiting: number; age: number }[]): void {
  jobs.reset();
  jobAges.reset();
  for (const { kind, waiting, age } of depths) {
    jobs.set({ kind }, waiting);
    jobAges.set({ kind }, age);
  }
}

/** Sets how the connections of this server are used. */
export function setConnections({ busy, waiting, most }: { busy: number; waiting: number; most: number }): void {
  connections.set({ state: 'busy' }, busy);
  connections.set({ state: 'waiting' }, waiting);
  connections.set({ state: 'most' }, most);
}

let isCollecting = false;

/** Collects the values of the process and of the event loop from now on. */
export function collectProcessMetrics(): void {
  if (isCollecting) return;
  isCollecting = true;
  collectDefaultMetrics({ register: registry });
}

/** Everything as Prometheus text, with its content type. */
export async function metricsText(): Promise<{ type: string; text: string }> {
  return { type: registry.contentType, text: await registry.metrics() };
}
