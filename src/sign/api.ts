import { call, CallFailed, NotSent, Unreachable } from '#contract/engine/call.ts';
import type { Call, InputOf, OutputOf } from '#contract/engine/define.ts';
import { CALL_TIMEOUT } from '#contract/engine/timeouts.ts';
import { withServerClock } from '#src/device/clock.ts';
import { currentTicket } from '#src/session/handover.ts';
import { takeEarlyAnswer } from './early-answer.ts';

type TicketCallOptions = {
  /** idempotency key (UUID) */
  readonly key?: string;
  /** time limit of the answer, ms */
  readonly limitMs?: number;
};

/**
 * Makes one call with the ticket of this tab, or without a ticket from a tab outside a handover.
 *
 * @throws as the contract's `call`; Unreachable also when the server has issued no ticket, and after the time limit
 */
export async function callWithTicket<C extends Call>(
  entry: C,
  input: InputOf<C>,
  { key, limitMs = CALL_TIMEOUT }: TicketCallOptions = {},
): Promise<OutputOf<C>> {
  const ticket = currentTicket()?.ticket;
  if (ticket === null && !entry.access.includes('none')) throw new Unreachable('The server has given no ticket');
  return call(entry, input, { fetch: clockedFetch, root: '/api', token: ticket ?? undefined, idempotencyKey: key, limitMs });
}

/** The browser's fetch, which also sets the clock offset from the server's answers. The form itself may be asked for already. */
export const clockedFetch: typeof fetch = withServerClock((input, init) => takeEarlyAnswer(input, init) ?? fetch(input, init));

/** A sentence for the person, with the field that it concerns, if any. */
export type SignerCallProblem = {
  message: string;
  field?: string | undefined;
  /** it came from elsewhere, in English whatever the page's language is */
  isEnglish?: boolean;
};

/** Consequence of a failed call for the page. */
export type ErrorClass =
  | { kind: 'halt'; why: 'ended' | 'changed' | 'failed'; message: string }
  /** the server has a newer version than this page: read the form again */
  | { kind: 'reload' }
  | { kind: 'problems'; problems: SignerCallProblem[] }
  | { kind: 'silence' };

/** Classifies an error of {@link callWithTicket}. Any other error is rethrown: an unknown one is never read as "no network". */
export function classifyError(error: unknown): ErrorClass {
  if (error instanceof Unreachable) return { kind: 'silence' };
  if (error instanceof NotSent) return { kind: 'problems', problems: error.fields.map(toProblem) };
  if (!(error instanceof CallFailed)) throw error;
  const { status, code, message, fields } = error;
  if (status === 401 || status === 404 || status === 410) return { kind: 'halt', why: 'ended', message };
  if (code === 'DEVICE_REVOKED') return { kind: 'halt', why: 'failed', message };
  if (code === 'SIGNED_CONTENT_MISMATCH' || code === 'VERSION_CONFLICT') return { kind: 'halt', why: 'changed', message };
  if (code === 'ALREADY_SIGNED' || code === 'OPEN_QUESTION') return { kind: 'reload' };
  return { kind: 'problems', problems: fields.length > 0 ? fields.map(toProblem) : [{ message, isEnglish: true }] };
}

function toProblem({ path, message }: { path: string; message: string }): SignerCallProblem {
  return { message, field: path, isEnglish: true };
}
