import { isOurs } from '#server/data/integrity/chain-heads.ts';
import type { Deps } from '#server/deps.ts';
import { fileKey, type FiledHead } from '#server/outside/heads-file.ts';

type Known = {
  heads: ReadonlyMap<string, FiledHead>;
  /** chains in which a check found a fault, by their key */ altered: ReadonlySet<string>;
};

/**
 * The recorded ends that the file does not hold yet, but not those of altered chains, nor one that lies before what the file holds: the file keeps
 * what it said of them.
 */
export async function changedHeads(
  { database: { db }, chainKey }: Pick<Deps, 'database' | 'chainKey'>,
  { heads, altered }: Known,
): Promise<FiledHead[]> {
  const changed: FiledHead[] = [];
  let after: FiledHead | undefined;
  for (;;) {
    let query = db.selectFrom('chain_heads').selectAll();
    const last = after;
    if (last !== undefined)
      query = query.where((has) =>
        has(has.refTuple('organisation_id', 'chain', 'id'), '>', has.tuple(last.organisation_id, last.chain, last.id)),
      );
    const rows = await query.orderBy('organisation_id').orderBy('chain').orderBy('id').limit(1000).execute();
    for (const row of rows) {
      const key = fileKey(row);
      const { organisation_id, chain, id, length, head } = row;
      const isLater = (heads.get(key)?.length ?? -1) < length;
      if (isOurs(chainKey, row) && !altered.has(key) && isLater) changed.push({ organisation_id, chain, id, length, head });
    }
    after = rows.at(-1);
    if (after === undefined) return changed;
  }
}
