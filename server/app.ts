import { calls } from '#contract/calls.ts';
import { openApi } from '#contract/openapi.ts';
import { BUILD } from '#domain/base/build.ts';
import { FILE_MOST, SCAN_PAGES_MOST } from '#domain/documents/file-limits.ts';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { DOCS_POLICY, docsPage } from './http/docs-page.ts';
import { compressAnswers, compressionOf } from './http/compress.ts';
import { answerErrors, answerUnreadable } from './http/errors.ts';
import { openLiveHub } from './http/live-hub.ts';
import type { LiveLimits } from './http/live-streams.ts';
import { guardHeaders } from './http/headers.ts';
import { serveHealth } from './http/health.ts';
import { serveMailbox } from './http/mailbox.ts';
import { refuseOldBuilds } from './http/oldest-build.ts';
import { servePages } from './http/pages.ts';
import { endSilentConnections } from './http/silent-connections.ts';
import { shedLoad, type OverloadLimits } from './http/shed-load.ts';
import { serve } from './http/serve.ts';
import type { Deps } from './deps.ts';
import type { Log } from './outside/log.ts';
import { liveHandlers } from './routes/live.ts';
import { handlers } from './routes/handlers.ts';
import { patientBatches } from './routes/patients.ts';

/**
 * Builds the whole server from its parts, without listening.
 *
 * @param options - `pages`: folder of the built page, if it is served here; `hasMailbox`: whether stored mails may be read at
 *   `/mailbox`, which is for trying out and never for production; `trustedProxies`: addresses or networks whose X-Forwarded-For is
 *   trusted, none by default; `requestMs`: how long the headers and the body of a request may take; `overload`: when calls are refused
 *   because the server has too much to do, never by default; `live`: other limits of the open streams
 */
export async function buildApp(
  deps: Deps,
  {
    pages,
    hasMailbox = false,
    trustedProxies = [],
    requestMs = 30_000,
    overload,
    live: liveLimits,
  }: {
    pages?: string;
    hasMailbox?: boolean;
    trustedProxies?: string[];
    requestMs?: number;
    overload?: OverloadLimits;
    live?: Partial<LiveLimits>;
  } = {},
): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    genReqId: () => deps.newId(),
    return503OnClosing: true,
    requestTimeout: requestMs,
    // Node looks at open connections every half minute by default, and waits a minute for headers.
    http: { headersTimeout: requestMs, requestTimeout: requestMs, connectionsCheckingInterval: Math.ceil(requestMs / 30) },
    // No proxy is trusted by default: the address is that of the connection. Host names always come from the settings.
    trustProxy: trustedProxies.length === 0 ? false : trustedProxies,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerUnreadable(deps.publicOrigin),
  });
  endSilentConnections(app.server, requestMs);
  readBodies(app);
  answerErrors(app, deps.log);
  guardHeaders(app, deps);
  if (overload !== undefined) await shedLoad(app, overload);
  refuseOldBuilds(app, deps.settings);
  if (trustedProxies.length === 0) warnOfUnnamedProxy(app, deps.log);
  await app.register(multipart, {
    limits: { fileSize: FILE_MOST, files: SCAN_PAGES_MOST, fields: 10, parts: SCAN_PAGES_MOST + 10 },
    throwFileSizeLimit: true,
  });
  await compressAnswers(app);
  const live = openLiveHub(deps, liveLimits);
  // A stream never ends by itself: the stop would wait for it.
  app.addHook('preClose', async () => live.close());
  serve(app, { ...handlers, ...liveHandlers(live) }, patientBatches, deps);
  const document = openApi({ origin: deps.publicOrigin, version: BUILD });
  app.get('/api/openapi.json', compressionOf('config'), async () => document);
  app.get('/api/docs', async (_, reply) =>
    reply.type('text/html; charset=utf-8').header('Content-Security-Policy', DOCS_POLICY).send(docsPage(calls)),
  );
  serveHealth(app, deps);
  serveMailbox(app, hasMailbox ? deps.mailer.folder : undefined);
  if (pages !== undefined) await servePages(app, pages);
  return app;
}

/** Warns once when a proxy passes requests on that the settings do not name: everybody behind it counts as one network address. */
function warnOfUnnamedProxy(app: FastifyInstance, log: Log): void {
  let isWarned = false;
  app.addHook('onRequest', async ({ headers }) => {
    if (isWarned || (headers.forwarded === undefined && headers['x-forwarded-for'] === undefined)) return;
    isWarned = true;
    log.warn(
      'requests come through a proxy that TRUSTED_PROXIES does not name: everybody behind it shares one limit for sign-ins',
    );
  });
}

/** JSON is the one kind of body besides files; an empty one is an empty object, and plain text is no JSON. */
function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // A signature covers the bytes as they came.
    if (request.routeOptions.config.isRaw === true) return done(null, body);
    if (body.length === 0) return done(null, {});
    return parse(request, body.toString(), done);
  });
}
