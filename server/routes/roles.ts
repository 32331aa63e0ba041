import { DONE } from '#domain/base/done-messages.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import { paged } from '#server/data/paging.ts';
import { presentRole, roleById, rolesOf } from '#server/data/accounts/role-rows.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { Refused } from '#server/api-error.ts';
import type { Context, Handlers } from '#server/http/serve.ts';
import { changeRole, createRole, removeRole } from '#server/work/accounts/change-role.ts';

type Names = 'roleGet' | 'roleCreate' | 'roleUpdate' | 'roleDelete' | 'roleDeleteSafely';

export const rolesHandlers: Pick<Handlers, Names> = {
  async roleGet({ page, limit, role, startDate, endDate, updatedStartDate, updatedEndDate }, { db, actor, deps }) {
    // Days of the organisation's time zone.
    const isWithin = (instant: string, from: string | undefined, to: string | undefined) => {
      const day = localDate(Date.parse(instant), deps.settings.timeZone);
      return (from === undefined || day >= from) && (to === undefined || day <= to);
    };
    const fitting = (await rolesOf(db, actor.organisationId)).filter(
      ({ name, key, created_at, updated_at }) =>
        foldForSearch(`${name} ${key}`).includes(foldForSearch(role)) &&
        isWithin(created_at, startDate, endDate) &&
        isWithin(updated_at, updatedStartDate, updatedEndDate),
    );
    const records = fitting.slice((page - 1) * limit, page * limit).map(presentRole);
    return { message: DONE.OK, data: paged(records, fitting.length, { page, limit }) };
  },

  async roleCreate(fields, context) {
    const id = await createRole(fields, context);
    return { message: DONE.ROLE_CREATED, data: await tell(id, context) };
  },

  async roleUpdate(fields, context) {
    await changeRole(fields, context);
    return { message: DONE.ROLE_UPDATED, data: await tell(fields.id, context) };
  },

  // A link that is followed by chance sends no header, so it deletes nothing.
  async roleDelete({ id }, context) {
    if (context.key === undefined)
      throw new Refused('INVALID', { fields: [{ path: 'Idempotency-Key', message: 'The Idempotency-Key is required' }] });
    await removeRole(id, context);
    return { message: DONE.ROLE_DELETED };
  },

  async roleDeleteSafely({ id }, context) {
    await removeRole(id, context);
    return { message: DONE.ROLE_DELETED };
  },
};

async function tell(id: string, { db, actor }: Pick<Context<StaffActor>, 'db' | 'actor'>) {
  const role = await roleById(db, actor.organisationId, id);
  if (role === undefined) throw new Refused('NOT_FOUND');
  return presentRole(role);
}
