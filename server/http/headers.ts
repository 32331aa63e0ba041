import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { OUR_MARK } from '#contract/engine/our-answer.ts';
import type { Deps } from '#server/deps.ts';
import type { Log } from '#server/outside/log.ts';
import { countResponse } from './metrics.ts';
import { routeOf } from './route-of.ts';
import { EVENT_STREAM } from './send-answer.ts';

const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()';
const TLS_SECONDS = 31_536_000;

/** The guarding headers of an answer that no hook sees, and that shows nothing. */
export function headersWithoutHooks(publicOrigin: string): Record<string, string> {
  return {
    'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': PERMISSIONS,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(publicOrigin.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${TLS_SECONDS}` } : {}),
  };
}

/** A script, a style or a font guards nothing but itself: each byte of its headers is sent with every one of them. */
function headersOfAssets(publicOrigin: string): Record<string, string> {
  const sent = ['X-Content-Type-Options', 'Cross-Origin-Resource-Policy', 'Strict-Transport-Security'];
  return Object.fromEntries(Object.entries(headersWithoutHooks(publicOrigin)).filter(([name]) => sent.includes(name)));
}

/** Sets the headers of every answer and logs one line for each: the pattern of the route, never its address, which may hold a token. */
export function guardHeaders(app: FastifyInstance, { log, publicOrigin }: Pick<Deps, 'log' | 'publicOrigin'>): void {
  const isTls = publicOrigin.startsWith('https:');
  void app.register(helmet, {
    global: false,
    contentSecurityPolicy: { useDefaults: false, directives: policy("'self'") },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isTls ? { maxAge: TLS_SECONDS, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
  });
  const assetHeaders = headersOfAssets(publicOrigin);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/assets/')) return void reply.headers(assetHeaders);
    reply.helmet();
    reply.header('X-Request-Id', request.id);
    reply.header('Permissions-Policy', PERMISSIONS);
    if (request.url.startsWith('/api')) reply.header('Cache-Control', 'no-store').header(OUR_MARK.header, OUR_MARK.value);
  });
  app.addHook('onResponse', async (request, reply) =>
    logAnswer(log, {
      call: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      requestId: request.id,
      isStream: reply.getHeader('Content-Type') === EVENT_STREAM,
    }),
  );
}

/** The policy of a page. @param style - where styles may come from */
export function policy(style: string) {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': style.split(' '),
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
}

/**
 * A policy of a page as one header. Strings become markup or scripts through Trusted Types alone.
 *
 * @param style - where styles may come from
 * @param door - the one policy by which the page makes them, `'none'` for a page that needs none
 */
export function policyHeader(style: string, door: string): string {
  const trusted = { 'require-trusted-types-for': ["'script'"], 'trusted-types': [door] };
  return Object.entries({ ...policy(style), ...trusted })
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
}

/** The call of which no line is written: beside the time of a signature, that of its answers would tell whose they were. */
const UNTRACED = routeOf(calls.experienceAnswer);

type Answered = { call: string; status: number; ms: number; requestId: string; isStream: boolean };

function logAnswer(log: Log, { isStream, ...fields }: Answered): void {
  // A stream is answered when it ends: its hours are no time that somebody waited.
  countResponse(fields.call, fields.status, isStream ? 0 : fields.ms);
  if (fields.call.startsWith('/assets') || fields.call === '/health' || fields.call === '/ready') return;
  if (fields.call !== UNTRACED) log.info('answered', fields);
}
