import { openEntity, type Kept } from '../kept.ts';
import type { OpRow } from '../outbox/op.ts';
import { readPayload } from '../outbox/payload.ts';
import { projectAny } from '../outbox/project.ts';
import type { Store } from '../store.ts';
import type { BaseRow, EntityName, EntityRow } from '../vault-database.ts';
import { readable, seal, unseal } from '../vault/seal.ts';
import type { Standing } from './standing.ts';

/** One thing that an op may say on top of a copy. */
export type Later = Pick<OpRow, 'call' | 'capturedAt'> & { readonly input: Record<string, unknown> };

type Copy = {
  readonly table: EntityName;
  readonly id: string;
  /** the server's copy; null before the server has the entity */
  readonly copy: Kept[EntityName] | null;
  readonly version: number;
  /** the row as it was read, undefined when there is none */
  readonly row: EntityRow | undefined;
  /** what still waits on top of the copy, in order */
  readonly later: readonly Later[];
};

/** What becomes of an entity's row and its base; null: it goes. */
export type Rebuilt = { readonly row: EntityRow | null; readonly base: BaseRow | null };

/**
 * The row of an entity after the server's copy has changed under it, or what waits on top: the copy, with all that still waits.
 * Null when what waits changes something that is not there; then the row stays as it is.
 */
export async function rebuild(store: Store, { table, id, copy, version, row, later }: Copy): Promise<Rebuilt | null> {
  const { vault, means } = store;
  let value = copy;
  for (const { call, input, capturedAt } of later) {
    if (value === null && !call.endsWith('Create')) return null;
    value = projectAny(call, input, { before: value, made: { at: capturedAt, organisationId: vault.organisationId } });
  }
  if (value === null) return { row: null, base: null };
  const isSynced = later.length === 0;
  return {
    row: {
      ...(await seal(isSynced ? vault.synced : vault.local, { table, id }, value, means)),
      id,
      patientId: 'patientID' in value ? value.patientID : id,
      state: isSynced ? 'synced' : 'unsent',
      updatedAt: means.now(),
      serverVersion: version,
      localRev: (row?.localRev ?? 0) + 1,
    },
    base:
      isSynced || copy === null ? null : { entity: table, id, ...(await seal(vault.local, { table: 'bases', id }, copy, means)) },
  };
}

/** What the ops say, less what was only filled in to send them. */
export async function laterOf({ vault }: Store, ops: readonly OpRow[]): Promise<Later[]> {
  const inputs = await Promise.all(ops.map((op) => readable(readPayload(vault, op))));
  return ops.flatMap(({ call, capturedAt }, at) => {
    const { version: _, ...input } = inputs[at] ?? {};
    return inputs[at] == null ? [] : [{ call, capturedAt, input }];
  });
}

/** The server's copy that this device last had: kept apart while something waits on top of it. */
export async function lastCopy({ vault }: Store, table: EntityName, { row, base }: Standing): Promise<Kept[EntityName] | null> {
  // The base of a table holds what the table holds; the seal is bound to it.
  if (base !== undefined)
    return (await readable(unseal(vault, { table: 'bases', id: base.id }, base))) as Kept[EntityName] | null;
  return row === undefined || row.state === 'unsent' ? null : readable(openEntity(vault, table, row));
}
