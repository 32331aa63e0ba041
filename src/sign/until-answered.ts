import { CallFailed, Unreachable } from '#contract/call.ts';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

/**
 * Does the work again and again, with growing waits, until the server has answered it: with a yes, or with a no that no
 * repeat would change. Resolves then. An error that is no answer of the server is thrown on.
 *
 * @param wait - lets this many ms go by
 */
export async function untilAnswered(work: () => Promise<unknown>, wait: (ms: number) => Promise<void>): Promise<void> {
  for (let pause = FIRST_WAIT; ; pause = Math.min(pause * 2, LONGEST_WAIT)) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof CallFailed)) throw error;
      if (error instanceof CallFailed && error.status < 500 && error.status !== 429) return;
    }
    await wait(pause);
  }
}
