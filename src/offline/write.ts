import type { QueuedCall } from '#contract/calls.ts';
import { Unreachable } from '#contract/engine/call.ts';
import { extractOf } from '#store/outbox/answer-extract.ts';
import { ContactNotStored } from '#store/outbox/enqueue.ts';
import { untypedApi } from '#src/session/api.ts';
import type { WriteRequest, WriteResult } from './local/writes.ts';
import { whenOfflineReady } from './session.ts';

/** The change holds contact details of a protected patient, and the server did not answer: nothing was saved. */
export class NetworkNeeded extends Error {
  override name = 'NetworkNeeded';
}

/**
 * Stores a change on this device, queues its call, and waits for the answer as long as one may come soon. A browser without a vault
 * makes the call at once, and so does every browser where the vault may not store the change. After `queued` a refusal goes to the outbox; before it, it is thrown and nothing of the change is stored.
 *
 * @throws NotSent when the input does not fit the call
 * @throws CallFailed when the server refused; VERSION_CONFLICT with the present entity in `data.current` also when this device
 * already has another value than `expected`
 * @throws Unreachable without a vault; NetworkNeeded; StorageFull
 */
export async function writeOrQueue<K extends QueuedCall>(request: WriteRequest<K>): Promise<WriteResult<K>> {
  const offline = await whenOfflineReady();
  const queued = offline === null ? null : await offline.local.writes.queue(request).catch(whereNotStored);
  if (queued === 'not stored') return sendNow(request).catch(whereUnreachable);
  return queued ?? sendNow(request);
}

function whereNotStored(failure: unknown): 'not stored' {
  if (failure instanceof ContactNotStored) return 'not stored';
  throw failure;
}

function whereUnreachable(failure: unknown): never {
  throw failure instanceof Unreachable ? new NetworkNeeded('No tablet stores this') : failure;
}

async function sendNow<K extends QueuedCall>({ call, input, version, key }: WriteRequest<K>): Promise<WriteResult<K>> {
  // The queue's input is the call's own, less the version.
  const versioned = { ...input, ...(version === undefined ? {} : { version }) };
  return { kind: 'sent', extract: extractOf(call, await untypedApi(call, versioned, { idempotencyKey: key })) };
}
