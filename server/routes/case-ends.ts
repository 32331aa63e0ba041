import { DONE } from '#domain/base/done-messages.ts';
import { lockInOrder } from '#server/data/cases/ordered-locks.ts';
import { caseSummary } from '#server/data/summaries/case-summaries.ts';
import { Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context, Handlers } from '#server/http/serve.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import { openRecord } from '#server/work/cases/open-case.ts';
import { recordEnd, undoEnd } from '#server/work/consents/end-case.ts';
import { presentListed } from '#server/work/consents/listed.ts';
import { presentCase } from '#server/work/consents/view.ts';

type Names = 'recordDone' | 'recordClose' | 'recordUndoEnd' | 'recordDoneList';

export const caseEndsHandlers: Pick<Handlers, Names> = {
  async recordDone({ id, ...done }, context) {
    await recordEnd(await openRecord(context, id), context.actor, { kind: 'DONE', ...done });
    return { message: DONE.OPERATION_DONE, ...(await asEnded(context, id)) };
  },

  async recordClose({ id, ...closed }, context) {
    await recordEnd(await openRecord(context, id), context.actor, { kind: 'CLOSED', ...closed });
    return { message: DONE.CASE_CLOSED, ...(await asEnded(context, id)) };
  },

  async recordUndoEnd({ id, reason }, context) {
    await undoEnd(await openRecord(context, id), context.actor, reason);
    return { message: DONE.END_UNDONE, ...(await asEnded(context, id)) };
  },

  async recordDoneList({ ids, on }, context) {
    // In one order, so that two lists that name the same cases wait for each other, and never both.
    await lockInOrder(context.db, context.actor.organisationId, { patients: [], cases: ids, consents: [] });
    const results = [];
    for (const id of ids) results.push(await doneOf(context, { id, on }));
    return { message: DONE.OPERATIONS_DONE, results };
  },
};

/** One case of a list: what is refused of it is told beside it. */
async function doneOf(context: Context<StaffActor>, { id, on }: { id: string; on: string }) {
  try {
    await recordEnd(await openRecord(context, id), context.actor, { kind: 'DONE', on, source: 'LIST' });
    return { id, code: null, message: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { id, code: error.key, message: error.message };
  }
}

async function asEnded({ db, actor, deps }: Context<StaffActor>, id: string) {
  const record = await caseSummary(db, caseVisibility(actor), id);
  if (record === undefined) throw new Refused('NOT_FOUND');
  return { data: presentCase(record, deps), listing: await presentListed(db, record, deps) };
}
