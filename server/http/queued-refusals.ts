import type { Call } from '#contract/engine/define.ts';
import { DAY } from '#domain/base/limits.ts';
import type { FailureKey } from '#domain/base/messages.ts';
import { Refused } from '#server/api-error.ts';
import { hasSecurityEvent, insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from './actor.ts';
import type { Capture } from './capture.ts';

type QueuedCall = {
  entry: Pick<Call, 'method' | 'path'>;
  /** undefined for a token that opens nothing */
  actor: Actor | undefined;
  /** @throws Refused for a capture that is none */
  readCapture: () => Capture;
  key: string | undefined;
  address: string;
};

/** Refusals after which a tablet goes on by itself. */
const EXPECTED: ReadonlySet<FailureKey> = new Set<FailureKey>([
  'SIGN_IN',
  'TICKET_ENDED',
  'DEVICE_PENDING',
  'RESTORED',
  'IN_PROGRESS',
  'VERSION_CONFLICT',
  'ALREADY_DONE',
  'ALREADY_EXISTS',
  'SLOW_DOWN',
]);

/** Writes the refusal of a call that a tablet had queued into the security log, once a day for a call, and nothing of its content. */
export async function logQueuedRefusal(
  { database: { db }, clock, newId, chainKey }: Pick<Deps, 'database' | 'clock' | 'newId' | 'chainKey'>,
  error: unknown,
  { entry: { method, path }, actor, readCapture, key, address }: QueuedCall,
): Promise<void> {
  if (actor?.kind !== 'staff') return;
  if (!(error instanceof Refused) || error.status >= 500 || EXPECTED.has(error.key)) return;
  const deviceId = deviceOf(readCapture);
  if (deviceId === undefined) return;
  const { organisationId, userId: id, name } = actor;
  const detail = `${method} ${path}: ${error.key}, tablet ${deviceId}, call ${key ?? 'without a key'}`;
  const event = { organisationId, type: 'QUEUED_CALL_REFUSED', subject: 'A queued call', detail } as const;
  if (await hasSecurityEvent(db, event, new Date(clock() - DAY).toISOString())) return;
  await insertSecurityEvent(db, { newId, clock, chainKey }, { ...event, actor: { id, name }, address });
}

function deviceOf(readCapture: () => Capture): string | undefined {
  try {
    return readCapture().deviceId;
  } catch (error) {
    // The call names no tablet that a line could name.
    if (error instanceof Refused) return undefined;
    throw error;
  }
}
