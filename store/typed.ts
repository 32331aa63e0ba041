import { getSealed, putSealed } from './sealed-kv.ts';
import type { Store } from './store.ts';

/** Keeps what somebody has typed and not saved yet, sealed. @param form - for instance `patient:new` @throws StorageFull */
export async function keepTyped(store: Store, form: string, value: unknown): Promise<void> {
  await putSealed(store, 'local', { name: nameOf(form), value });
}

/** What was typed, or null when there is nothing that can be read. */
export async function readTyped(store: Store, form: string): Promise<unknown> {
  return getSealed(store, nameOf(form));
}

/** After it was saved, or thrown away. */
export async function dropTyped({ db }: Store, form: string): Promise<void> {
  await db.kv.delete(nameOf(form));
}

function nameOf(form: string): string {
  return `typed:${form}`;
}
