import { MB } from '#domain/base/limits.ts';
import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Refused } from '#server/api-error.ts';
import { countShed } from './metrics.ts';

/** When a server counts as overloaded; 0 switches a limit off. */
export type OverloadLimits = {
  /** mean delay of the event loop over one sample, ms */
  readonly delayMs: number;
  /** of this process, MB; absent: nine tenths of what the engine may use */
  readonly heapMb?: number | undefined;
  /** between two samples, ms */
  readonly sampleMs?: number;
};

/** Seconds after which a call that was not begun is worth another try [choice]. */
const BUSY_RETRY_AFTER = 3;

/**
 * Refuses calls of the API before any work on them while the server is overloaded, so that those under way end in time: 503 BUSY with
 * Retry-After, which an outbox waits for. Pages, health and metrics are always answered.
 */
export async function shedLoad(app: FastifyInstance, { delayMs, heapMb, sampleMs = 1000 }: OverloadLimits): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: delayMs,
    maxHeapUsedBytes: heapMb === undefined ? Math.floor(getHeapStatistics().heap_size_limit * 0.9) : heapMb * MB,
    sampleInterval: sampleMs,
    pressureHandler: async ({ url }) => {
      if (!url.startsWith('/api/')) return;
      countShed();
      throw new Refused('BUSY', { retryAfter: BUSY_RETRY_AFTER });
    },
  });
}
