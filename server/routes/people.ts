import { DONE } from '#domain/messages.ts';
import { listPeople, presentPeople } from '../data/people.ts';
import { Refused } from '../http/refused.ts';
import type { Handlers } from '../http/serve.ts';
import { todayOf } from '../policies/accounts.ts';
import { authorise } from '../work/authorise.ts';

const SAID = { ACTIVE: DONE.USER_APPROVED, REJECTED: DONE.USER_REJECTED, SUSPENDED: DONE.USER_SUSPENDED };

export const people: Pick<Handlers, 'userAuthoriseList' | 'userAuthorise'> = {
  async userAuthoriseList(filter, { sql, actor, parts }) {
    const today = todayOf(parts);
    const { records: ids, ...frame } = await listPeople(sql, actor.organisationId, { ...filter, today });
    return { message: DONE.OK, data: { ...frame, records: await presentPeople(sql, actor.organisationId, { ids, today }) } };
  },

  async userAuthorise(given, context) {
    const { sql, actor, parts } = context;
    const id = await authorise(given, context);
    const today = todayOf(parts);
    const [data] = await presentPeople(sql, actor.organisationId, { ids: [id], today });
    if (data === undefined) throw new Refused('NOT_FOUND');
    return { message: SAID[given.status], data };
  },
};
