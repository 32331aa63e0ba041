import { withoutContact } from '#domain/patients/restricted.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { clearFieldsOf, decryptEntity, isRestricted, storedEntity, type Entities } from '#store/entities/types.ts';
import type { OpRow } from '#store/db/op.ts';
import { readPayload } from './payload.ts';
import { applyAnyCall } from './calls-apply.ts';
import type { Store } from '#store/session/store.ts';
import type { BaseRow, EntityName, EntityRow } from '#store/db/vault-database.ts';
import { nullIfUnreadable, seal, unseal } from '#store/crypto/seal.ts';
import type { EntitySnapshot } from './snapshot.ts';

/** One queued call to apply on top of a copy. */
export type PendingCall = Pick<OpRow, 'call' | 'capturedAt'> & { readonly input: Record<string, unknown> };

type RebuildInput = {
  readonly table: EntityName;
  readonly id: string;
  /** the server's copy; null before the server has the entity */
  readonly copy: Entities[EntityName] | null;
  readonly version: number;
  /** the row as it was read; undefined when there is none */
  readonly row: EntityRow | undefined;
  /** queued calls on top of the copy, in order */
  readonly pending: readonly PendingCall[];
};

/** The next row and base of an entity; null deletes. */
export type RebuiltRows = { readonly row: EntityRow | null; readonly base: BaseRow | null };

/**
 * Rebuilds an entity's row after a change of the server's copy or of the lane: the copy with all queued calls applied.
 *
 * @returns null when a queued call changes an entity that does not exist; the row then stays as it is
 */
export async function rebuild(
  store: Store,
  { table, id, copy, version, row, pending }: RebuildInput,
): Promise<RebuiltRows | null> {
  const { vault, env } = store;
  let value = copy;
  for (const { call, input, capturedAt } of pending) {
    if (value === null && !call.endsWith('Create')) return null;
    value = applyAnyCall(call, input, { before: value, context: { at: capturedAt, organisationId: vault.organisationId } });
  }
  if (value === null) return { row: null, base: null };
  // A change that hides contact details, and is not sent yet, hides them in the copy below it as well: it is of the same patient.
  const below = isRestricted(value) && copy !== null ? withoutContact(copy as Patient) : copy;
  value = storedEntity(table, value);
  const isSynced = pending.length === 0;
  return {
    row: {
      ...(await seal(isSynced ? vault.synced : vault.local, { table, id }, value, env)),
      id,
      ...clearFieldsOf(value, id),
      state: isSynced ? 'synced' : 'unsent',
      updatedAt: env.now(),
      serverVersion: version,
      localRev: (row?.localRev ?? 0) + 1,
    },
    base:
      isSynced || below === null ? null : { entity: table, id, ...(await seal(vault.local, { table: 'bases', id }, below, env)) },
  };
}

/** Decrypts the inputs of these ops, without the version that was filled in to send them; unreadable ops are left out. */
export async function pendingCallsOf({ vault }: Store, ops: readonly OpRow[]): Promise<PendingCall[]> {
  const inputs = await Promise.all(ops.map((op) => nullIfUnreadable(readPayload(vault, op))));
  return ops.flatMap(({ call, capturedAt }, at) => {
    const { version: _, ...input } = inputs[at] ?? {};
    return inputs[at] == null ? [] : [{ call, capturedAt, input }];
  });
}

/** Reads the server's last copy of an entity: the base while local changes lie on top, else the row itself. */
export async function readServerCopy(
  { vault }: Store,
  table: EntityName,
  { row, base }: EntitySnapshot,
): Promise<Entities[EntityName] | null> {
  // A base has the type of its table's rows; the seal is bound to the table.
  if (base !== undefined)
    return (await nullIfUnreadable(unseal(vault, { table: 'bases', id: base.id }, base))) as Entities[EntityName] | null;
  return row === undefined || row.state === 'unsent' ? null : nullIfUnreadable(decryptEntity(vault, table, row));
}
