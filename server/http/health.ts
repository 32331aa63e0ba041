import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { metricsText } from './metrics.ts';
import { Refused } from '#server/api-error.ts';

/** Serves liveness, readiness of the database, and the metrics (to this machine alone). */
export function serveHealth(app: FastifyInstance, { database }: Pick<Deps, 'database'>): void {
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/ready', async (_, reply) =>
    (await database.ready()) ? { status: 'ok' } : reply.status(503).send({ status: 'database does not answer' }),
  );
  app.get('/metrics', async (request, reply) => {
    refuseFromAfar(request);
    return reply
      .type('text/plain; version=0.0.4')
      .send(metricsText({ memory: process.memoryUsage.rss(), uptime: process.uptime() }));
  });
}

/** Pages for the machine itself: a request from elsewhere, or one that a proxy passed on, finds nothing. */
export function refuseFromAfar(request: FastifyRequest): void {
  const isForwarded = Object.keys(request.headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(request.ip);
  if (isForwarded || !isLoopback) throw new Refused('NO_SUCH_CALL');
}
