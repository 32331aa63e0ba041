import { canonical } from '#domain/digest.ts';
import { CHAIN_START } from '#domain/timeline.ts';
import { sql, type Selectable } from 'kysely';
import type { ChainKey } from '#server/data/chain-heads.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/open/json.ts';
import { pageOf, type Paged, type ResultPage } from '#server/data/paging.ts';
import type { Tables } from '#server/data/tables.ts';

export type PatientChangeRow = Selectable<Tables['patient_changes']>;
/** A line before it has its place in the patient's history. Times are ISO. */
export type NewPatientChange = Omit<PatientChangeRow, 'seq' | 'prev_hash' | 'hash'>;

/**
 * Adds a line to a patient's history. The caller holds the lock of the patient's row, so that lines come one after another.
 *
 * @param key - of the server: a line that was written without it does not fit its hash
 */
export async function addPatientChange(db: Db, key: ChainKey, line: NewPatientChange): Promise<void> {
  const last = await db
    .selectFrom('patient_changes')
    .select(['seq', 'hash'])
    .where('organisation_id', '=', line.organisation_id)
    .where('patient_id', '=', line.patient_id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  await insertLines(db, [chained(key, line, last)]);
}

/** Adds the first lines of patients that were entered in this transaction, in one statement. */
export async function addFirstChanges(db: Db, key: ChainKey, lines: readonly NewPatientChange[]): Promise<void> {
  await insertLines(
    db,
    lines.map((line) => chained(key, line, undefined)),
  );
}

/** A line as it is read; the name of its tablet is today's, null where none proved its id or it is gone. */
export type ReadPatientChange = PatientChangeRow & { device_name: string | null; before_hash: string | null };

/** One page of a patient's history, newest first. */
export async function listPatientChanges(
  db: Db,
  { organisationId, patientId }: { organisationId: string; patientId: string },
  at: ResultPage,
): Promise<Paged<ReadPatientChange>> {
  const all = db
    .selectFrom('patient_changes as h')
    .where('h.organisation_id', '=', organisationId)
    .where('h.patient_id', '=', patientId);
  const rows = all
    .selectAll('h')
    .select([
      sql<string | null>`(select coalesce(d.label, d.name) from devices d
        where d.organisation_id = h.organisation_id and d.id = h.device_id)`.as('device_name'),
      sql<string | null>`(select b.hash from patient_changes b where b.organisation_id = h.organisation_id
        and b.patient_id = h.patient_id and b.seq = h.seq - 1)`.as('before_hash'),
    ])
    .orderBy('h.seq', 'desc');
  return pageOf(db, { rows, all }, at);
}

/** Whether a line is as it was written under this key, and follows the line before it. */
export function isLineIntact(key: ChainKey, { device_name: _, before_hash: before, hash, ...line }: ReadPatientChange): boolean {
  return line.prev_hash === (before ?? CHAIN_START) && (before === null) === (line.seq === 1) && hashOf(key, line) === hash;
}

function chained(
  key: ChainKey,
  line: NewPatientChange,
  last: Pick<PatientChangeRow, 'seq' | 'hash'> | undefined,
): PatientChangeRow {
  const placed = { ...line, seq: (last?.seq ?? 0) + 1, prev_hash: last?.hash ?? CHAIN_START };
  return { ...placed, hash: hashOf(key, placed) };
}

function hashOf(key: ChainKey, line: Omit<PatientChangeRow, 'hash'>): string {
  const { organisation_id, patient_id, seq, at, kind, version, actor_id, actor, device_id, captured_at, changes, detail } = line;
  const { prev_hash } = line;
  return key.mac(
    canonical({
      organisation_id,
      patient_id,
      seq,
      at,
      kind,
      version,
      actor_id,
      actor,
      device_id,
      captured_at,
      changes,
      detail,
      prev_hash,
    }),
  );
}

async function insertLines(db: Db, lines: readonly PatientChangeRow[]): Promise<void> {
  const columns = sql.join(Object.keys(lines[0] ?? {}).map((column) => sql.ref(column)));
  await sql`insert into patient_changes (${columns})
    select ${columns} from jsonb_populate_recordset(null::patient_changes, ${json(lines)})`.execute(db);
}
