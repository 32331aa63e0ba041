import { RawNode, type Kysely, type KyselyPlugin } from 'kysely';
import type { Tables } from '#server/data/tables/tables.ts';

type Plan = { readonly 'Planning Time': number; readonly 'Execution Time': number };

/** Has PostgreSQL run a raw statement and answer its own times instead of the rows. */
const explained: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (!RawNode.is(node)) throw new Error('Only a raw statement is measured');
    const [head = '', ...rest] = node.sqlFragments;
    return { ...node, sqlFragments: [`explain (analyze, timing off, format json) ${head}`, ...rest] };
  },
  transformResult: async ({ result }) => result,
};

/**
 * The time that PostgreSQL itself spends on a raw statement, without the way there and back, ms. The server's statements are planned once
 * for each connection, so planning stands apart.
 */
export async function databaseTime(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<{ planning: number; execution: number }> {
  const rows = (await work(db.withPlugin(explained))) as { 'QUERY PLAN': readonly [Plan] }[];
  const plan = rows[0]!['QUERY PLAN'][0];
  return { planning: plan['Planning Time'], execution: plan['Execution Time'] };
}
