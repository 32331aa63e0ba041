import { OUR_MARK } from '#contract/engine/our-answer.ts';
import type { Failure } from '#contract/engine/shapes.ts';
import { FAILURES, codeOf } from '#domain/base/messages.ts';
import { DISK_FULL_WORDS } from '#domain/organisation/server-warnings.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#server/outside/log.ts';
import { Refused, type PlainFailureKey } from '#server/api-error.ts';
import { DISK_FULL, tellOfFullDisk } from './full-disk.ts';
import { headersWithoutHooks } from './headers.ts';

/** The one place where an error becomes an answer: `{message, error, fields?, data?, requestId}`. */
export function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { status, body, retryAfter } = failureOf(error, { log, requestId: request.id, call: request.routeOptions.url ?? '' });
    if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
    return reply.status(status).send(body);
  });
  app.setNotFoundHandler(async (request, reply) =>
    reply.status(404).send({ message: FAILURES.NO_SUCH_CALL.message, error: codeOf('NO_SUCH_CALL'), requestId: request.id }),
  );
}

/** The body and status of an error; unexpected errors are logged. `retryAfter` is seconds. */
export function failureOf(
  error: unknown,
  { log, requestId, call }: { log: Log; requestId: string; call: string },
): { status: number; body: Failure; retryAfter: number | undefined } {
  const refused = error instanceof Refused ? error : new Refused(keyOf(error), retryOf(error));
  const isFull = tellOfFullDisk(stringOf(error, 'code'), log);
  if (refused.key === 'FAILED') log.error('unexpected failure', { requestId, call, detail: describe(error) });
  const { status, message, code, fields, retryAfter } = refused;
  const data = withState(refused);
  return {
    status,
    retryAfter,
    body: {
      message: isFull ? DISK_FULL_WORDS : message,
      error: code,
      ...(fields === undefined ? {} : { fields: [...fields] }),
      ...(data === undefined ? {} : { data }),
      requestId,
    },
  };
}

/** The data of a refusal, with the state that stands in the way where one does. */
function withState({ data, state }: Refused): unknown {
  if (state === undefined) return data;
  return typeof data === 'object' && data !== null ? { state, ...data } : { state };
}

/** Answers an address that cannot be read at all: it comes before every hook, so the headers are written here. */
export function answerUnreadable(publicOrigin: string) {
  return (_: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, message } = FAILURES.INVALID;
    void reply
      .status(status)
      .headers({
        ...headersWithoutHooks(publicOrigin),
        'Cache-Control': 'no-store',
        [OUR_MARK.header]: OUR_MARK.value,
        'X-Request-Id': request.id,
      })
      .send({ message, error: codeOf('INVALID'), requestId: request.id });
  };
}

// PostgreSQL's codes for a lock timeout, a serialisation failure, a deadlock, and a unique violation by a concurrent write: a retry
// succeeds or gets the true error.
const TRY_AGAIN = new Set(['55P03', '40001', '40P01', '23505']);

// Codes for a statement over its time, too many connections, a restarting engine, an idle transaction or session, a server that has
// become a replica, and no room on its disk or in its memory.
const TOO_BUSY = new Set(['57014', '53300', '57P01', '25P03', '57P05', '25006', '53200', ...DISK_FULL]);
// Codes of a database that cannot be reached: refused, reset, not found, cut, crashed, or still starting.
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P02',
  '57P03',
]);
// Errors of the queues of the PDF pool and of the database: too many waiters, or too long a wait.
const BUSY = new Set(['Busy', 'DatabaseBusy', 'DatabaseInterrupted']);

/** Whether the database cannot be reached or has no room: another call would fail in the same way. */
export function isUnavailable(error: unknown): boolean {
  return keyOf(error) === 'BUSY';
}

function keyOf(error: unknown): PlainFailureKey {
  const code = stringOf(error, 'code');
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (code !== undefined && TRY_AGAIN.has(code)) return 'IN_PROGRESS';
  if (BUSY.has(stringOf(error, 'name') ?? '') || TOO_BUSY.has(code ?? '') || isUnreachable(error, code)) return 'BUSY';
  // A value that passed the schema and that the database cannot hold.
  if (code?.startsWith('22') === true) return 'INVALID';
  if (status === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return 'TOO_LARGE';
  if (status === 415) return 'UNSUPPORTED';
  if (status === 429) return 'SLOW_DOWN';
  return typeof status === 'number' && status >= 400 && status < 500 ? 'INVALID' : 'FAILED';
}

/** The database was down, or went down during a statement; pg names a cut connection by its message alone. */
function isUnreachable(error: unknown, code: string | undefined): boolean {
  if (code !== undefined) return UNREACHABLE.has(code) || code.startsWith('08');
  return error instanceof Error && /^Connection terminated\b/.test(error.message);
}

function retryOf(error: unknown): { retryAfter?: number } {
  return ['IN_PROGRESS', 'BUSY'].includes(keyOf(error)) ? { retryAfter: 2 } : {};
}

/** Name, code and place, never the message's values: those may hold what a person typed. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frame = error.stack?.split('\n').find((line) => line.trim().startsWith('at ')) ?? '';
  return `${error.name} ${stringOf(error, 'code') ?? ''} ${frame.trim()}`.trim();
}

function stringOf(error: unknown, member: 'code' | 'name'): string | undefined {
  const value: unknown = error instanceof Error ? (error as Error & Record<string, unknown>)[member] : undefined;
  return typeof value === 'string' ? value : undefined;
}
