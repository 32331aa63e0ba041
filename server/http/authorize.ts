import type { CallAccess, Call } from '#contract/engine/define.ts';
import { PERMISSIONS, type Permission } from '#domain/accounts/roles.ts';
import { moveTicketEnd, TICKET_LENGTH } from '#server/data/signing/handovers.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { deviceById } from '#server/data/sync/devices.ts';
import { isByLink, type Actor, type StaffActor, type TicketActor } from './actor.ts';
import { Refused } from '#server/api-error.ts';

/**
 * Admits an actor to a call: 401 for a missing or ended token, 403 for one without the permission.
 *
 * @param entry - the call with its access
 * @throws Refused SIGN_IN, TICKET_ENDED, RECORDED_IN_ERROR, DEVICE_REVOKED for a ticket of a blocked tablet, or FORBIDDEN
 */
export function authorize(entry: Pick<Call, 'access' | 'path'>, found: StaffActor | TicketActor | undefined): Actor {
  const { access } = entry;
  if (access.includes('none') || access.includes('token')) return { kind: 'nobody' };
  if (found === undefined) throw new Refused(access.includes('ticket') && access.length === 1 ? 'TICKET_ENDED' : 'SIGN_IN');
  if (found.kind === 'ticket') return authorizeTicket(found, entry);
  if (found.status !== 'ACTIVE') {
    if (access.includes('registering')) return found;
    throw new Refused('REGISTRATION_OPEN');
  }
  if (access.includes('signedIn') || access.some((each) => isPermission(each) && found.permissions.includes(each))) return found;
  throw new Refused('FORBIDDEN');
}

// The clinician's password also ends a handover whose ticket has run out meanwhile.
const FOR_ENDED_TICKETS = new Set(['user/unlock']);

function authorizeTicket(ticket: TicketActor, { access, path }: Pick<Call, 'access' | 'path'>): TicketActor {
  if (!access.includes('ticket')) throw new Refused('FORBIDDEN');
  if (ticket.isBlocked) throw new Refused('DEVICE_REVOKED');
  if (!FOR_ENDED_TICKETS.has(path)) refuseEnded(ticket);
  return ticket;
}

/** @throws Refused TICKET_ENDED; RECORDED_IN_ERROR to a signer at home, who has shown who they are, for a form that was made by mistake */
export function refuseEnded(ticket: TicketActor): void {
  if (ticket.hasEnded) throw new Refused(ticket.isInError && isByLink(ticket) ? 'RECORDED_IN_ERROR' : 'TICKET_ENDED');
}

/** A ticket reaches exactly its own version and role: any other id in the input is refused. */
export function restrictToTicket(actor: Actor, input: Readonly<Record<string, unknown>>): void {
  if (actor.kind !== 'ticket') return;
  const named = input['consentID'] ?? input['request_id'];
  if (named !== undefined && named !== actor.consentId) throw new Refused('FORBIDDEN');
  if (input['role'] !== undefined && input['role'] !== actor.role) throw new Refused('FORBIDDEN');
}

/** A ticket lives half an hour after its last use, up to its latest end. */
export async function extendTicket(actor: Actor, { database, clock }: Deps): Promise<void> {
  if (actor.kind !== 'ticket' || actor.hasEnded) return;
  await moveTicketEnd(database.db, actor.handoverId, actor.organisationId, new Date(clock() + TICKET_LENGTH).toISOString());
}

/**
 * A queued call names the tablet that it was made on: that is the one on which its sender has signed in.
 *
 * @throws Refused DEVICE_REVOKED for a blocked tablet, DEVICE_PENDING for any other, and until this one has proved its id
 */
export async function refuseOtherDevice(db: Db, actor: Actor, deviceId: string | undefined): Promise<void> {
  if (actor.kind === 'nobody' || deviceId === undefined || deviceId === actor.deviceId) return;
  const isBlocked = (await deviceById(db, actor.organisationId, deviceId))?.revoked_at != null;
  throw new Refused(isBlocked ? 'DEVICE_REVOKED' : 'DEVICE_PENDING');
}

function isPermission(access: CallAccess): access is Permission {
  return (PERMISSIONS as readonly string[]).includes(access);
}
