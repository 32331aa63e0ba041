import { Procedure } from '#domain/procedure.ts';
import { Template } from '#domain/template.ts';
import * as v from 'valibot';
import { readCatalog } from './catalog.ts';
import { allSealed, putSealed } from './sealed-kv.ts';
import type { Store } from './store.ts';

/** The library as far as this device has it. */
export type LibraryHere = {
  /** A procedure's entry in exactly this version, or the present one where no version is named. */
  readonly entry: (procedureID: string, version?: number) => Procedure | undefined;
  /** Whether it may still be consented to; true where this device cannot tell. */
  readonly isInUse: (procedureID: string) => boolean;
  /** The present version of a template. */
  readonly template: (templateID: string) => Template | undefined;
};

/** Reads the kept catalogue, and the entries of older versions that drafts on this device were made from. */
export async function readLibrary(store: Store): Promise<LibraryHere> {
  const { organisationId } = store.vault;
  const [present, templates, kept] = await Promise.all([
    readCatalog(store.device, { subject: 'procedures', organisationId }, v.array(Procedure)),
    readCatalog(store.device, { subject: 'templates', organisationId }, v.array(Template)),
    keptEntries(store),
  ]);
  const current = new Map((present?.value ?? []).map((each) => [each.procedureID, each]));
  const byId = new Map((templates?.value ?? []).map((each) => [each._id, each]));
  return {
    entry: (procedureID, version) => {
      const found = current.get(procedureID);
      if (version === undefined || found?.version === version) return found;
      return kept.get(entryName(procedureID, version));
    },
    isInUse: (procedureID) => present === null || current.get(procedureID)?.status === 'ACTIVE',
    template: (templateID) => byId.get(templateID),
  };
}

/**
 * Keeps the library's entries that a draft names by version: when the catalogue is renewed, this draft still says the same.
 *
 * @throws StorageFull
 */
export async function keepEntries(
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

async function keptEntries(store: Store): Promise<Map<string, Procedure>> {
  const entries = (await allSealed(store, ENTRY)).flatMap((value) => {
    const parsed = v.safeParse(Procedure, value);
    return parsed.success ? [parsed.output] : [];
  });
  return new Map(entries.map((each) => [entryName(each.procedureID, each.version), each]));
}

const ENTRY = 'entry:';

function entryName(procedureID: string, version: number): string {
  return `${ENTRY}${procedureID}:${version}`;
}
