import { CallFailed, Unreachable } from '#contract/call.ts';
import { isRetryable } from '#contract/retry.ts';
import { FALLBACK_TIMEOUT } from '#src/session/timeouts.ts';
import type { ServerAnswer } from './local/context.ts';
import type { LocalData } from './local/local-data.ts';
import { currentOfflineSession, whenOfflineReady } from './session.ts';

/** The server's answer, beside this device's data where a vault is open. */
export type ServerOrLocal<T> = { readonly local: null; readonly data: T } | ({ readonly local: LocalData } & ServerAnswer<T>);

/**
 * Asks the server first. With an open vault the local data answer when the server is out of reach, fails or is busy, and after a
 * 404.
 *
 * @throws all other errors of `ask`
 */
export async function serverOrLocal<T>(ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<ServerOrLocal<T>> {
  const opening = whenOfflineReady();
  const cut = new AbortController();
  const stop = () => cut.abort();
  // Without a vault there is nothing to show instead of waiting.
  const timeout = currentOfflineSession() === null ? undefined : setTimeout(stop, FALLBACK_TIMEOUT);
  signal.addEventListener('abort', stop);
  try {
    const data = await ask(cut.signal);
    const offline = await opening;
    return offline === null ? { local: null, data } : { local: offline.local, data, failure: null };
  } catch (failure) {
    const offline = await opening;
    if (offline === null || signal.aborted || !mayAnswerLocally(failure)) throw failure;
    return { local: offline.local, data: null, failure };
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Reads one entity as {@link serverOrLocal}. When neither the server nor this device knows it, both are asked once more: an op
 * that was still queued when the server was asked may have been sent before the local read.
 *
 * @param toView - makes the view; throws when neither knows the entity
 * @throws what `toView` throws the second time
 */
export async function oneFromServerOrLocal<T, View>(
  ask: (signal: AbortSignal) => Promise<T>,
  toView: (answer: ServerOrLocal<T>) => Promise<View>,
  signal: AbortSignal,
): Promise<View> {
  try {
    return await toView(await serverOrLocal(ask, signal));
  } catch (failure) {
    if (!isNotFound(failure) || currentOfflineSession() === null) throw failure;
    return toView(await serverOrLocal(ask, signal));
  }
}

function mayAnswerLocally(failure: unknown): failure is Unreachable | CallFailed {
  return failure instanceof Unreachable || (failure instanceof CallFailed && (isRetryable(failure) || isNotFound(failure)));
}

function isNotFound(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && failure.status === 404;
}
