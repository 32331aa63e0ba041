import type { Input, Output, QueuedCall } from '#contract/calls.ts';
import { whenHeld } from '#src/held/held.ts';
import type { Change } from '#store/outbox/new-op.ts';
import { api } from './api.ts';

/** A change as a screen asks for it to be kept. */
export type Keeping<K extends QueuedCall> = Change<K> & {
  /** the version that the screen saw: said only where this browser keeps nothing, else the tablet's own row knows it */
  readonly version?: number | undefined;
  /** UUID; the same one repeats a try whose answer was lost, where this browser keeps nothing */
  readonly key?: string | undefined;
  /** aborted when nobody waits any more: what was kept then stays in the queue, whatever the server says of it */
  readonly signal?: AbortSignal | undefined;
};

/**
 * How it ended. `sent`: the server has it; `answer` is null when another tab heard it, or when it travelled with another call: the
 * vault knows the rest. `kept`: it is saved on this tablet and waits to be sent; say "Saved on this tablet" and go on.
 */
export type Ending<K extends QueuedCall> =
  | { readonly kind: 'sent'; readonly answer: Output<K> | null }
  | { readonly kind: 'kept' };

/**
 * Keeps a change on this tablet, queues its call, and waits for the answer as long as one may come soon. Where this browser keeps
 * nothing the call is made at once. Once it is `kept` a refusal goes to the outbox; until then it is thrown, and nothing is left.
 *
 * @throws NotSent when the input does not fit the call
 * @throws CallFailed when the server refused; VERSION_CONFLICT with the present entity in `data.current` also when this tablet
 * already has another value than `seen`
 * @throws Unreachable where this browser keeps nothing; StorageFull
 */
export async function keep<K extends QueuedCall>(change: Keeping<K>): Promise<Ending<K>> {
  const held = await whenHeld();
  if (held !== null) {
    // The store comes with the vault: a page that keeps nothing does not load it.
    const { keepHere } = await import('./keep-here.ts');
    const ending = await keepHere(held, change);
    if (ending !== null) return ending;
  }
  return { kind: 'sent', answer: await sendNow(change) };
}

function sendNow<K extends QueuedCall>({ call, input, version, key }: Keeping<K>): Promise<Output<K>> {
  // The queue's input is the call's own, less the version.
  const whole = { ...input, ...(version === undefined ? {} : { version }) } as unknown as Input<K>;
  return api(call, whole, { idempotencyKey: key });
}
