import type { ProcedureEvent } from '#domain/library/procedure.ts';
import { insertProcedureEvent } from '#server/data/library/procedure-versions.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';

/** A call of an editor. */
export type Editing = Pick<Context<StaffActor>, 'db' | 'actor' | 'deps' | 'now'>;

type Happened = Pick<ProcedureEvent, 'type'> & Partial<Pick<ProcedureEvent, 'fields' | 'from' | 'to' | 'note'>>;

/** Adds to a procedure's history what the actor has done with a version, in the transaction of the call. */
export async function recordProcedureEvent(
  { db, actor, deps, now }: Editing,
  { id, version }: { id: string; version: number },
  { type, fields = [], from = null, to = null, note = '' }: Happened,
): Promise<void> {
  await insertProcedureEvent(db, {
    organisation_id: actor.organisationId,
    procedure_id: id,
    id: deps.newId(),
    at: now,
    user_id: actor.userId,
    user_name: actor.name,
    type,
    version,
    fields,
    from_status: from,
    to_status: to,
    note,
  });
}
