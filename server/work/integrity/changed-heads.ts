import { isOurs, type ChainRef } from '#server/data/integrity/chain-heads.ts';
import { filedMarksAfter, type RowMark } from '#server/data/integrity/row-marks.ts';
import type { Deps } from '#server/deps.ts';
import { fileKey, type FiledHead } from '#server/outside/heads-file.ts';
import { headOfMark } from './check-rows.ts';
import { headOfRecorded } from './record-rows.ts';

type Known = {
  heads: ReadonlyMap<string, FiledHead>;
  /** chains and rows in which a check found a fault, by their key */ altered: ReadonlySet<string>;
};

/**
 * The recorded ends and marks that the file does not hold yet, but not those of altered chains and rows, nor one that lies before what the file holds: the file keeps
 * what it said of them.
 */
export async function changedHeads(deps: Pick<Deps, 'database' | 'chainKey'>, known: Known): Promise<FiledHead[]> {
  return [...(await changedEnds(deps, known)), ...(await changedMarks(deps, known))];
}

async function changedEnds(
  { database: { db }, chainKey }: Pick<Deps, 'database' | 'chainKey'>,
  { heads, altered }: Known,
): Promise<FiledHead[]> {
  const changed: FiledHead[] = [];
  let after: ChainRef | undefined;
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

async function changedMarks(
  { database: { db }, chainKey }: Pick<Deps, 'database' | 'chainKey'>,
  { heads, altered }: Known,
): Promise<FiledHead[]> {
  const recorded = await headOfRecorded(db, chainKey);
  const isNew = recorded !== undefined && (heads.get(fileKey(recorded))?.length ?? -1) < recorded.length;
  const changed: FiledHead[] = isNew ? [recorded] : [];
  let after: RowMark | undefined;
  do {
    const page = await filedMarksAfter(db, after);
    for (const head of page.map(headOfMark)) {
      const key = fileKey(head);
      if (!altered.has(key) && (heads.get(key)?.length ?? -1) < head.length) changed.push(head);
    }
    after = page.at(-1);
  } while (after !== undefined);
  return changed;
}
