import { Consent } from '#contract/shapes/record-shapes.ts';
import { ListedCase } from '#contract/shapes/record-summary.ts';
import { Patient } from '#domain/patients/patient.ts';
import * as v from 'valibot';
import { mergeThreeWay, type FieldConflict, type EntityFields, type MergeResult } from '#store/entities/merge.ts';
import { withoutContactFields } from '#domain/patients/restricted.ts';
import { isRestricted, storedEntity, type Entities } from '#store/entities/types.ts';
import { conflictFields, conflictNoteOp, endWithDropped, type ConflictEnd } from './conflict-note.ts';
import { hideContacts } from './hide-contacts.ts';
import { sealContextOf, UNTRIED, type OpError, type OpRow } from '#store/db/op.ts';
import { isEdit, queuedCalls } from './calls.ts';
import { mergeNoteRow, type MergeNote } from '#store/entities/merge-notes.ts';
import { refreshUnsentCount, type Store } from '#store/session/store.ts';
import type { EntityName } from '#store/db/vault-database.ts';
import { seal } from '#store/crypto/seal.ts';
import { readServerCopy, pendingCallsOf, rebuild } from './rebuild.ts';
import { park, type LeaderContext, type PreparedOp } from './entry-state.ts';
import { replaceOp } from './replace.ts';
import { localConsentOf } from './calls-answer.ts';
import { readSnapshot } from './snapshot.ts';

/** Details of a version conflict, sealed with the op. */
export type ConflictDetail = {
  /** the entity as the server has it now */
  readonly theirs: EntityFields;
  readonly clashes: readonly FieldConflict[];
  /** my fields that nobody else touched */
  readonly mine: EntityFields;
};

/**
 * Handles `VERSION_CONFLICT`. Disjoint edits of a patient, a draft or a listing are merged and queued again as a new op; any other op
 * is parked until a person chooses.
 *
 * @param refusal - `data` holds the present entity in `current`
 * @throws LeaseLost
 */
export async function handleVersionConflict(
  leader: LeaderContext,
  { op, body }: PreparedOp,
  refusal: { error: OpError; data: unknown },
): Promise<void> {
  const { store } = leader;
  const { table } = queuedCalls[op.call];
  const current = currentEntityOf(table, refusal.data);
  if (current !== null && isRestricted(current.copy)) {
    // Their values leave no tablet; that they were entered and not kept is told now, whoever ends the rest of the conflict.
    await hideContacts(store, op.entityId, { refusedOp: op.seq });
    op = (await store.db.ops.get(op.seq)) ?? op;
    body = withoutContactFields(body);
  }
  if (current === null) return park(leader, op, { state: 'review', error: refusal.error, detail: { data: refusal.data } });
  const merge = await mergeOf(store, { op, body }, current);
  if (merge.kind === 'clash') {
    const detail: ConflictDetail = { theirs: current.fields, clashes: merge.clashes, mine: merge.mine };
    return park(leader, op, { state: 'conflict', error: refusal.error, detail });
  }
  const at = new Date(store.env.now()).toISOString();
  const note = merge.noted.length === 0 ? null : ({ kind: 'merged', at, fields: merge.noted } as const);
  const both = merge.noted.map((field) => ({ field, mine: null, theirs: current.fields[field], resolution: 'BOTH' as const }));
  const end = { kind: 'COMBINED', fields: conflictFields(both) } as const;
  await rebaseOp(store, { op, mine: merge.mine, theirs: current.copy, version: current.version, epoch: leader.epoch, note, end });
}

/** Whether a version conflict is about the op's own entity, or brings none. */
export function isConflictOf({ call, entityId }: Pick<OpRow, 'call' | 'entityId'>, data: unknown): boolean {
  const { table } = queuedCalls[call];
  const current = currentEntityOf(table, data);
  return current === null || current.fields[ID_FIELDS[table]] === entityId;
}

type Rebase = {
  readonly op: OpRow;
  /** fields that are still to be sent; empty when the server has them all */
  readonly mine: EntityFields;
  readonly theirs: Entities[EntityName];
  readonly version: number;
  /** of the leader that writes; null when a person does */
  readonly epoch: number | null;
  /** note for the entity's timeline, written in the same transaction */
  readonly note: MergeNote | null;
  /** the end of the conflict for the server's history, written in the same transaction */
  readonly end: ConflictEnd | null;
};

