import type { QueuedCall } from '#contract/calls.ts';
import type { Held } from '#src/held/held.ts';
import type { OutboxItem, SentItem } from '#store/outbox/list.ts';
import type { OpRow } from '#store/outbox/op.ts';
import { isEdit } from '#store/outbox/queued.ts';
import type { OpenOp } from '#store/outbox/review.ts';
import type { Store } from '#store/store.ts';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { aboutIn, type About } from './outbox-about.ts';

// Of the store's code the first screen loads the table of calls alone: whoever has a queue has the rest loaded by then.

export { isEdit } from '#store/outbox/queued.ts';

/** One item that waits, with what it says and whom it is about; `input` is null where it cannot be read. */
export type Unsent = OutboxItem & { readonly input: Fields | null; readonly about: About };
/** One item that the server has, as {@link Unsent}. */
export type Sent = SentItem & { readonly input: Fields | null; readonly about: About };
/** Fields by their names on the wire. */
export type Fields = Readonly<Record<string, unknown>>;
/** What met another's change, as it was kept with the item. */
export type Conflict = NonNullable<OpenOp['conflict']>;
/** The whole of one item, with what later edits that wait behind it say of the same thing, and how many items wait behind it. */
export type OpenItem = OpenOp & { readonly about: About; readonly newest: Fields; readonly behind: number };

/** All that waits, the oldest first. */
async function readUnsent({ store }: Held): Promise<Unsent[]> {
  const [{ outboxItems }, { readPayload }, { readable }] = await Promise.all([
    import('#store/outbox/list.ts'),
    import('#store/outbox/payload.ts'),
    import('#store/vault/seal.ts'),
  ]);
  const about = aboutIn(store);
  const rows = new Map((await store.db.ops.toArray()).map((row) => [row.opId, row]));
  return Promise.all(
    (await outboxItems(store.db)).map(async (item) => {
      const row = rows.get(item.opId);
      const input = row === undefined ? null : await readable(readPayload(store.vault, row));
      return { ...item, input, about: await about(item.entityId, input) };
    }),
  );
}

/** What waits, kept true while a screen shows it. */
export function useUnsent(held: Held | null) {
  return useList(held, 'unsent', readUnsent);
}

/** What was sent in the last seven days, the newest first, kept true while a screen shows it. */
export function useSent(held: Held | null) {
  return useList(held, 'sent', readSent);
}

function useList<Item>(held: Held | null, part: 'unsent' | 'sent', read: (held: Held) => Promise<Item[]>) {
  useFreshness(held, part);
  return useQuery({
    ...LOCAL,
    queryKey: ['outbox', part, held?.userId],
    queryFn: held === null ? skipToken : () => read(held),
  });
}

/** One item, whole; null when it waits no more. Fails when it cannot be read. */
export function useOutboxItem(held: Held | null, opId: string) {
  useFreshness(held, 'item');
  return useQuery(outboxItemOptions(held, opId));
}

const LOCAL = { networkMode: 'always', gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

const outboxItemOptions = (held: Held | null, opId: string) =>
  queryOptions({
    ...LOCAL,
    queryKey: ['outbox', 'item', held?.userId, opId],
    queryFn: held === null ? skipToken : () => openItem(held.store, opId),
  });

async function openItem(store: Store, opId: string): Promise<OpenItem | null> {
  const { NotWaiting, openOp } = await import('#store/outbox/review.ts');
  try {
    const open = await openOp(store, opId);
    const behind = await itemsBehind(store, open);
    const newest = await newestWords(store, open, behind);
    return { ...open, newest, behind: behind.length, about: await aboutIn(store)(open.op.entityId, open.input) };
  } catch (failure) {
    if (failure instanceof NotWaiting) return null;
    throw failure;
  }
}

/** What cannot go before this one went: the rest of its lane, and what depends on it or on that, in order. */
async function itemsBehind({ db }: Store, { op }: OpenOp): Promise<OpRow[]> {
  const held = new Set([op.opId]);
  const all = await db.ops.where('seq').above(op.seq).sortBy('seq');
  return all.filter(({ opId, lane, deps }) => {
    const isBehind = lane === op.lane || deps.some((dep) => held.has(dep));
    if (isBehind) held.add(opId);
    return isBehind;
  });
}

const MADE: readonly QueuedCall[] = ['patientCreate', 'consentCreate'];

/** What later edits of the same thing say, which wait behind this one. */
async function newestWords({ vault }: Store, { op }: OpenOp, behind: readonly OpRow[]): Promise<Fields> {
  if (!MADE.includes(op.call) && !isEdit(op.call)) return {};
  const [{ readPayload }, { readable }] = await Promise.all([import('#store/outbox/payload.ts'), import('#store/vault/seal.ts')]);
  const edits = behind.filter(({ lane, call }) => lane === op.lane && isEdit(call));
  const said = await Promise.all(edits.map((edit) => readable(readPayload(vault, edit))));
  const {
    id: _,
    consentID: _consent,
    recordID: _record,
    version: _version,
    ...fields
  } = Object.assign({}, ...said) as Record<string, unknown>;
  return fields;
}

async function readSent({ store }: Held): Promise<Sent[]> {
  const [{ sentItems }, { readable, unseal }] = await Promise.all([
    import('#store/outbox/list.ts'),
    import('#store/vault/seal.ts'),
  ]);
  const about = aboutIn(store);
  return Promise.all(
    (await sentItems(store.db)).map(async (item) => {
      const row = await store.db.sent.get(item.opId);
      const body = row === undefined ? null : await readable(unseal(store.vault, { table: 'sent', id: item.opId }, row));
      // A receipt holds the body of its call, and every queued call's body is an object.
      const input = body as Fields | null;
      return { ...item, input, about: await about(item.entityId, input) };
    }),
  );
}

/** How long changes of the queue are gathered before the screen reads it again, ms [choice]. */
const GATHER = 250;

/** Reads one part again whenever the queue has changed, also from another tab. */
function useFreshness(held: Held | null, part: 'unsent' | 'sent' | 'item'): void {
  const client = useQueryClient();
  useEffect(() => {
    if (held === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = () => {};
    let isOver = false;
    const read = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: ['outbox', part] });
      }, GATHER);
    };
    const watch = async () => {
      const { watchQueue } = await import('./watch-queue.ts');
      if (!isOver) stop = watchQueue(held.store.db, read);
    };
    void watch();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [held, client, part]);
}
