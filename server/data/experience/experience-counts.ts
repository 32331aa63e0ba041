import { sql } from 'kysely';
import { BEST_ANSWER } from '#domain/experience/collaborate.ts';
import type { ExperienceCell } from '#domain/experience/experience-figures.ts';
import type { Db } from '#server/data/db.ts';

type Nonce = { readonly organisationId: string; /** SHA-256 */ readonly hash: string };

/** Uses a nonce. @param endsAt - ISO; after it nothing bears the nonce any more @returns false where it was used before */
export async function takeNonce(db: Db, { organisationId, hash, endsAt }: Nonce & { readonly endsAt: string }): Promise<boolean> {
  const taken = await db
    .insertInto('used_nonces')
    .values({ organisation_id: organisationId, hash, ends_at: endsAt })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'hash']).doNothing())
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Whether a nonce was used. */
export async function isNonceUsed(db: Db, { organisationId, hash }: Nonce): Promise<boolean> {
  const found = await db
    .selectFrom('used_nonces')
    .select('hash')
    .where('organisation_id', '=', organisationId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return found !== undefined;
}

/** Three answers, from 0 to 4, about a procedure in a month. */
type Answers = {
  readonly organisationId: string;
  readonly month: string;
  readonly procedureId: string;
  readonly q1: number;
  readonly q2: number;
  readonly q3: number;
};

/** Counts answers: the count of those that are alike goes up by one. */
export async function countAnswers(db: Db, { organisationId, procedureId, ...answers }: Answers): Promise<void> {
  await db
    .insertInto('experience_counts')
    .values({ organisation_id: organisationId, procedure_id: procedureId, ...answers, n: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'month', 'procedure_id', 'q1', 'q2', 'q3'])
        .doUpdateSet({ n: sql<number>`experience_counts.n + 1` }),
    )
    .execute();
}

/** The answers of each procedure in each of the months. @param months - both ends included */
export async function experienceCells(
  db: Db,
  organisationId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ExperienceCell[]> {
  const best = sql<string>`coalesce(sum(n) filter (where q1 = ${BEST_ANSWER} and q2 = ${BEST_ANSWER} and q3 = ${BEST_ANSWER}), 0)`;
  const rows = await db
    .selectFrom('experience_counts')
    .select(['procedure_id', 'month'])
    .select((eb) => [eb.fn.sum<string>('n').as('answers'), best.as('top')])
    .where('organisation_id', '=', organisationId)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .groupBy(['procedure_id', 'month'])
    .execute();
  return rows.map(({ procedure_id: procedureID, month, answers, top }) => {
    return { procedureID, month, n: Number(answers), top: Number(top) };
  });
}

/** The names of procedures in the library today, by their ids. */
export async function procedureNames(
  db: Db,
  organisationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('procedures')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .where(sql<boolean>`is_current`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
