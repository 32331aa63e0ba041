import { DONE } from '#domain/base/done-messages.ts';
import { listPeople, presentPeople } from '#server/data/accounts/people.ts';
import { Refused } from '#server/api-error.ts';
import type { Handlers } from '#server/http/serve.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { authorise } from '#server/work/accounts/authorise.ts';

const SAID = { ACTIVE: DONE.USER_APPROVED, REJECTED: DONE.USER_REJECTED, SUSPENDED: DONE.USER_SUSPENDED };

export const peopleHandlers: Pick<Handlers, 'userAuthoriseList' | 'userAuthorise'> = {
  async userAuthoriseList(filter, { db, actor, deps }) {
    const today = todayOf(deps);
    const { records: ids, ...frame } = await listPeople(db, actor.organisationId, { ...filter, today });
    return { message: DONE.OK, data: { ...frame, records: await presentPeople(db, actor.organisationId, { ids, today }) } };
  },

  async userAuthorise(given, context) {
    const { db, actor, deps } = context;
    const id = await authorise(given, context);
    const today = todayOf(deps);
    const [data] = await presentPeople(db, actor.organisationId, { ids: [id], today });
    if (data === undefined) throw new Refused('NOT_FOUND');
    return { message: SAID[given.status], data };
  },
};
