import { DONE } from '#domain/messages.ts';
import { listProcedures, listTemplates, presentProcedure, presentTemplate, procedureAt } from '#server/data/consents/library.ts';
import { Refused } from '#server/api-error.ts';
import type { Handlers } from '#server/http/serve.ts';

export const library: Pick<Handlers, 'procedureGet' | 'procedureGetDetails' | 'templatesGet'> = {
  async procedureGet(filter, { db, actor }) {
    const page = await listProcedures(db, actor.organisationId, filter);
    return { message: DONE.OK, data: { ...page, records: page.records.map(presentProcedure) } };
  },

  async procedureGetDetails({ id }, { db, actor }) {
    const row = await procedureAt(db, actor.organisationId, { id });
    if (row === undefined) throw new Refused('NOT_FOUND');
    return { message: DONE.OK, data: presentProcedure(row) };
  },

  async templatesGet(filter, { db, actor }) {
    const page = await listTemplates(db, actor.organisationId, filter);
    return { message: DONE.OK, data: { ...page, records: page.records.map(presentTemplate) } };
  },
};
