import { sendOne } from './line.ts';
import { freeze, putBack } from './record.ts';
import { CALLS_AT_ONCE, SILENT_CALLS } from './sending.ts';
import { takeAnswer, type Halt } from './take.ts';
import { withLine, type Way } from './way.ts';

/** Sends each by its own call, a few at a time; ends early when nothing answers or the server says stop. */
export const oneByOne: Way = async (sending, heads, pass) => {
  const { store, times } = sending;
  const left = [...heads];
  let halt: Halt | null = null;
  let tried = 0;
  let answered = 0;
  let silent = 0;
  const sender = async () => {
    for (let op = left.shift(); op !== undefined && halt === null && !pass.signal.aborted; op = left.shift()) {
      const timeout = op.blob === null ? times.callTimeout : times.blobTimeout;
      const ready = await freeze(sending, op, store.means.now() + timeout);
      if (ready === null) continue;
      tried += 1;
      pass.onAttempt();
      const outcome = await withLine(sending, { ...pass, timeout }, (line) => sendOne(line, ready)).catch(
        async (failure: unknown) => {
          await putBack(sending, ready.op, { nextAt: store.means.now() });
          throw failure;
        },
      );
      pass.onAttempt();
      silent = outcome.reply.kind === 'nothing' ? silent + 1 : 0;
      const isDown = silent >= Math.min(SILENT_CALLS, heads.length);
      const stop = await takeAnswer(sending, ready, outcome);
      if (outcome.reply.kind === 'answer' && outcome.reply.isOurs) answered += 1;
      halt ??= stop ?? (isDown ? { kind: 'unreachable' } : null);
    }
  };
  // All are waited for: nothing of this pass may write once it has ended.
  const ends = await Promise.allSettled(Array.from({ length: CALLS_AT_ONCE }, sender));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return { halt, tried, answered };
};
