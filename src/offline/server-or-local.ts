import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import { reasonNeededFor } from '#contract/reason-needed.ts';
import { isCopyBest } from '#contract/engine/retry.ts';
import { fallbackTimeout, isReached } from '#src/device/last-ping.ts';
import type { ServerAnswer } from './local/context.ts';
import type { LocalData } from './local/local-data.ts';
import { beginRead } from './first-views.ts';
import { currentOfflineSession, whenOfflineReady } from './session.ts';

/** The server's answer, beside this device's data where a vault is open. */
export type ServerOrLocal<T> = { readonly local: null; readonly data: T } | ({ readonly local: LocalData } & ServerAnswer<T>);

/**
 * The screen that waits for an answer. `show` shows this device's copy meanwhile, unless something is shown already; `drop` takes away
 * whatever is shown.
 */
export type CopyDisplay<View> = {
  readonly signal: AbortSignal;
  readonly show: (copy: View) => void;
  readonly drop: () => void;
};

/**
 * Wait for the server's answer before this device's copy is shown, ms [choice]: shorter, and on a good network every screen would
 * show its copy for a moment.
 */
export const COPY_DELAY = 500;

type Ask<T> = (signal: AbortSignal) => Promise<T>;
type ToView<T, View> = (answer: ServerOrLocal<T>) => Promise<View>;

/**
 * Asks the server. With an open vault the copies of this device are shown after {@link COPY_DELAY}, at once while the server is known
 * to be out of reach; and they are the result when the server is out of reach, fails, is busy or takes no
 * call of this build, and after a 404.
 *
 * @param toView - makes the view of an answer, or of this device's data alone
 * @throws all other errors of `ask`, and those of `toView`
 */
export async function serverOrLocal<T, View>(ask: Ask<T>, toView: ToView<T, View>, display: CopyDisplay<View>): Promise<View> {
  return showingCopy(toView, display, async () => toView(await askServer(ask, display.signal)));
}

/**
 * Reads one entity as {@link serverOrLocal}. When neither the server nor this device knows it, both are asked once more: an op
 * that was still queued when the server was asked may have been sent before the local read.
 *
 * @param toView - makes the view; throws when neither knows the entity
 * @throws what `toView` throws the second time
 */
export async function oneFromServerOrLocal<T, View>(
  ask: Ask<T>,
  toView: ToView<T, View>,
  display: CopyDisplay<View>,
): Promise<View> {
  return showingCopy(toView, display, async () => {
    try {
      return await toView(await askServer(ask, display.signal));
    } catch (failure) {
      if (!isNotFound(failure) || currentOfflineSession() === null) throw failure;
      return toView(await askServer(ask, display.signal));
    }
  });
}

/** Shows this device's copy while `work` takes long; no longer once the server wants a reason first. */
async function showingCopy<T, View>(
  toView: ToView<T, View>,
  { signal, show, drop }: CopyDisplay<View>,
  work: () => Promise<View>,
): Promise<View> {
  let isOver = false;
  const showCopy = async () => {
    const offline = await whenOfflineReady();
    if (offline === null || isOver) return;
    const copy = await toView({ local: offline.local, data: null, failure: new Unreachable('No answer yet') });
    if (!isOver && !signal.aborted) show(copy);
  };
  // A device without a copy has nothing to show: the answer alone tells why.
  const timer = setTimeout(() => void showCopy().catch(() => undefined), isReached() ? COPY_DELAY : 0);
  const end = beginRead();
  try {
    return await work();
  } catch (failure) {
    isOver = true;
    // Without a reason nobody reads it, whatever this device keeps.
    if (reasonNeededFor(failure) !== undefined) drop();
    throw failure;
  } finally {
    end();
    isOver = true;
    clearTimeout(timer);
  }
}

async function askServer<T>(ask: Ask<T>, signal: AbortSignal): Promise<ServerOrLocal<T>> {
  const opening = whenOfflineReady();
  const cut = new AbortController();
  const stop = () => cut.abort();
  const giveUp = () => cut.abort(new DOMException('The answer took too long', 'TimeoutError'));
  // Without a vault there is nothing to show instead of waiting.
  const timeout = currentOfflineSession() === null ? undefined : setTimeout(giveUp, fallbackTimeout());
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

function mayAnswerLocally(failure: unknown): failure is Unreachable | CallFailed {
  return failure instanceof Unreachable || (failure instanceof CallFailed && (isCopyBest(failure) || isNotFound(failure)));
}

function isNotFound(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && failure.status === 404;
}
