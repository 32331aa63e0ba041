import { sql, type Kysely } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';

/** Counter of the numbers by which an organisation's people name a patient (`P-000123`). */
export const PATIENT_NUMBERS = 'patient';
/** As {@link PATIENT_NUMBERS}, of a case (`C-000417`). */
export const CASE_NUMBERS = 'case';

/** The least numbers that are taken at once [choice]: about so many are skipped when the server stops. */
const BLOCK = 10;

type CounterRef = { organisationId: string; name: string };
/** Numbers that this process has taken and not given out, the smallest first, and how many of them are held for calls. */
type Stock = { free: number[]; held: number; filling: Promise<void> };

const stocks = new WeakMap<object, Map<string, Stock>>();

/**
 * Holds numbers for calls that begin now, and takes a block of them in a short transaction of its own when there are too few: two
 * calls do not wait for each other's end. To be called before the calls' own transaction, as the embedded database has one connection.
 * The numbers of a block are given out in order; those left when the server stops are skipped.
 *
 * @returns lets go of the numbers that the calls have not taken
 */
export async function holdNumbers(db: Kysely<Tables>, counter: CounterRef, count: number): Promise<() => void> {
  const stock = stockOf(db, counter);
  stock.held += count;
  const fill = async () => {
    const missing = stock.held - stock.free.length;
    if (missing > 0) stock.free.push(...(await takeBlock(db, counter, Math.max(missing, BLOCK))));
  };
  const letGo = () => void (stock.held -= count);
  // One after another: the next caller finds what is left of this one's block.
  stock.filling = stock.filling.then(fill, fill);
  try {
    await stock.filling;
  } catch (error) {
    letGo();
    throw error;
  }
  return letGo;
}

/**
 * The next numbers of an organisation's own counter, from 1: from the stock that {@link holdNumbers} has filled, else a block of the
 * counter itself, whose row is then locked until the caller's transaction ends. A number of a block is given out once, also when that
 * transaction is rolled back.
 *
 * @param db - the caller's transaction
 */
export async function nextNumbers(
  db: Db,
  { root, ...counter }: CounterRef & { root: Kysely<Tables> },
  count: number,
): Promise<number[]> {
  const numbers = stockOf(root, counter).free.splice(0, count);
  if (numbers.length < count) numbers.push(...(await takeBlock(db, counter, count - numbers.length)));
  return numbers;
}

async function takeBlock(db: Db, { organisationId, name }: CounterRef, count: number): Promise<number[]> {
  const { value } = await db
    .insertInto('counters')
    .values({ organisation_id: organisationId, name, value: count })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'name']).doUpdateSet({ value: sql<number>`counters.value + ${count}` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return Array.from({ length: count }, (_, at) => value - count + 1 + at);
}

function stockOf(db: object, { organisationId, name }: CounterRef): Stock {
  const all = stocks.get(db) ?? new Map<string, Stock>();
  stocks.set(db, all);
  const key = `${organisationId} ${name}`;
  const stock = all.get(key) ?? { free: [], held: 0, filling: Promise.resolve() };
  all.set(key, stock);
  return stock;
}
