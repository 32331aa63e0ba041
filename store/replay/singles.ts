import { sendOne, type Ready } from './line.ts';
import { freeze } from './record.ts';
import { CALLS_AT_ONCE, SILENT_CALLS } from './sending.ts';
import { giveBack, takeAnswer, type Halt } from './take.ts';
import { withLine, type Way } from './way.ts';

/** Sends each by its own call, a few at a time; ends early when nothing answers or the server says stop. */
export const oneByOne: Way = async (sending, heads, pass) => {
  const { store, times } = sending;
  const left = [...heads];
  let halt: Halt | null = null;
  let tried = 0;
  let answered = 0;
  let silent = 0;
  const exchange = async (ready: Ready, timeout: number) => {
    const outcome = await withLine(sending, { ...pass, timeout }, (line) => sendOne(line, ready));
    pass.onAttempt();
    const isSilent = outcome.reply.kind === 'nothing';
    silent = isSilent ? silent + 1 : 0;
    const isDown = isSilent && silent >= Math.min(SILENT_CALLS, heads.length);
    const stop = await takeAnswer(sending, ready, outcome);
    return { reply: outcome.reply, stop: stop ?? (isDown ? ({ kind: 'unreachable' } as const) : null) };
  };
  const sender = async () => {
    for (let op = left.shift(); op !== undefined && halt === null && !pass.signal.aborted; op = left.shift()) {
      const timeout = op.blob === null ? times.callTimeout : times.blobTimeout;
      const ready = await freeze(sending, op, store.means.now() + timeout);
      if (ready === null) continue;
      tried += 1;
      pass.onAttempt();
      const { reply, stop } = await exchange(ready, timeout).catch((failure: unknown) => giveBack(sending, [ready.op], failure));
      if (reply.kind === 'answer' && reply.isOurs) answered += 1;
      halt ??= stop;
    }
  };
  // All are waited for: nothing of this pass may write once it has ended.
  const ends = await Promise.allSettled(Array.from({ length: CALLS_AT_ONCE }, sender));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return { halt, tried, answered };
};
