import type { CallAccess } from '#contract/engine/define.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { permissionsInForce, type Permission } from '#domain/accounts/roles.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { beginNow } from '#domain/accounts/session.ts';
import type { UserStatus } from '#domain/accounts/user-status.ts';
import { moveSession, revokeSession } from '#server/data/accounts/sessions.ts';
import { fullName, ownPlans } from '#server/data/accounts/users.ts';
import { presentEpoch } from '#server/data/backup/data-epoch.ts';
import { latestRight } from '#server/data/clock-ahead.ts';
import { compiledOnce } from '#server/data/compiled-query.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Caller } from '#server/data/name-caller.ts';
import { hashToken } from '#server/data/tokens.ts';

/** A signed-in member of staff. Everything they reach is inside their organisation. */
export type StaffActor = {
  kind: 'staff';
  organisationId: string;
  userId: string;
  sessionId: string;
  /** the tablet that this session was begun on, once it has proved its id */
  deviceId: string | null;
  token: string;
  name: string;
  roleName: string;
  roleKey: string;
  /** ACTIVE, or a state of a registration that is not finished */
  status: UserStatus;
  /** their permissions today; none while the registration is not finished */
  permissions: readonly Permission[];
  /** of the data when this call was admitted: read together with the session, so that no server tells an old one */
  dataEpoch?: string | null;
};

/** The holder of a ticket: one signer of one version, and the clinician who handed the tablet over, or sent the link. */
export type TicketActor = {
  kind: 'ticket';
  organisationId: string;
  consentId: string;
  role: SignerRole;
  /** place of the signer; undefined for a version that was recalled before places were stored */
  signingOrder: number | undefined;
  handoverId: string;
  /** of a visit by a link; null on a tablet that was handed over */
  linkId: string | null;
  /** the staff session that handed the tablet over; null for a visit by a link */
  sessionId: string | null;
  handedOverBy: string;
  /** the tablet of the session that handed it over */
  deviceId: string | null;
  /** whether an administrator has blocked that tablet */
  isBlocked: boolean;
  hasEnded: boolean;
  /** whether the version was recorded in error */
  isInError: boolean;
  /** as of a member of staff */
  dataEpoch?: string | null;
};
/** Whether a signer visits by a link, away from the ward. */
export function isByLink(actor: StaffActor | TicketActor): boolean {
  return actor.kind === 'ticket' && actor.linkId !== null;
}

export type Nobody = { kind: 'nobody' };
export type Actor = StaffActor | TicketActor | Nobody;

/** The actor that a handler gets, by the access of the call: a permission never admits a ticket, nor a ticket a staff session. */
export type ActorFor<A extends CallAccess> = A extends 'none' | 'token' ? Nobody : A extends 'ticket' ? TicketActor : StaffActor;

/** The caller as records name them; undefined for somebody who visits by a link, or is not known. */
export function callerOf(actor: StaffActor | TicketActor | undefined, address: string): Caller | undefined {
  if (actor === undefined || isByLink(actor)) return undefined;
  return { userId: actor.kind === 'staff' ? actor.userId : null, deviceId: actor.deviceId, address };
}

/** The actor of a token; `undefined` when it is missing, unknown, or its session has ended. An ended ticket has `hasEnded`. */
export async function actorOf(
  token: string | undefined,
  { database, clock, settings }: Pick<Deps, 'database' | 'clock' | 'settings'>,
): Promise<StaffActor | TicketActor | undefined> {
  if (token === undefined) return undefined;
  const now = new Date(clock()).toISOString();
  if (token.startsWith('t_')) return ticketActor(token, database.db, now);
  return staffActor(token, database.db, { now, today: localDate(clock(), settings.timeZone) });
}

const SIGNED_IN: readonly UserStatus[] = ['ACTIVE', 'PENDING_PROFILE', 'PENDING_2FA', 'PENDING_TERMS'];

