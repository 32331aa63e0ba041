import { DONE } from '#domain/messages.ts';
import { templateFaults, tooLongFaults } from '#domain/template-faults.ts';
import { presentTemplate } from '#server/data/consents/library.ts';
import { deleteTemplate, insertVersion, listVersions, lockTemplate } from '#server/data/consents/template-versions.ts';
import { newLetterhead } from '#server/work/documents/letterhead.ts';
import { templatePreview } from '#server/work/documents/template-preview.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Handlers } from '#server/http/serve.ts';

type Names = 'templatesCreate' | 'templatesUpdate' | 'templatesPreview' | 'templatesDelete' | 'templatesGetVersions';

export const templates: Pick<Handlers, Names> = {
  async templatesCreate({ data: nodes, ...fields }, { db, actor, deps, now }) {
    refuseFaulty({ formType: fields.formType, data: nodes });
    const at = { organisationId: actor.organisationId, id: deps.newId() };
    const row = await insertVersion(db, at, { ...fields, nodes, version: 1, author: authorOf(actor), now });
    return { message: DONE.TEMPLATE_CREATED, data: presentTemplate(row) };
  },

  async templatesUpdate({ _id: id, version, revision = version, data: nodes, ...fields }, { db, actor, now }) {
    refuseFaulty({ formType: fields.formType, data: nodes });
    const at = { organisationId: actor.organisationId, id };
    const current = await lockTemplate(db, at);
    if (current === undefined) throw new Refused('NOT_FOUND');
    if (current.version !== version || current.version !== revision)
      throw new Refused('VERSION_CONFLICT', { data: { current: presentTemplate(current) } });
    const row = await insertVersion(db, at, { ...fields, nodes, version: version + 1, author: authorOf(actor), now });
    return { message: DONE.TEMPLATE_SAVED, data: presentTemplate(row) };
  },

  async templatesPreview({ data: nodes, formType, format }, { db, actor, deps }) {
    const fields = tooLongFaults(nodes);
    if (fields.length > 0) throw new Refused('INVALID', { fields });
    const letterhead = await newLetterhead(db, actor.organisationId);
    const document = templatePreview({ letterhead, formType, nodes, today: todayOf(deps), madeAt: deps.clock() });
    if (format === 'SVG') return { file: await deps.pdf.picture(document), name: 'template.svg', type: 'image/svg+xml' };
    return { file: await deps.pdf.render(document), name: 'template.pdf', type: 'application/pdf' };
  },

  async templatesDelete({ _id: id }, { db, actor, now }) {
    const { organisationId, userId } = actor;
    if (!(await deleteTemplate(db, { organisationId, id }, { userId, now }))) throw new Refused('NOT_FOUND');
    return { message: DONE.TEMPLATE_DELETED };
  },

  async templatesGetVersions({ _id: id, ...filter }, { db, actor }) {
    const page = await listVersions(db, { organisationId: actor.organisationId, id }, filter);
    if (page.total === 0) throw new Refused('NOT_FOUND');
    const records = page.records.map((row) => ({ ...presentTemplate(row), isCurrent: row.is_current }));
    return { message: DONE.OK, data: { ...page, records } };
  },
};

function authorOf({ userId, name }: StaffActor) {
  return { id: userId, name };
}

/** @throws Refused INVALID with a sentence for each fault of the text */
function refuseFaulty(written: Parameters<typeof templateFaults>[0]): void {
  const fields = templateFaults(written);
  if (fields.length > 0) throw new Refused('INVALID', { fields });
}
