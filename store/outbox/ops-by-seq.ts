import type { OpRow } from '#store/db/op.ts';
import type { VaultDatabase } from '#store/db/vault-database.ts';

/** Reads ops by their places in the queue, in this order. Places that follow each other are one request. */
export async function readOps({ ops }: VaultDatabase, seqs: readonly number[]): Promise<(OpRow | undefined)[]> {
  const { ranges, singles } = splitIntoRanges(seqs);
  const read = await Promise.all([
    ops.bulkGet(singles),
    ...ranges.map(({ first, last }) => ops.where('seq').between(first, last, true, true).toArray()),
  ]);
  const bySeq = new Map(read.flat().flatMap((op) => (op === undefined ? [] : [[op.seq, op] as const])));
  return seqs.map((seq) => bySeq.get(seq));
}

/** Deletes ops by their places in the queue. Places that follow each other are one request. */
export async function deleteOps({ ops }: VaultDatabase, seqs: readonly number[]): Promise<void> {
  const { ranges, singles } = splitIntoRanges(seqs);
  await Promise.all([
    ops.bulkDelete(singles),
    ...ranges.map(({ first, last }) => ops.where('seq').between(first, last, true, true).delete()),
  ]);
}

type Range = { readonly first: number; readonly last: number };

/** A range from so many places on: the database counts what it deletes by range, which is a request more. */
const RANGE_LEAST = 4;

/** The longest ranges that hold these places and no others, and the places beside them. */
function splitIntoRanges(seqs: readonly number[]): { ranges: Range[]; singles: number[] } {
  const runs: { readonly first: number; last: number }[] = [];
  for (const seq of new Set(seqs.toSorted((one, other) => one - other))) {
    const run = runs.at(-1);
    if (run?.last === seq - 1) run.last = seq;
    else runs.push({ first: seq, last: seq });
  }
  const lengthOf = ({ first, last }: Range) => last - first + 1;
  const isRange = (run: Range) => lengthOf(run) >= RANGE_LEAST;
  const seqsOf = (run: Range) => Array.from({ length: lengthOf(run) }, (_, at) => run.first + at);
  return { ranges: runs.filter(isRange), singles: runs.filter((run) => !isRange(run)).flatMap(seqsOf) };
}