/** A session that has not ended, with its user, as each call of the staff reads it. */
const staffSession = compiledOnce(['tokenHash', 'now'], (db, { tokenHash, now }) =>
  db
    .selectFrom('session_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 's.user_id').onRef('u.organisation_id', '=', 's.organisation_id'))
    .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
    .leftJoin('roles as r', (join) => join.onRef('r.id', '=', 'u.role_id').onRef('r.organisation_id', '=', 'u.organisation_id'))
    .select([
      's.id as sessionId',
      's.organisation_id',
      's.device_id',
      's.signed_in_at',
      's.ends_at',
      'u.id as userId',
      'u.first_name',
      'u.last_name',
      'u.status',
      'u.expiry_date',
      'r.name as roleName',
      'r.key as roleKey',
      'r.permissions',
      ownPlans.as('plans'),
      presentEpoch.as('dataEpoch'),
    ])
    .where('t.token_hash', '=', tokenHash)
    .where('s.ended_at', 'is', null)
    .where('s.ends_at', '>', now)
    // A session that began while its organisation was ended.
    .where('o.ended_at', 'is', null),
);

async function staffActor(
  token: string,
  db: Db,
  { now, today }: { now: string; today: string },
): Promise<StaffActor | undefined> {
  const [row] = await staffSession(db, { tokenHash: hashToken(token), now });
  if (row === undefined || !SIGNED_IN.includes(row.status)) return undefined;
  if (row.expiry_date !== null && row.expiry_date < today) return undefined;
  if (Date.parse(row.signed_in_at) > Date.parse(latestRight(now)) && !(await isBegunNow(db, row, now))) return undefined;
  return {
    kind: 'staff',
    organisationId: row.organisation_id,
    userId: row.userId,
    sessionId: row.sessionId,
    deviceId: row.device_id,
    token,
    name: fullName(row),
    roleName: row.roleName ?? '',
    roleKey: row.roleKey ?? '',
    status: row.status,
    dataEpoch: textOrNull(row.dataEpoch),
    permissions: row.status === 'ACTIVE' ? permissionsInForce({ granted: row.permissions ?? [], plans: row.plans, today }) : [],
  };
}

/** Begins a session now that would begin in the future. @returns false where it ended, as the clock went too far back: it stays ended when that is right again */
async function isBegunNow(
  db: Db,
  { sessionId, signed_in_at: before, ends_at: endsAt }: { sessionId: string; signed_in_at: string; ends_at: string },
  now: string,
): Promise<boolean> {
  const moved = beginNow({ endsAt: Date.parse(endsAt), signedInAt: Date.parse(before), now: Date.parse(now) });
  if (moved === undefined) {
    await inTransaction(db, (trx) => revokeSession(trx, sessionId, now));
    return false;
  }
  const iso = (ms: number) => new Date(ms).toISOString();
  const times = { signedInAt: iso(moved.signedInAt), endsAt: iso(moved.endsAt) };
  await inTransaction(db, (trx) => moveSession(trx, { id: sessionId, before }, times));
  return true;
}

/** A ticket with its handover, as each call of a signer reads it. */
const ticketHandover = compiledOnce(['tokenHash'], (db, { tokenHash }) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('handovers as h', (join) =>
      join.onRef('h.id', '=', 't.handover_id').onRef('h.organisation_id', '=', 't.organisation_id'),
    )
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'h.user_id').onRef('u.organisation_id', '=', 'h.organisation_id'))
    .innerJoin('consents as v', (join) =>
      join.onRef('v.id', '=', 'h.consent_id').onRef('v.organisation_id', '=', 'h.organisation_id'),
    )
    .leftJoin('links as l', (join) => join.onRef('l.id', '=', 'h.link_id').onRef('l.organisation_id', '=', 'h.organisation_id'))
    .leftJoin('sessions as s', 's.id', 'h.session_id')
    .leftJoin('devices as d', (join) =>
      join.onRef('d.id', '=', 's.device_id').onRef('d.organisation_id', '=', 'h.organisation_id'),
    )
    .select([
      'h.organisation_id',
      'h.consent_id',
      'h.role',
      'h.signing_order',
      'h.id',
      'h.session_id',
      'h.link_id',
      'h.ended_at',
      't.ends_at',
      'l.ended_at as link_ended_at',
      'l.locked_at',
      'v.void_kind',
      'd.id as deviceId',
      'd.revoked_at',
      'u.first_name',
      'u.last_name',
      presentEpoch.as('dataEpoch'),
    ])
    .where('t.token_hash', '=', tokenHash),
);

async function ticketActor(token: string, db: Db, now: string): Promise<TicketActor | undefined> {
  const [row] = await ticketHandover(db, { tokenHash: hashToken(token) });
  if (row === undefined) return undefined;
  return {
    kind: 'ticket',
    organisationId: row.organisation_id,
    consentId: row.consent_id,
    role: row.role,
    signingOrder: row.signing_order ?? undefined,
    handoverId: row.id,
    linkId: row.link_id,
    sessionId: row.session_id,
    handedOverBy: fullName(row),
    deviceId: row.deviceId,
    isBlocked: row.revoked_at !== null,
    hasEnded: row.ended_at !== null || row.ends_at <= now || row.link_ended_at !== null || row.locked_at !== null,
    isInError: row.void_kind !== null,
    dataEpoch: textOrNull(row.dataEpoch),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
