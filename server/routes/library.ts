import { DONE } from '#domain/base/done-messages.ts';
import { listProcedures, listTemplates, presentProcedure, presentTemplate } from '#server/data/library/library.ts';
import { procedureDetails } from '#server/data/library/procedure-versions.ts';
import { Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context, Handlers } from '#server/http/serve.ts';
import { createProcedure, editResources, updateProcedure } from '#server/work/library/edit-procedure.ts';
import { changeOwnSection } from '#server/work/library/own-section.ts';
import { promoteSection } from '#server/work/library/promote-section.ts';
import { reviewTranslation } from '#server/work/library/review-translation.ts';
import { moveProcedure } from '#server/work/library/move-procedure.ts';

type Names =
  | 'procedureCreate'
  | 'procedureUpdate'
  | 'procedureUpdateStatus'
  | 'procedureEditResources'
  | 'procedureAddSection'
  | 'procedurePromote'
  | 'procedureReviewTranslation'
  | 'procedureGet'
  | 'procedureGetDetails'
  | 'templatesGet';

export const libraryHandlers: Pick<Handlers, Names> = {
  async procedureCreate(fields, context) {
    const id = await createProcedure(fields, context);
    return { message: DONE.PROCEDURE_CREATED, data: await presentDetails(context, { id }) };
  },

  async procedureUpdate(input, context) {
    const version = await updateProcedure(input, context);
    return { message: DONE.PROCEDURE_SAVED, data: await presentDetails(context, { id: input.procedureID, version }) };
  },

  async procedureUpdateStatus(input, context) {
    const version = await moveProcedure(input, context);
    return { message: DONE.PROCEDURE_MOVED, data: await presentDetails(context, { id: input.procedureID, version }) };
  },

  async procedureEditResources(input, context) {
    await editResources(input, context);
    return { message: DONE.RESOURCES_SAVED, data: await presentDetails(context, { id: input.id }) };
  },

  async procedureAddSection(input, context) {
    return { message: DONE.SECTIONS_SAVED, personalProcedures: await changeOwnSection(input, context) };
  },

  async procedurePromote(input, context) {
    const version = await promoteSection(input, context);
    return { message: DONE.SECTION_PROMOTED, data: await presentDetails(context, { id: input.procedureID, version }) };
  },

  async procedureReviewTranslation(input, context) {
    const version = await reviewTranslation(input, context);
    return { message: DONE.TRANSLATION_MARKED, data: await presentDetails(context, { id: input.procedureID, version }) };
  },

  async procedureGet(filter, { db, actor }) {
    const page = await listProcedures(db, actor.organisationId, filter);
    return { message: DONE.OK, data: { ...page, records: page.records.map(presentProcedure) } };
  },

  async procedureGetDetails(wanted, context) {
    return { message: DONE.OK, data: await presentDetails(context, wanted) };
  },

  async templatesGet(filter, { db, actor }) {
    const page = await listTemplates(db, actor.organisationId, filter);
    return { message: DONE.OK, data: { ...page, records: page.records.map(presentTemplate) } };
  },
};

async function presentDetails(
  { db, actor }: Pick<Context<StaffActor>, 'db' | 'actor'>,
  wanted: { id: string; version?: number | undefined },
) {
  const details = await procedureDetails(db, actor.organisationId, wanted);
  if (details === undefined) throw new Refused('NOT_FOUND');
  return details;
}
