import type { Parsed } from '#contract/calls.ts';
import type { PatientHistoryEntry } from '#contract/patient-history.ts';
import {
  historyChanges,
  withoutContactValues,
  type HistoryChange,
  type PatientChangeKind,
} from '#domain/patients/patient-history.ts';
import { isContactField } from '#domain/patients/restricted.ts';
import {
  addFirstChanges,
  addPatientChanges,
  isLineIntact,
  type NewPatientChange,
  type ReadPatientChange,
} from '#server/data/patients/patient-changes.ts';
import { presentWithContact, type PatientInsert, type PatientRow } from '#server/data/patients/patients.ts';
import type { ChainKey } from '#server/data/integrity/chain-heads.ts';
import type { PatientChangeDetail } from '#server/data/tables/rows.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';

/** `actor`: an account, or the patient, whom the record itself stands for. */
type Writing = Pick<Context<StaffActor>, 'db' | 'deps' | 'now' | 'capture'> & {
  readonly actor: Pick<StaffActor, 'userId' | 'name' | 'deviceId'>;
};

/** A change of a patient: the row before and after it. */
type Change = {
  readonly kind: PatientChangeKind;
  readonly before: PatientRow;
  readonly after: PatientRow;
  readonly detail?: PatientChangeDetail;
};

/** Writes a change of a patient's details into the history, in the transaction of the change; nothing where no field differs. */
export async function recordChange(writing: Writing, { kind, before, after, detail = {} }: Change): Promise<void> {
  const changes = changesOf(before, after);
  if (changes.length > 0) await recordLine(writing, { kind, patient: after, changes, detail });
}

/** A patient who was entered by a call. */
type Created = { readonly writing: Writing; readonly patient: PatientRow };

/** Writes that these patients were entered, in the transaction of their calls: as many statements for many as for one. */
export async function recordCreated(created: readonly Created[]): Promise<void> {
  const [first] = created;
  if (first === undefined) return;
  const { db, deps } = first.writing;
  const lines = created.map(({ writing, patient }) =>
    lineOf(writing, { kind: 'CREATED', patient, changes: changesOf(null, patient), detail: {} }),
  );
  await addFirstChanges(db, deps.chainKey, lines);
}

/** The fields in which two rows of a patient differ. */
export function changesOf(before: PatientRow | null, after: PatientRow): HistoryChange[] {
  return historyChanges(before === null ? null : presentWithContact(before), presentWithContact(after));
}

/** A line of one patient's history. */
type Line = {
  readonly kind: PatientChangeKind;
  readonly patient: Pick<PatientRow, 'organisation_id' | 'id' | 'version'>;
  readonly changes: readonly HistoryChange[];
  readonly detail: PatientChangeDetail;
};

/** Writes one line into the history of a patient whose row the caller has locked. */
async function recordLine(writing: Writing, line: Line): Promise<void> {
  await recordLines(writing, [line]);
}

/** Writes one line each into the histories of patients whose rows the caller has locked: as many statements for many as for one. */
export async function recordLines(writing: Writing, lines: readonly Line[]): Promise<void> {
  await addPatientChanges(
    writing.db,
    writing.deps.chainKey,
    lines.map((line) => lineOf(writing, line)),
  );
}

/** Writes that these patients were imported, in one statement. */
export async function recordImported(writing: Writing, rows: readonly PatientInsert[]): Promise<void> {
  const lines = rows.map((row) => {
    // An insert names every column that the present form of a patient reads.
    const patient = row as PatientRow;
    const changes = historyChanges(null, presentWithContact(patient));
    return lineOf(writing, { kind: 'IMPORTED', patient, changes, detail: {} });
  });
  await addFirstChanges(writing.db, writing.deps.chainKey, lines);
}

function lineOf({ actor, now, capture }: Writing, { kind, patient, changes, detail }: Line): NewPatientChange {
  return {
    organisation_id: patient.organisation_id,
    patient_id: patient.id,
    at: now,
    kind,
    version: patient.version,
    actor_id: actor.userId,
    actor: actor.name,
    device_id: capture.deviceId ?? actor.deviceId,
    captured_at: capture.capturedAt === undefined ? null : new Date(capture.capturedAt).toISOString(),
    changes: [...changes],
    detail,
  };
}

type Conflict = Pick<Parsed<'patientConflict'>, 'kind' | 'fields' | 'enteredAt'>;

/** Writes how a conflict ended on a tablet, with the values that were not kept; of protected contact details no value. */
export async function recordConflict(
  writing: Writing,
  patient: PatientRow,
  { kind, fields, enteredAt }: Conflict,
): Promise<void> {
  const changes = fields.map(({ field, mine, theirs, resolution }): HistoryChange => {
    if (patient.restricted && isContactField(field)) return { field, from: null, to: null, resolution };
    const [from, to] = resolution === 'THEIRS' ? [mine, theirs] : [theirs, mine];
    return { field, from, to, resolution };
  });
  const detail = enteredAt === undefined ? {} : { enteredAt: new Date(enteredAt).toISOString() };
  await recordLine(writing, { kind, patient, changes, detail });
}

type Presenting = {
  readonly chainKey: ChainKey;
  /** whether this reader may not see contact details of the patient */ readonly hidesContact: boolean;
  /** whether this reader may not know why they are hidden */ readonly hidesReason: boolean;
};

/** A line of the history in the shape of the wire. */
export function presentChange(row: ReadPatientChange, { chainKey, hidesContact, hidesReason }: Presenting): PatientHistoryEntry {
  const { seq, at, kind, actor, device_name, captured_at, changes } = row;
  // Of an edit the only reason is that of the protection.
  const { reason: _, ...withoutReason } = row.detail;
  const detail = hidesReason && kind === 'UPDATED' ? withoutReason : row.detail;
  return {
    seq,
    at,
    kind,
    by: actor,
    device: device_name,
    capturedAt: captured_at,
    changes: hidesContact ? withoutContactValues(changes) : changes,
    ...detail,
    isIntact: isLineIntact(chainKey, row),
  };
}
