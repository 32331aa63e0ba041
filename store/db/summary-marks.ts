import type { EntityName, EntityRow, VaultDatabase } from './vault-database.ts';

/** An entity by its table and id. */
export type EntityId = { readonly table: EntityName; readonly id: string };

/** A change that the case summaries do not show yet. `value` differs for each change of one entity. */
export type SummaryMark = EntityId & { readonly k: string; readonly value: unknown };

const PREFIX = 'changed:';
const CARD_PREFIX = 'card:';
const ALL_MARKED = 'cardsMarked';
const PAGES = 'summaries';

/** `state`: the row as it is written, null for a deleted one; or a text that differs from that of the change before. */
type EntityChange = EntityId & { readonly state: EntityRow | string | null };

/**
 * Marks entities as changed since their summaries were made, in one write. Each writer of rows or pins calls it inside its own
 * transaction, which holds `kv`, so that no summary is older than its row.
 */
export async function markChanged({ kv }: VaultDatabase, changes: readonly EntityChange[]): Promise<void> {
  const marks = changes.flatMap(({ table, id, state }) => {
    const value = markValue(state);
    const mark = { k: markName({ table, id }), value };
    return table === 'patients' ? [mark, { k: `${CARD_PREFIX}${id}`, value }] : [mark];
  });
  await kv.bulkPut(marks);
}

/** The value of a mark that {@link markChanged} sets. */
export function markValue(state: EntityRow | string | null): string {
  return state === null ? 'deleted' : typeof state === 'string' ? state : `${state.localRev}:${state.updatedAt}`;
}

/** Marks by patient id: changes since the patient's search card was stored. */
export type CardMarks = ReadonlyMap<string, unknown>;

/** Reads which patients have a newer row than search card; null in a vault of an older build, which has no such marks. */
export async function readCardMarks({ kv }: VaultDatabase): Promise<CardMarks | null> {
  const rows = await kv.where('k').startsWith(CARD_PREFIX).toArray();
  if ((await kv.get(ALL_MARKED)) === undefined) return null;
  return new Map(rows.map(({ k, value }) => [k.slice(CARD_PREFIX.length), value]));
}

/** Removes the marks of stored cards; one that was set again stays. Runs inside a transaction that holds `kv`. */
export async function clearCardMarks({ kv }: VaultDatabase, marks: CardMarks): Promise<void> {
  const ids = [...marks.keys()];
  const stored = await kv.bulkGet(ids.map((id) => `${CARD_PREFIX}${id}`));
  await kv.bulkDelete(
    stored.flatMap((row) => (row?.value === marks.get(row?.k.slice(CARD_PREFIX.length) ?? '') ? [row?.k ?? ''] : [])),
  );
}

/** Notes that from here on each change of a patient has its mark. */
export async function noteCardMarks({ kv }: VaultDatabase): Promise<void> {
  await kv.put({ k: ALL_MARKED, value: true });
}

/** Reads the marks. Runs inside a transaction that holds `kv`. */
export async function readMarks({ kv }: VaultDatabase): Promise<SummaryMark[]> {
  const rows = await kv.where('k').startsWith(PREFIX).toArray();
  return rows.map(({ k, value }) => {
    // markName alone makes these names.
    const [, table, id] = k.split(':') as [string, EntityName, string];
    return { table, id, k, value };
  });
}

/** A mark of an entity of which no summary exists. */
export function unsummarised(entity: EntityId): SummaryMark {
  return { ...entity, k: markName(entity), value: 'none' };
}

/** The set of pages that belong together; each write makes a new `rev`. */
export type SummaryPages = { readonly rev: string; readonly pages: readonly number[] };

/** Reads which pages belong together; null when there are none, and every row waits for its summary. */
export async function readSummaryPages({ kv }: VaultDatabase): Promise<SummaryPages | null> {
  // writeSummaryPages alone writes under this name.
  return ((await kv.get(PAGES))?.value as SummaryPages | undefined) ?? null;
}

export async function writeSummaryPages({ kv }: VaultDatabase, value: SummaryPages): Promise<void> {
  await kv.put({ k: PAGES, value });
}

/** Deletes all summaries: the next read makes them from the rows. Only deletes. Runs in a transaction with `summaries` and `kv`. */
export async function dropSummaries({ kv, summaries }: VaultDatabase): Promise<void> {
  await summaries.clear();
  await kv.delete(PAGES);
  await kv.where('k').startsWith(PREFIX).delete();
}

function markName({ table, id }: EntityId): string {
  return `${PREFIX}${table}:${id}`;
}
