import { calls, type CallName } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import * as v from 'valibot';
import { Refused } from '#server/api-error.ts';
import type { Deps } from '#server/deps.ts';
import { callerOf, type Actor, type StaffActor, type TicketActor } from './actor.ts';
import { authorize, refuseOtherDevice, extendTicket, restrictToTicket } from './authorize.ts';
import { isQueuedCapture, sentAtOnce, type Capture } from './capture.ts';
import { withIdempotencyKey, type KeyedCall } from './idempotency-key.ts';
import type { openReadings } from './readings.ts';
import { refusedInput, type RequestInput } from './request-input.ts';

/** A call as it was received, unchecked. */
export type ReceivedCall = {
  name: CallName;
  /** network address of the sender */
  address: string;
  /** reads the capture. @throws Refused INVALID naming the invalid part */
  readCapture: () => Capture;
  /** reads fields and file; called after the sender was authorized */
  readInput: () => Promise<RequestInput>;
  key: string | undefined;
  /** whether it came in an envelope of queued calls */
  isOp: boolean;
};

export type Sender = StaffActor | TicketActor | undefined;

/** A call after the checks of its sender, input and key. */
type CheckedCall = Omit<RequestInput, 'fields'> & {
  actor: Actor;
  input: Record<string, unknown>;
  capture: Capture;
  now: string;
  isForTablet: boolean;
  keyed: KeyedCall | undefined;
  isWrite: boolean;
  logReading: (answer: unknown) => Promise<void>;
};

/**
 * Checks a received call in this order: sender, tablet, input, ticket, and whether the record may be read.
 *
 * @throws Refused with the first check that fails
 */
export async function admitCall(
  { name, address, readCapture, readInput, key, isOp }: ReceivedCall,
  sender: Sender,
  { deps, readings }: { readonly deps: Deps; readonly readings: ReturnType<typeof openReadings> },
): Promise<CheckedCall> {
  const entry: Call = calls[name];
  const actor = authorize(entry, sender);
  // Only what may be queued is taken as queued: a tablet's name and time make no other call one that was kept without a network.
  const capture = entry.offline === 'queue' ? readCapture() : sentAtOnce(readCapture());
  const { fields, files, fileNames } = await readInput();
  await refuseOtherDevice(deps.database.db, actor, capture.deviceId);
  // One fault for each field: later faults of the same field often follow from its first.
  const checked = v.safeParse(entry.input, fields, { abortPipeEarly: true });
  if (!checked.success) throw refusedInput(entry, checked.issues);
  // Every input schema of the table is an object.
  const input = checked.output as Record<string, unknown>;
  restrictToTicket(actor, input);
  await extendTicket(actor, deps);
  const logReading = await readings.admit({ name, input, actor, caller: callerOf(sender, address) });
  const now = new Date(deps.clock()).toISOString();
  const isSecret = entry.isSecret?.(input) === true;
  // A queued call cannot ask for a secret: by the time of its answer nobody looks at the screen that would show the code.
  if (isSecret && (isOp || isQueuedCapture(capture)))
    throw new Refused('INVALID', { fields: [{ path: 'channel', message: 'A code is shown with a network alone' }] });
  const isWrite = entry.keyed && entry.isRead?.(input) !== true;
  const sent = { fields, files };
  const keyed =
    !isWrite || key === undefined || isSecret ? undefined : withIdempotencyKey(key, { name, input, sent, actor, capture, now });
  const isForTablet = isOp || capture.capturedAt !== undefined || capture.deviceId !== undefined;
  return { actor, input, files, fileNames, capture, now, isForTablet, keyed, isWrite, logReading };
}
