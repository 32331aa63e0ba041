import { FIRST_PAGE, PAGE_SIZE, PAGE_SIZE_MOST } from '#contract/shapes/list-shapes.ts';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Db } from './db.ts';

export type ResultPage = { page: number; limit: number };
export type Paged<R> = {
  records: R[];
  page: number;
  limit: number;
  /** at most {@link COUNT_MOST} of a search */
  total: number;
  pages: number;
  /** whether there may be more than `total` */
  totalIsCapped?: true;
};

/** A search counts so far: nobody reads on to the thousandth hit. */
export const COUNT_MOST = 1001;

/** `%word%` with the word's own wildcards taken literally. */
export function likeText(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

// The columns of any query that is only counted.
// oxlint-disable-next-line typescript/no-explicit-any -- the builder's type parameters are those of its query, which no caller names
type AnyQuery = SelectQueryBuilder<any, any, any>;

/** How many rows a query finds, as an expression of another one. @param isSearch - the count stops at {@link COUNT_MOST} */
export function countOf(query: AnyQuery, isSearch: boolean) {
  const ones = query.clearSelect().select(sql`1`.as('one'));
  return sql<number>`(select count(*) from (${isSearch ? ones.limit(COUNT_MOST) : ones}) as found)`;
}

/** The page sizes of the screens. */
export const USUAL_LIMITS = new Set([PAGE_SIZE, PAGE_SIZE_MOST]);

/**
 * The present page of a query: its rows and no others. First pages of the usual sizes are statements of their own, without parameters for
 * their place: PostgreSQL takes an unknown limit for a tenth of the table, and would plan each call anew.
 */
export function onPage<Q extends AnyQuery>(query: Q, { page, limit }: ResultPage): Q {
  const isUsual = page === FIRST_PAGE && USUAL_LIMITS.has(limit);
  // `limit` and `offset` leave the type of the query as it is.
  return (isUsual ? query.limit(sql.lit(limit)) : query.limit(limit).offset((page - 1) * limit)) as Q;
}

/**
 * One page of a query and how many there are in all, in one statement.
 *
 * @param rows - the query with its columns and order
 * @param all - the same query without them, for counting
 * @param isSearch - the total then stops at {@link COUNT_MOST}
 */
export async function pageOf<DB, TB extends keyof DB, O, P>(
  db: Db,
  {
    rows,
    all,
    isSearch = false,
  }: { rows: SelectQueryBuilder<DB, TB, O>; all: SelectQueryBuilder<DB, TB, P>; isSearch?: boolean },
  at: ResultPage,
): Promise<Paged<O>> {
  const count = countOf(all, isSearch);
  // The generic builder cannot name the column that is added to its own.
  const found = (await onPage(rows.select(count.as('total')), at).execute()) as (O & { total: number })[];
  return pagedRows(db, { found, count, isSearch }, at);
}

/** The page of rows that each carry the total, which is asked for alone where there is no row on this page. */
export async function pagedRows<R extends { total: number }>(
  db: Db,
  { found, count, isSearch }: { found: R[]; count: ReturnType<typeof countOf>; isSearch: boolean },
  at: ResultPage,
): Promise<Paged<R>> {
  const total = found[0]?.total ?? (at.page === 1 ? 0 : await alone(db, count));
  return { ...paged(found, total, at), ...(isSearch && total === COUNT_MOST && { totalIsCapped: true as const }) };
}

async function alone(db: Db, count: ReturnType<typeof countOf>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${count} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A page's frame; an empty list has no pages. */
export function paged<R>(records: R[], total: number, { page, limit }: ResultPage): Paged<R> {
  return { records, page, limit, total, pages: Math.ceil(total / limit) };
}
