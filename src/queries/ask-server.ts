import { CallFailed, Unreachable } from '#contract/call.ts';
import { currentHeld, whenHeld, type Held } from '#src/held/held.ts';
import { SHORT_WAIT } from '#src/session/waits.ts';

/** What came of asking the server where this tablet keeps something; with a `failure` only the tablet can tell. */
export type AskedHere<T> =
  | { readonly held: Held; readonly told: T; readonly failure: null }
  | { readonly held: Held; readonly told: null; readonly failure: Unreachable | CallFailed };

/** As {@link AskedHere}, or the server's word alone. */
export type Asked<T> = { readonly held: null; readonly told: T } | AskedHere<T>;

/**
 * Asks the server first. Out of reach, or not known there (404), is no failure yet where this tablet keeps something.
 *
 * @throws whatever `ask` throws else
 */
export async function askServer<T>(ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<Asked<T>> {
  const opening = whenHeld();
  const cut = new AbortController();
  const stop = () => cut.abort();
  // Where nothing is kept there is nothing to show instead of waiting.
  const patience = currentHeld() === null ? undefined : setTimeout(stop, SHORT_WAIT);
  signal.addEventListener('abort', stop);
  try {
    const told = await ask(cut.signal);
    const held = await opening;
    return held === null ? { held, told } : { held, told, failure: null };
  } catch (failure) {
    const held = await opening;
    if (held === null || signal.aborted || !isHelped(failure)) throw failure;
    return { held, told: null, failure };
  } finally {
    clearTimeout(patience);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * As {@link askServer} for one thing, with what `look` makes of it. Where neither the server nor this tablet knows it, both are asked
 * once more: what waited here when the server was asked may have reached it before this tablet looked.
 *
 * @throws whatever `look` throws the second time
 */
export async function askForOne<T, Seen>(
  ask: (signal: AbortSignal) => Promise<T>,
  look: (asked: Asked<T>) => Promise<Seen>,
  signal: AbortSignal,
): Promise<Seen> {
  try {
    return await look(await askServer(ask, signal));
  } catch (failure) {
    if (!isUnknown(failure) || currentHeld() === null) throw failure;
    return look(await askServer(ask, signal));
  }
}

function isHelped(failure: unknown): failure is Unreachable | CallFailed {
  return failure instanceof Unreachable || isUnknown(failure);
}

function isUnknown(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && failure.status === 404;
}
