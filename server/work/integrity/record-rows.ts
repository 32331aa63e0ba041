import { canonical } from '#domain/base/canonical.ts';
import { counted } from '#domain/base/counted.ts';
import { HOUR } from '#domain/base/limits.ts';
import { HOLDING_ORGANISATION } from '#server/data/accounts/holding-organisation.ts';
import { insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import type { ChainKey } from '#server/data/integrity/chain-heads.ts';
import { coverOf, MARKED_TABLES, NO_ORGANISATION } from '#server/data/integrity/marked-tables.ts';
import { markedRowsAfter, marksWithoutRow, type MarkedRow } from '#server/data/integrity/marked-rows.ts';
import { isMarkOf, markOf, putMarks, type RowMark } from '#server/data/integrity/row-marks.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { fileKey, type FiledHead, type HeadsFile } from '#server/outside/heads-file.ts';

/** The parts of a server that mark rows. */
export type Recording = Pick<Deps, 'database' | 'chainKey' | 'clock' | 'newId' | 'log'>;

/** Since when the rows of a table carry marks, ISO, and what these cover. `isOpen`: servers of the build before may still write. */
type Recorded = { cover: string; since: string; isOpen: boolean };
/** By table. */
export type MarkedSince = Readonly<Record<string, Recorded>>;
/** `count`: how often it was said which tables are marked. */
type Said = { readonly tables: MarkedSince; readonly count: number; readonly mac: string };
/** Which tables have marks; undefined where no start has marked them, ALTERED where what says so was not written with this key, or is older than what was filed. */
export type RecordedTables = MarkedSince | 'ALTERED' | undefined;

const SETTING = 'row_marks';

/** How long servers of the build before may go on beside one of this build [choice]. */
const ROLLING = HOUR;

/** Among the filed heads: which tables are marked. */
const FILED_AS = { organisation_id: NO_ORGANISATION, chain: 'ROW', id: `settings ${SETTING}` } as const;

/** Its name among the filed heads. */
export const RECORDED_KEY = fileKey(FILED_AS);

const macOf = (key: ChainKey, tables: MarkedSince, count: number) => key.mac(canonical({ row: SETTING, tables, count }));

async function readSaid(db: Db): Promise<Said | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  if (row === undefined) return undefined;
  // Its members are compared with the MAC before anything relies on them.
  const { tables = {}, count = 0, mac = '' } = (row.value ?? {}) as Partial<Said>;
  return { tables, count, mac };
}

/** Which tables have marks, by the database and by the file of heads. */
export async function recordedTables(db: Db, key: ChainKey, filed: ReadonlyMap<string, FiledHead>): Promise<RecordedTables> {
  const said = await readSaid(db);
  const before = filed.get(RECORDED_KEY);
  if (said === undefined) return before === undefined ? undefined : 'ALTERED';
  const isOurs = said.mac === macOf(key, said.tables, said.count);
  return isOurs && said.count >= (before?.length ?? 0) ? said.tables : 'ALTERED';
}

/** The same for the file of heads; undefined before the first start. */
export async function headOfRecorded(db: Db, key: ChainKey): Promise<FiledHead | undefined> {
  const said = await readSaid(db);
  const isOurs = said !== undefined && said.mac === macOf(key, said.tables, said.count);
  return isOurs ? { ...FILED_AS, length: said.count, head: said.mac } : undefined;
}

