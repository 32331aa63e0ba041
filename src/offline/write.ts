import type { Input, Output, QueuedCall } from '#contract/calls.ts';
import { api } from '#src/session/api.ts';
import type { WriteRequest, WriteResult } from './local/writes.ts';
import { whenOfflineReady } from './session.ts';

/**
 * Stores a change on this device, queues its call, and waits for the answer as long as one may come soon. A browser without a vault
 * makes the call at once. After `queued` a refusal goes to the outbox; before it, it is thrown and nothing of the change is stored.
 *
 * @throws NotSent when the input does not fit the call
 * @throws CallFailed when the server refused; VERSION_CONFLICT with the present entity in `data.current` also when this device
 * already has another value than `expected`
 * @throws Unreachable without a vault; StorageFull
 */
export async function writeOrQueue<K extends QueuedCall>(request: WriteRequest<K>): Promise<WriteResult<K>> {
  const offline = await whenOfflineReady();
  const result = offline === null ? null : await offline.local.writes.queue(request);
  return result ?? { kind: 'sent', answer: await sendNow(request) };
}

function sendNow<K extends QueuedCall>({ call, input, version, key }: WriteRequest<K>): Promise<Output<K>> {
  // The queue's input is the call's own, less the version.
  const whole = { ...input, ...(version === undefined ? {} : { version }) } as unknown as Input<K>;
  return api(call, whole, { idempotencyKey: key });
}