/** Rebases an op on another copy of its entity: a new op with a new key takes its place in the queue. */
export async function rebaseOp(store: Store, { op, mine, theirs, version, epoch, note, end }: Rebase): Promise<void> {
  const { db, vault, env } = store;
  const { table } = queuedCalls[op.call];
  const id = op.entityId;
  const isEmpty = Object.keys(mine).length === 0;
  const opId = env.newId();
  const input = { ...idsOf(op), ...mine };
  const next: OpRow | null = isEmpty
    ? null
    : {
        ...op,
        opId,
        base: version,
        payload: await seal(vault.local, sealContextOf(opId), input, env),
        ...UNTRIED,
        isFrozen: false,
        dropped: [],
        nextAt: env.now(),
        rev: op.rev + 1,
      };
  const noteRow = note === null ? null : await mergeNoteRow(store, id, note);
  const told = endWithDropped(op, end);
  const noteOp = told === null ? null : await conflictNoteOp(store, op, told);
  for (;;) {
    const snapshot = await readSnapshot(db, table, id);
    const rest = await pendingCallsOf(
      store,
      snapshot.ops.filter(({ seq }) => seq !== op.seq),
    );
    const pending = isEmpty ? rest : [{ call: op.call, capturedAt: op.capturedAt, input }, ...rest];
    const rebuilt = await rebuild(store, { table, id, copy: theirs, version, row: snapshot.row, pending });
    if (await replaceOp(store, { op, next, table, rebuilt, snapshot, epoch, noteRow, noteOp })) break;
  }
  void refreshUnsentCount(store);
}

async function mergeOf(store: Store, { op, body }: PreparedOp, current: CurrentEntity): Promise<MergeResult> {
  const { table } = queuedCalls[op.call];
  const serverCopy = await readServerCopy(store, table, await readSnapshot(store.db, table, op.entityId));
  const bookkeeping = new Set(['version', ...Object.keys(idsOf(op))]);
  const mine = Object.fromEntries(Object.entries(body).filter(([field]) => !bookkeeping.has(field)));
  // A status change is a decision about the version that was shown: it is never carried over to another one.
  const base = serverCopy === null ? null : fieldsOf(serverCopy);
  if (isEdit(op.call)) return withoutIdleReason(mergeThreeWay(table, { base, mine, theirs: current.fields }));
  const clash = {
    field: op.call === 'consentSend' ? 'version' : 'status',
    base: base?.['status'],
    mine: op.call,
    theirs: current.fields['status'],
  };
  return { kind: 'clash', clashes: [clash], mine };
}

/** A reason is sent with the change that it is for, and not without it. */
function withoutIdleReason<T extends MergeResult>(merge: T): T {
  const { reason: _, ...rest } = merge.mine;
  const isChosen = merge.kind === 'clash' && merge.clashes.some(({ field }) => field === 'restricted');
  return isChosen || 'restricted' in merge.mine ? merge : { ...merge, mine: rest };
}

type CurrentEntity = { readonly copy: Entities[EntityName]; readonly fields: EntityFields; readonly version: number };

/** Parses the present entity in a refusal; null when the server sent none. */
export function currentEntityOf(table: EntityName, data: unknown): CurrentEntity | null {
  const parsed = v.safeParse(v.object({ current: v.unknown() }), data);
  if (!parsed.success) return null;
  if (table === 'patients') {
    const patient = v.safeParse(Patient, parsed.output.current);
    if (!patient.success) return null;
    const copy = storedEntity(table, patient.output);
    return { copy, fields: copy, version: copy.version };
  }
  if (table === 'listings') {
    const listing = v.safeParse(ListedCase, parsed.output.current);
    return listing.success ? { copy: listing.output, fields: listing.output, version: listing.output.version } : null;
  }
  const consent = v.safeParse(Consent, parsed.output.current);
  return consent.success
    ? { copy: localConsentOf(consent.output), fields: consent.output, version: consent.output.version }
    : null;
}

function fieldsOf(copy: Entities[EntityName]): EntityFields {
  return 'consentID' in copy ? (copy.server ?? {}) : copy;
}

const ID_FIELDS = { patients: 'id', consents: 'consentID', listings: 'recordID' } as const;

function idsOf({ call, entityId }: OpRow): EntityFields {
  return { [ID_FIELDS[queuedCalls[call].table]]: entityId };
}
