import { Procedure } from '#domain/library/procedure.ts';
import { Template } from '#domain/templates/library-template.ts';
import * as v from 'valibot';
import { readCatalog } from '#store/db/catalog.ts';
import { listSealed, putSealed } from '#store/session/sealed-kv.ts';
import type { Store } from '#store/session/store.ts';

/** The library of procedures and templates, as far as this device has it. */
export type LocalLibrary = {
  /** The procedure's entry in exactly this version, or the present one without a version. */
  readonly entry: (procedureID: string, version?: number) => Procedure | undefined;
  /** Whether consent to it may still be taken; true while this device has no catalogue. */
  readonly isInUse: (procedureID: string) => boolean;
  /** The present version of a template. */
  readonly template: (templateID: string) => Template | undefined;
};

/** A library without entries, for what names every text itself. */
export const EMPTY_LIBRARY: LocalLibrary = { entry: () => undefined, isInUse: () => true, template: () => undefined };

/** Reads the cached catalogue, and the saved older entries that drafts on this device were made from. */
export async function readLibrary(store: Store): Promise<LocalLibrary> {
  const { organisationId } = store.vault;
  const [present, templates, saved] = await Promise.all([
    readCatalog(store.device, { subject: 'procedures', organisationId }, v.array(Procedure)),
    readCatalog(store.device, { subject: 'templates', organisationId }, v.array(Template)),
    readSavedEntries(store),
  ]);
  const current = new Map((present?.value ?? []).map((each) => [each.procedureID, each]));
  const byId = new Map((templates?.value ?? []).map((each) => [each._id, each]));
  return {
    entry: (procedureID, version) => {
      const found = current.get(procedureID);
      if (version === undefined || found?.version === version) return found;
      return saved.get(entryName(procedureID, version));
    },
    isInUse: (procedureID) => present === null || current.get(procedureID)?.status === 'ACTIVE',
    template: (templateID) => byId.get(templateID),
  };
}

/**
 * Saves the library entries that a draft names by version, so that a renewed catalogue does not change the draft's text.
 *
 * @throws StorageFull
 */
export async function saveLibraryEntries(
  store: Store,
  chosen: readonly { readonly procedureID: string; readonly libraryVersion?: number | undefined }[],
): Promise<void> {
  const { entry } = await readLibrary(store);
  for (const { procedureID, libraryVersion } of chosen) {
    const found = libraryVersion === undefined ? undefined : entry(procedureID, libraryVersion);
    if (found === undefined) continue;
    const name = entryName(procedureID, found.version);
    if ((await store.db.kv.get(name)) === undefined) await putSealed(store, 'local', { name, value: found });
  }
}

async function readSavedEntries(store: Store): Promise<Map<string, Procedure>> {
  const entries = (await listSealed(store, ENTRY)).flatMap((value) => {
    const parsed = v.safeParse(Procedure, value);
    return parsed.success ? [parsed.output] : [];
  });
  return new Map(entries.map((each) => [entryName(each.procedureID, each.version), each]));
}

const ENTRY = 'entry:';

function entryName(procedureID: string, version: number): string {
  return `${ENTRY}${procedureID}:${version}`;
}