/** Notes which tables are marked. */
export async function sayTables(db: Db, key: ChainKey, tables: MarkedSince): Promise<void> {
  const count = ((await readSaid(db))?.count ?? 0) + 1;
  const value = json<unknown>({ tables, count, mac: macOf(key, tables, count) });
  await db
    .insertInto('settings')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/**
 * Marks the rows of tables that have no marks yet, or marks of another cover: once for each. Where what says so is missing although the file
 * of heads knows of it, or is altered, nothing is marked, and each check tells of it.
 */
export async function recordRowsOnce(deps: Recording, file: Pick<HeadsFile, 'read'>): Promise<void> {
  const { db } = deps.database;
  const recorded = await recordedTables(db, deps.chainKey, (await file.read())?.heads ?? new Map());
  if (recorded === 'ALTERED')
    return deps.log.error('what the database says of the marks of its rows is missing or altered: nothing is marked anew');
  const since = new Date(deps.clock()).toISOString();
  const fresh = Object.entries(MARKED_TABLES).filter(([table, marked]) => recorded?.[table]?.cover !== coverOf(marked));
  if (fresh.length === 0) return;
  const asOpen = (isOpen: boolean): MarkedSince =>
    Object.fromEntries(fresh.map(([table, marked]) => [table, { cover: coverOf(marked), since, isOpen }]));
  // A start that dies half-way leaves the rest to the round that ends this.
  await sayTables(db, deps.chainKey, { ...recorded, ...asOpen(true) });
  const count = await markTables(
    deps,
    fresh.map(([table]) => table),
  );
  if (count === 0) return sayTables(db, deps.chainKey, { ...recorded, ...asOpen(false) });
  await tellOfMarks(deps, `${counted(count, 'row')} marked from now on: what was altered in them before cannot be found`);
}

/**
 * Marks once more what servers of the build before have written meanwhile, an hour after the first time; from then on every row is compared.
 *
 * @returns how many rows
 */
export async function finishRecordingRows(
  deps: Recording,
  file: Pick<HeadsFile, 'read'>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { db } = deps.database;
  const said = await readSaid(db);
  const isDue = ({ isOpen, since }: Recorded) => isOpen && Date.parse(since) + ROLLING <= deps.clock();
  if (said === undefined || !Object.values(said.tables).some(isDue)) return 0;
  const recorded = await recordedTables(db, deps.chainKey, (await file.read())?.heads ?? new Map());
  if (recorded === undefined || recorded === 'ALTERED') return 0;
  const due = Object.entries(recorded).filter(([, one]) => isDue(one));
  const count = await markTables(
    deps,
    due.map(([table]) => table),
    isStopped,
  );
  if (isStopped()) return count;
  const closed = Object.fromEntries(due.map(([table, one]) => [table, { ...one, isOpen: false }]));
  await sayTables(db, deps.chainKey, { ...recorded, ...closed });
  if (count > 0) await tellOfMarks(deps, `${counted(count, 'row')} of a server of the build before marked`);
  return count;
}

/** Says in the log and in each security log that rows were marked. */
export async function tellOfMarks(deps: Recording, detail: string): Promise<void> {
  const { db } = deps.database;
  deps.log.warn('rows were marked', { detail });
  const organisations = db.selectFrom('organisations').select('id').where('id', '<>', HOLDING_ORGANISATION);
  for (const { id: organisationId } of await organisations.execute())
    await insertSecurityEvent(db, deps, { organisationId, type: 'HEADS_RECORDED', detail });
}

/** Marks the rows of tables whose mark is missing, of another cover, or not true. @returns how many */
export async function markTables(
  deps: Recording,
  tables: readonly string[],
  isStopped: () => boolean = () => false,
): Promise<number> {
  let count = 0;
  for (const table of tables) if (!isStopped()) count += await markTable(deps, table);
  return count;
}

/** Marks the rows of a table whose mark is missing or of other columns. @returns how many */
async function markTable({ database: { db }, chainKey }: Recording, table: string): Promise<number> {
  let count = 0;
  let after: readonly unknown[] | undefined;
  do {
    const from = after;
    const page = await inTransaction(db, async (trx) => {
      const rows = await markedRowsAfter(trx, table, { after: from, isLocked: true });
      const marks = rows.flatMap((row) => newMark(chainKey, table, row));
      await putMarks(trx, marks);
      count += marks.length;
      return rows;
    });
    after = page.at(-1)?.place;
  } while (after !== undefined);
  const gone = await marksWithoutRow(db, table);
  const asGone = gone.map((mark) => markOf(chainKey, { ...mark, count: mark.count + 1, is_gone: true, digest: '' }));
  await inTransaction(db, (trx) => putMarks(trx, asGone));
  return count;
}

function newMark(key: ChainKey, table: string, { key: of, organisation_id, digest, mark }: MarkedRow): RowMark[] {
  if (mark !== undefined && isMarkOf(key, mark, digest)) return [];
  return [markOf(key, { of_table: table, key: of, organisation_id, count: (mark?.count ?? 0) + 1, is_gone: false, digest })];
}
