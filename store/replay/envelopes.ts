import { SYNC_BYTES_MOST } from '#contract/sync.ts';
import type { OpRow } from '../outbox/op.ts';
import { sendEnvelope, syncOpOf, type Outcome, type Ready } from './line.ts';
import { freeze, putBack } from './record.ts';
import { verdictOn, type Reply } from './reply-table.ts';
import type { EnvelopeSize, Sending } from './sending.ts';
import { giveBack, stopFor, takeAnswer, type Halt } from './take.ts';
import { withLine, type Way } from './way.ts';

/** Left free in an envelope for its own words, bytes. */
const SLACK = 1024;

const UNANSWERED: Outcome = { reply: { kind: 'nothing' }, output: undefined, failure: null };

/** Sends heads of lanes together: each op is answered by itself, and taken as if it had travelled alone. */
export const byEnvelopes: Way = async (sending, heads, pass) => {
  const { store, times, envelope } = sending;
  const left = [...heads];
  let halt: Halt | null = null;
  let tried = 0;
  let answered = 0;
  while (left.length > 0 && halt === null && envelope.most > 1 && !pass.signal.aborted) {
    const until = store.means.now() + times.blobTimeout;
    const ready = await fill(sending, left, until);
    if (ready.length === 0) continue;
    tried += ready.length;
    pass.onAttempt();
    const asked = withLine(sending, { ...pass, timeout: times.blobTimeout }, (line) => sendEnvelope(line, store.deviceId, ready));
    const ops = ready.map(({ op }) => op);
    const outcome = await asked.catch((failure: unknown) => giveBack(sending, ops, failure));
    pass.onAttempt();
    if (outcome.kind === 'whole') {
      halt = await takeWhole(sending, ready, outcome.reply);
      continue;
    }
    if (ready.length === envelope.most) grow(envelope);
    let fault: { readonly failure: unknown } | null = null;
    for (const each of ready) {
      const result = outcome.outcomes.get(each.op.opId) ?? UNANSWERED;
      try {
        const stop = await takeAnswer(sending, each, result);
        halt ??= stop;
      } catch (failure) {
        // The answers to the others are here, and are taken first.
        fault ??= { failure };
        await giveBack(sending, [each.op], failure).catch(() => {});
      }
      if (result.reply.kind === 'answer') answered += 1;
    }
    if (fault !== null) throw fault.failure;
  }
  return { halt, tried, answered };
};

/** After an answer: by half, so that a line that bears no more is seldom tried in vain. */
export function grow(envelope: EnvelopeSize): void {
  envelope.most = Math.min(envelope.most + Math.ceil(envelope.most / 2), envelope.limit);
}

/** Takes ops off the list, as many as an envelope holds; the one that no longer fits goes in a later pass. */
async function fill(sending: Sending, left: OpRow[], until: number): Promise<Ready[]> {
  const { envelope } = sending;
  const ready: Ready[] = [];
  let bytes = SLACK;
  while (left.length > 0 && ready.length < envelope.most) {
    const [op] = left;
    const next = op === undefined ? null : await freeze(sending, op, until);
    left.shift();
    if (next === null) continue;
    const size = new TextEncoder().encode(JSON.stringify(syncOpOf(next))).length + 1;
    if (bytes + size > SYNC_BYTES_MOST && ready.length > 0) {
      await putBack(sending, next.op, { nextAt: sending.store.means.now(), attempts: next.op.attempts - 1 });
      break;
    }
    ready.push(next);
    bytes += size;
  }
  return ready;
}

/** The envelope itself was not taken: what stops the queue stops it, else its ops go in smaller ones, or one by one. */
async function takeWhole(sending: Sending, ready: readonly Ready[], reply: Reply): Promise<Halt | null> {
  const { envelope } = sending;
  const verdict = verdictOn(reply);
  const ops = ready.map(({ op }) => op);
  if (verdict === 'smaller') envelope.limit = Math.floor(ready.length / 2);
  // On a line that drops this much, half of it may come through.
  else if (verdict === 'again') envelope.most = Math.max(Math.floor(ready.length / 2), 1);
  // A server that knows no envelopes, or does not take this one, may well take each op.
  else if (verdict === 'review' || verdict === 'conflict' || verdict === 'acknowledge') envelope.limit = 0;
  envelope.most = Math.min(envelope.most, envelope.limit);
  const halt = await stopFor(sending, { verdict, reply, ops });
  return halt ?? (reply.kind === 'nothing' ? { kind: 'unreachable' } : null);
}
