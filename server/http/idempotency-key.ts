import type { CallName } from '#contract/calls.ts';
import { Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import type { Actor } from './actor.ts';
import type { Capture } from './capture.ts';
import { keyedBodyOf, type KeyedBody, type SentBody } from './keyed-body.ts';
import { Refused } from '#server/api-error.ts';

/** A call with a key: it takes effect once, however often it comes. */
export type KeyedCall = {
  owner: string;
  opId: string;
  body: KeyedBody;
  name: CallName;
  input: Record<string, unknown>;
  actor: Exclude<Actor, { kind: 'nobody' }>;
  capture: Capture;
  now: string;
};
type CallUnderKey = Pick<KeyedCall, 'name' | 'input' | 'capture' | 'now'> & { actor: Actor; sent: SentBody };

/**
 * A call under its key, or undefined for somebody who owns none.
 *
 * @throws Refused INVALID for a key that is no UUID
 */
export function withIdempotencyKey(key: string, { actor, sent, ...made }: CallUnderKey): KeyedCall | undefined {
  if (actor.kind === 'nobody') return undefined;
  const checked = v.safeParse(Uuid, key.toLowerCase());
  if (!checked.success)
    throw new Refused('INVALID', { fields: [{ path: 'Idempotency-Key', message: 'The Idempotency-Key must be a UUID' }] });
  const owner = keyOwner(actor, made.input);
  return { ...made, actor, owner, opId: checked.output, body: keyedBodyOf(sent, made.input) };
}

/**
 * The owner of a key: the user, or for a ticket its organisation, version and role, as clients choose the ids of versions. A
 * signature that a clinician's session brings for a handover has the owner of that handover's ticket, as the same call may have
 * arrived with the ticket.
 */
export function keyOwner(actor: KeyedCall['actor'], input: Readonly<Record<string, unknown>> = {}): string {
  const ticketOwner = (consentId: string, role: string) => `ticket:${actor.organisationId}:${consentId}:${role}`;
  if (actor.kind === 'ticket') return ticketOwner(actor.consentId, actor.role);
  const { handoverId, consentID, role } = input;
  return typeof handoverId === 'string' && typeof consentID === 'string' && typeof role === 'string'
    ? ticketOwner(consentID, role)
    : `user:${actor.userId}`;
}

/** A call that stores no answer ignores a key that is none. */
export function progressKeyOf(key: string | undefined): string | undefined {
  const checked = v.safeParse(Uuid, key?.toLowerCase());
  return checked.success ? checked.output : undefined;
}
