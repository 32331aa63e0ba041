import { DONE } from '#domain/messages.ts';
import { listProcedures, listTemplates, presentProcedure, presentTemplate, procedureAt } from '../data/library.ts';
import { Refused } from '../http/refused.ts';
import type { Handlers } from '../http/serve.ts';

export const library: Pick<Handlers, 'procedureGet' | 'procedureGetDetails' | 'templatesGet'> = {
  async procedureGet(filter, { sql, actor }) {
    const page = await listProcedures(sql, actor.organisationId, filter);
    return { message: DONE.OK, data: { ...page, records: page.records.map(presentProcedure) } };
  },

  async procedureGetDetails({ id }, { sql, actor }) {
    const row = await procedureAt(sql, actor.organisationId, { id });
    if (row === undefined) throw new Refused('NOT_FOUND');
    return { message: DONE.OK, data: presentProcedure(row) };
  },

  async templatesGet(filter, { sql, actor }) {
    const page = await listTemplates(sql, actor.organisationId, filter);
    return { message: DONE.OK, data: { ...page, records: page.records.map(presentTemplate) } };
  },
};
