const answers = new Map<string, number>();
const gauges = new Map<string, number>();
let milliseconds = 0;
let requeued = 0;

/** Counts one answer for the metrics page. */
export function count(status: number, ms: number): void {
  const family = `${Math.floor(status / 100)}xx`;
  answers.set(family, (answers.get(family) ?? 0) + 1);
  milliseconds += ms;
}

/** Counts signed versions whose sealing had to be queued again. */
export function countRequeued(versions: number): void {
  requeued += versions;
}

/** Sets a value of the metrics page. @param name - in snake_case, with its unit */
export function setGauge(name: string, value: number): void {
  gauges.set(name, value);
}

/** The counters as Prometheus text. @param memory - resident bytes @param uptime - seconds */
export function metricsText({ memory, uptime }: { memory: number; uptime: number }): string {
  const lines = [...answers].map(([family, value]) => `assent_http_answers_total{status="${family}"} ${value}`);
  return [
    '# TYPE assent_http_answers_total counter',
    ...lines,
    '# TYPE assent_http_answer_seconds_total counter',
    `assent_http_answer_seconds_total ${milliseconds / 1000}`,
    '# TYPE assent_seals_requeued_total counter',
    `assent_seals_requeued_total ${requeued}`,
    ...[...gauges].flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`]),
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${memory}`,
    '# TYPE process_uptime_seconds gauge',
    `process_uptime_seconds ${uptime}`,
    '',
  ].join('\n');
}
