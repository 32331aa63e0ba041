import { SEAL_LATE } from '#domain/organisation/server-warnings.ts';
import { durationWords } from '#domain/base/duration-words.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { connectionUse } from '#server/data/open/dialect.ts';
import { queueDepths, staleSeals } from '#server/data/jobs/queue-depth.ts';
import { partsOfMonth, waitingDeliveries } from '#server/data/notifications/delivery-figures.ts';
import { monthAt } from '#domain/values/plain-date.ts';
import type { Deps } from '#server/deps.ts';
import { collectProcessMetrics, metricsText, setConnections, setGauge, setQueue } from './metrics.ts';
import { Refused } from '#server/api-error.ts';

/** The longest that the metrics wait for the database, ms [choice]: a database that does not answer is a metric of its own. */
const DATABASE_WAIT = 1000;

/** Serves liveness, readiness of the database, and the metrics (to this machine alone). */
export function serveHealth(app: FastifyInstance, deps: Pick<Deps, 'database' | 'clock' | 'settings'>): void {
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/ready', async (_, reply) =>
    (await deps.database.ready()) ? { status: 'ok' } : reply.status(503).send({ status: 'database does not answer' }),
  );
  collectProcessMetrics();
  app.get('/metrics', async (request, reply) => {
    refuseFromAfar(request);
    const isUp = await Promise.race([readQueue(deps), wait(DATABASE_WAIT, false, { ref: false })]);
    setGauge('assent_database_up', 'Whether the database answered for these metrics.', isUp ? 1 : 0);
    const { type, text } = await metricsText();
    return reply.type(type).send(text);
  });
}

/** Reads what the database alone knows. @returns false when it cannot be read: the other metrics are told nevertheless */
async function readQueue({ database: { db }, clock, settings }: Pick<Deps, 'database' | 'clock' | 'settings'>): Promise<boolean> {
  const use = connectionUse(db);
  if (use !== undefined) setConnections(use);
  try {
    const depths = await queueDepths(db);
    const stale = await staleSeals(db, new Date(clock() - SEAL_LATE).toISOString());
    setQueue(depths.map(({ kind, waiting, oldest }) => ({ kind, waiting, age: secondsSince(oldest, clock()) })));
    setGauge('assent_seals_stale', `Signed versions that have had no sealed document for ${durationWords(SEAL_LATE)}.`, stale);
    const { waiting, oldest } = await waitingDeliveries(db, new Date(clock()).toISOString());
    setGauge('assent_deliveries_waiting', 'Messages to people who sign that wait although they may go.', waiting);
    const age = oldest === null ? 0 : secondsSince(oldest, clock());
    setGauge('assent_deliveries_oldest_seconds', 'For how long the oldest of them may go.', age);
    const parts = await partsOfMonth(db, monthAt(clock(), settings.timeZone));
    setGauge('assent_message_parts', 'Parts of text messages of this calendar month.', parts);
    return true;
  } catch {
    return false;
  }
}

function secondsSince(moment: string, now: number): number {
  return Math.max(0, Math.round((now - Date.parse(moment)) / 1000));
}

/** Pages for the machine itself: a request from elsewhere, or one that a proxy passed on, finds nothing. */
export function refuseFromAfar(request: FastifyRequest): void {
  const isForwarded = Object.keys(request.headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(request.ip);
  if (isForwarded || !isLoopback) throw new Refused('NO_SUCH_CALL');
}
