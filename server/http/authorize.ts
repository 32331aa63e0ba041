import type { CallAccess, Call } from '#contract/define.ts';
import { PERMISSIONS, type Permission } from '#domain/roles.ts';
import type { Actor, StaffActor, TicketActor } from './actor.ts';
import { Refused } from '#server/api-error.ts';

/**
 * Admits an actor to a call: 401 for a missing or ended token, 403 for one without the permission.
 *
 * @param entry - the call with its access
 * @throws Refused SIGN_IN, TICKET_ENDED or FORBIDDEN
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
  if (ticket.hasEnded && !FOR_ENDED_TICKETS.has(path)) throw new Refused('TICKET_ENDED');
  return ticket;
}

/** A ticket reaches exactly its own version and role: any other id in the input is refused. */
export function restrictToTicket(actor: Actor, input: Readonly<Record<string, unknown>>): void {
  if (actor.kind !== 'ticket') return;
  const named = input['consentID'] ?? input['request_id'];
  if (named !== undefined && named !== actor.consentId) throw new Refused('FORBIDDEN');
  if (input['role'] !== undefined && input['role'] !== actor.role) throw new Refused('FORBIDDEN');
}

function isPermission(access: CallAccess): access is Permission {
  return (PERMISSIONS as readonly string[]).includes(access);
}
