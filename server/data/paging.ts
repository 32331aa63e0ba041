import type { SelectQueryBuilder } from 'kysely';

export type ResultPage = { page: number; limit: number };
export type Paged<R> = { records: R[]; page: number; limit: number; total: number; pages: number };

/** `%word%` with the word's own wildcards taken literally. */
export function likeText(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/**
 * One page of a query and how many there are in all.
 *
 * @param rows - the query with its columns and order
 * @param all - the same query without them, for counting
 */
export async function pageOf<DB, TB extends keyof DB, O, P>(
  rows: SelectQueryBuilder<DB, TB, O>,
  all: SelectQueryBuilder<DB, TB, P>,
  { page, limit }: ResultPage,
): Promise<Paged<O>> {
  // The generic builder cannot name the column that was just selected.
  const counted = (await all
    .clearSelect()
    .select((has) => has.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()) as unknown as { total: number };
  const records = await rows
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return paged(records, counted.total, { page, limit });
}

/** A page's frame; an empty list has no pages. */
export function paged<R>(records: R[], total: number, { page, limit }: ResultPage): Paged<R> {
  return { records, page, limit, total, pages: Math.ceil(total / limit) };
}
