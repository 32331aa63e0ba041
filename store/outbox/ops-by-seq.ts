import type { OpRow } from '#store/db/op.ts';
import type { VaultDatabase } from '#store/db/vault-database.ts';

/** Reads ops by their places in the queue, in this order: places that follow each other in one request. */
export async function readOps(db: VaultDatabase, seqs: readonly number[]): Promise<(OpRow | undefined)[]> {
  const read = await Promise.all(
    rangesOf(seqs).map(({ first, last }) => db.ops.where('seq').between(first, last, true, true).toArray()),
  );
  const bySeq = new Map(read.flat().map((op) => [op.seq, op]));
  return seqs.map((seq) => bySeq.get(seq));
}

/** Deletes ops by their places in the queue: places that follow each other in one request. */
export async function deleteOps(db: VaultDatabase, seqs: readonly number[]): Promise<void> {
  await Promise.all(rangesOf(seqs).map(({ first, last }) => db.ops.where('seq').between(first, last, true, true).delete()));
}

type Range = { readonly first: number; last: number };

/** The fewest ranges that hold these places and no others. */
function rangesOf(seqs: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (const seq of seqs.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range !== undefined && seq <= range.last + 1) range.last = seq;
    else ranges.push({ first: seq, last: seq });
  }
  return ranges;
}
