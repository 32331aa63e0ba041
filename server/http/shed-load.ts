import { MB } from '#domain/base/limits.ts';
import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { calls, type CallName } from '#contract/calls.ts';
import { Refused } from '#server/api-error.ts';
import { rememberedCaller } from './known-callers.ts';
import { countShed } from './metrics.ts';
import { bearerOf } from './request-input.ts';
import { routeOf } from './route-of.ts';

/** When a server counts as overloaded; 0 switches a limit off. */
export type OverloadLimits = {
  /** mean delay of the event loop over one sample, ms */
  readonly delayMs: number;
  /** of this process, MB; absent: nine tenths of what the engine may use */
  readonly heapMb?: number | undefined;
  /** between two samples, ms */
  readonly sampleMs?: number;
};

/**
 * How far beyond a limit a call is still begun, as a multiple of the limit [choice]: a signature under way comes first, then staff at work, then
 * signers who come by a link, then sign-ins. A token counts once it was right: anybody can write one.
 */
const ENDURES = {
  ticket: { delay: 8, heap: 1.05 },
  staff: { delay: 4, heap: 1.03 },
  link: { delay: 2, heap: 1.02 },
  signIn: { delay: 1.5, heap: 1.01 },
  rest: { delay: 1, heap: 1 },
} as const;
export type ShedKind = keyof typeof ENDURES;

const LINKS: readonly CallName[] = [
  'consentDetailsByToken',
  'recordVerifyPatient',
  'recordVerifyInterpreter',
  'consentVerifyUser',
];
const SIGN_INS: readonly CallName[] = ['userLogin', 'userOtpVerify', 'userOtpEmail'];

const KIND_OF_ROUTE: ReadonlyMap<string, ShedKind> = new Map([
  ...LINKS.map((name) => [routeOf(calls[name]), 'link'] as const),
  ...SIGN_INS.map((name) => [routeOf(calls[name]), 'signIn'] as const),
]);

/** The place of a call among those that an overloaded server still begins. @param route - `/api/user/login` */
export function shedKindOf(token: string | undefined, route: string | undefined): ShedKind {
  return rememberedCaller(token) ?? KIND_OF_ROUTE.get(route ?? '') ?? 'rest';
}

/** Whether a call of this kind is begun. @param value - the present one, and its limit in the same unit; 0 switches it off */
export function isBegun(kind: ShedKind, of: 'delay' | 'heap', { value, limit }: { value: number; limit: number }): boolean {
  return limit === 0 || value <= limit || value < limit * ENDURES[kind][of];
}

/** Seconds after which a call that was not begun is worth another try [choice]. */
const BUSY_RETRY_AFTER = 3;

/**
 * Refuses calls of the API before any work on them while the server is overloaded, so that those under way end in time: 503 BUSY with
 * Retry-After, which an outbox waits for; the less a call matters the earlier. Pages, health and metrics are always answered.
 */
export async function shedLoad(app: FastifyInstance, { delayMs, heapMb, sampleMs = 1000 }: OverloadLimits): Promise<void> {
  const heapMost = heapMb === undefined ? Math.floor(getHeapStatistics().heap_size_limit * 0.9) : heapMb * MB;
  await app.register(underPressure, {
    maxEventLoopDelay: delayMs,
    maxHeapUsedBytes: heapMost,
    sampleInterval: sampleMs,
    pressureHandler: async (request) => {
      if (!request.url.startsWith('/api/')) return;
      const kind = shedKindOf(bearerOf(request), request.routeOptions.url);
      const { eventLoopDelay, heapUsed } = app.memoryUsage();
      const isFit =
        isBegun(kind, 'delay', { value: eventLoopDelay, limit: delayMs }) &&
        isBegun(kind, 'heap', { value: heapUsed, limit: heapMost });
      if (isFit) return;
      countShed();
      throw new Refused('BUSY', { retryAfter: BUSY_RETRY_AFTER });
    },
  });
}
