import { deleteProcedureDraft, readProcedureDraft, saveProcedureDraft } from '#store/entities/procedure-draft.ts';
import { queryOptions } from '@tanstack/react-query';
import { currentOfflineSession, whenOfflineReady } from '#src/offline/session.ts';

/** Words of an editor of a procedure, section or template on this tablet that were not saved; null without any. @param key - names what is edited: the procedure's id, or `new` */
export const procedureDraftOptions = (key: string) =>
  queryOptions({
    queryKey: ['procedure-draft', key],
    queryFn: async (): Promise<unknown> => {
      const offline = await whenOfflineReady();
      return offline === null ? null : readProcedureDraft(offline.store, key).catch(() => null);
    },
    // Read once for each editor that opens: afterwards the editor's own state is newer.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });

/** Stores the draft; false where this browser stores nothing. */
export async function storeProcedureDraft(key: string, draft: unknown): Promise<boolean> {
  const offline = currentOfflineSession();
  if (offline === null) return false;
  return saveProcedureDraft(offline.store, key, draft).then(
    () => true,
    () => false,
  );
}

/** Deletes the draft, once it is saved or discarded. */
export async function dropProcedureDraft(key: string): Promise<void> {
  const offline = currentOfflineSession();
  // A draft that could not be deleted is shown again, and can be discarded again.
  if (offline !== null) await deleteProcedureDraft(offline.store, key).catch(() => undefined);
}
