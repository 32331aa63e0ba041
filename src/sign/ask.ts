import { call, CallFailed, NotSent, Unreachable } from '#contract/call.ts';
import type { Call, InputOf, OutputOf } from '#contract/define.ts';
import { learnServerTime } from '#src/session/clock.ts';
import { currentTicket } from '#src/session/handover.ts';
import { WAIT } from '#src/session/waits.ts';

type Asking = {
  /** UUID; the same key never takes effect twice */
  readonly key?: string;
  /** how long the answer may take, ms */
  readonly limitMs?: number;
};

/**
 * Makes one call with the ticket of this tab, or with none from a tab that has no part in a handover.
 *
 * @throws as the contract's `call`; Unreachable also where the server has given no ticket, and after too long a wait
 */
export async function ask<C extends Call>(
  entry: C,
  input: InputOf<C>,
  { key, limitMs = WAIT }: Asking = {},
): Promise<OutputOf<C>> {
  const ticket = currentTicket()?.ticket;
  if (ticket === null && !entry.access.includes('none')) throw new Unreachable('The server has given no ticket');
  return call(entry, input, { fetch: timed, root: '/api', token: ticket ?? undefined, idempotencyKey: key, limitMs });
}

/** The browser's own, which also learns the server's time. */
export const timed: typeof fetch = async (input, init) => {
  const asked = Date.now();
  const response = await fetch(input, init);
  // A portal in between has a clock of its own.
  if (response.headers.get('x-app') === 'consent') learnServerTime(response.headers.get('date'), (asked + Date.now()) / 2);
  return response;
};

/** A sentence for the person, and the field that it is about, if one. */
export type Problem = { message: string; field?: string | undefined };

/** What a failed call means for the page. */
export type Judged =
  | { kind: 'halt'; why: 'ended' | 'changed'; message: string }
  /** the server knows more than this page: read the form again */
  | { kind: 'reload' }
  | { kind: 'problems'; problems: Problem[] }
  | { kind: 'silence' };

/**
 * Judges what {@link ask} threw. Anything else is thrown on: an unknown error is never read as "no network".
 */
export function judge(error: unknown): Judged {
  if (error instanceof Unreachable) return { kind: 'silence' };
  if (error instanceof NotSent) return { kind: 'problems', problems: error.fields.map(toProblem) };
  if (!(error instanceof CallFailed)) throw error;
  const { status, code, message, fields } = error;
  if (status === 401 || status === 404 || status === 410) return { kind: 'halt', why: 'ended', message };
  if (code === 'SIGNED_CONTENT_MISMATCH' || code === 'VERSION_CONFLICT') return { kind: 'halt', why: 'changed', message };
  if (code === 'ALREADY_SIGNED' || code === 'OPEN_QUESTION') return { kind: 'reload' };
  return { kind: 'problems', problems: fields.length > 0 ? fields.map(toProblem) : [{ message }] };
}

function toProblem({ path, message }: { path: string; message: string }): Problem {
  return { message, field: path };
}
