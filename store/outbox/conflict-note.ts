import type { ConflictField } from '#contract/patient-history.ts';
import {
  HISTORY_FIELDS,
  historyValues,
  type ConflictKind,
  type HistoryField,
  type ConflictResolution,
} from '#domain/patients/patient-history.ts';
import { isContactField } from '#domain/patients/restricted.ts';
import type { NewOp, OpRow } from '#store/db/op.ts';
import type { EntityFields } from '#store/entities/merge.ts';
import type { Store } from '#store/session/store.ts';
import { isEdit, queuedCalls } from './calls.ts';
import { noteOp } from './note-op.ts';

/** The end of a conflict: the fields with both values, and whose stays. */
export type ConflictEnd = { readonly kind: ConflictKind; readonly fields: readonly ConflictField[] };

/** One field, or group of fields, in which two people differed. */
type Difference = {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly resolution: ConflictResolution;
};

/**
 * The fields of a conflict by the names of the history: of a field with parts, the parts that differ. Without values where both stay,
 * as nothing is lost then.
 */
export function conflictFields(differences: readonly Difference[]): ConflictField[] {
  return differences.flatMap(({ field, mine, theirs, resolution }) => {
    const [here, there] = [historyValues({ [field]: mine ?? null }), historyValues({ [field]: theirs ?? null })];
    return HISTORY_FIELDS.flatMap((name): ConflictField[] => {
      if (!(name in here) && !(name in there)) return [];
      const both = { mine: here[name] ?? null, theirs: there[name] ?? null };
      if (resolution === 'BOTH') return [{ field: name, mine: null, theirs: null, resolution }];
      return both.mine === both.theirs ? [] : [{ field: name, ...both, resolution }];
    });
  });
}

/**
 * The op that tells the server how a conflict about a patient ended, to be written in the transaction that ends it: it is sent once. Null
 * for anything but a patient, and where there is nothing to tell.
 *
 * It has a lane of its own: it writes no version, so that no later change may be based on it, and waits for nothing.
 */
export async function conflictNoteOp(store: Store, op: OpRow, { kind, fields }: ConflictEnd): Promise<NewOp | null> {
  if (!tellsServer(op) || fields.length === 0) return null;
  return noteOp(store, 'patientConflict', {
    id: op.entityId,
    kind,
    fields: [...fields],
    enteredAt: new Date(op.capturedAt).toISOString(),
  });
}

/** The names of protected contact details that were entered and then deleted unsent; their values never leave a tablet. */
export function droppedFields(dropped: readonly HistoryField[]): ConflictField[] {
  return dropped.map((field) => ({ field, mine: null, theirs: null, resolution: 'THEIRS' as const }));
}

/** The end of a conflict with the contact details that were deleted from its op before; null where there is nothing to tell. */
export function endWithDropped({ dropped = [] }: OpRow, end: ConflictEnd | null): ConflictEnd | null {
  if (dropped.length === 0) return end;
  const lost = dropped.filter((field) => end?.fields.some((each) => each.field === field) !== true);
  return { kind: end?.kind ?? 'COMBINED', fields: [...(end?.fields ?? []), ...droppedFields(lost)] };
}

/** The fields of a patient that an op would have changed, with the server's values: discarding the op loses all of its own. */
export function discardedFields({ call }: OpRow, input: EntityFields, theirs: EntityFields): ConflictField[] {
  const isOfPatient = isEdit(call) || call === 'patientUpdateStatus';
  if (queuedCalls[call].table !== 'patients' || !isOfPatient) return [];
  const changed = Object.keys(input).filter((field) => field !== 'id' && field !== 'reason');
  return conflictFields(changed.map((field) => ({ field, mine: input[field], theirs: theirs[field], resolution: 'THEIRS' })));
}

/** The input of a note without the values of contact details; which field it was stays. */
export function noteWithoutContact(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // conflictNoteOp and the page write these inputs, by the call's own schema.
  const fields = (input['fields'] ?? []) as readonly ConflictField[];
  return {
    ...input,
    fields: fields.map((each) => (isContactField(each.field) ? { ...each, mine: null, theirs: null } : each)),
  };
}

// The server has no history of a patient that it does not have.
function tellsServer({ call }: OpRow): boolean {
  return queuedCalls[call].table === 'patients' && call !== 'patientCreate' && call !== 'patientConflict';
}
