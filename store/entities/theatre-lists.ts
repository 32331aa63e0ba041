import { TheatreCase } from '#contract/theatre.ts';
import { LIST_TYPES } from '#domain/theatre/listed.ts';
import { DAY } from '#domain/base/limits.ts';
import * as v from 'valibot';
import { THEATRE_LISTS } from '#store/session/cache.ts';
import { getSealed, putSealed } from '#store/session/sealed-kv.ts';
import type { Store } from '#store/session/store.ts';

/** The days and the list of one question. */
const TheatreQuery = v.object({ startDate: v.string(), endDate: v.string(), listType: v.picklist([...LIST_TYPES, 'ALL']) });
export type TheatreQuery = v.InferOutput<typeof TheatreQuery>;

const StoredList = v.object({
  query: TheatreQuery,
  /** when the server read it, epoch ms */
  asOf: v.number(),
  cases: v.array(TheatreCase),
});
/** A list as the server last gave it. */
export type TheatreList = v.InferOutput<typeof StoredList>;

/** Answers that are stored, and for how long [choice]. */
const LISTS_MOST = 5;
const STORED_FOR = 7 * DAY;

/** Stores an answer, in one row with the others, in the place of the older one to the same question; the five newest stay. @throws StorageFull */
export async function saveTheatreList(store: Store, list: TheatreList): Promise<void> {
  const others = (await readAll(store)).filter(({ query }) => !isSameQuery(query, list.query));
  const newest = [list, ...others].toSorted((one, other) => other.asOf - one.asOf).slice(0, LISTS_MOST);
  await putSealed(store, 'synced', { name: THEATRE_LISTS, value: newest.filter(({ asOf }) => list.asOf - asOf <= STORED_FOR) });
}

/** The stored answer to a question; null without one of the last seven days. @param now - epoch ms */
export async function readCachedTheatreList(store: Store, query: TheatreQuery, now: number): Promise<TheatreList | null> {
  const found = (await readAll(store)).find((list) => isSameQuery(list.query, query));
  return found === undefined || now - found.asOf > STORED_FOR ? null : found;
}

async function readAll(store: Store): Promise<TheatreList[]> {
  const parsed = v.safeParse(v.array(StoredList), await getSealed(store, THEATRE_LISTS));
  return parsed.success ? parsed.output : [];
}

function isSameQuery(one: TheatreQuery, other: TheatreQuery): boolean {
  return one.startDate === other.startDate && one.endDate === other.endDate && one.listType === other.listType;
}
