import type { ConsentKey } from '#server/data/consents/consents.ts';
import type { Db } from '#server/data/db.ts';
import type { QuestionRow } from './signers.ts';

/** The questions of a version, in the order in which they were asked. */
export async function questionsIn(db: Db, { organisationId, id }: ConsentKey): Promise<QuestionRow[]> {
  return db
    .selectFrom('questions')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}
