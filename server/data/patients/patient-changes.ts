import { canonical } from '#domain/base/canonical.ts';
import { CHAIN_START } from '#domain/cases/timeline.ts';
import { sql, type Selectable } from 'kysely';
import {
  chainEnds,
  isEndIntact,
  nextPlace,
  sealedHead,
  writeHeads,
  type ChainEnds,
  type ChainKey,
  type ChainRef,
} from '#server/data/integrity/chain-heads.ts';
import type { Db } from '#server/data/db.ts';
import { pageOf, type Paged, type ResultPage } from '#server/data/paging.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { insertRows } from './bulk-rows.ts';

export type PatientChangeRow = Selectable<Tables['patient_changes']>;
/** A line before it has its place in the patient's history. Times are ISO. */
export type NewPatientChange = Omit<PatientChangeRow, 'seq' | 'prev_hash' | 'hash' | 'address'>;

/**
 * Adds lines to the histories of patients, one of each, and records the new ends, in three statements. The caller holds the locks of the
 * patients' rows, so that lines come one after another. A line after a cut end leaves a gap, and is told as not intact.
 *
 * @param key - of the server: a line that was written without it does not fit its hash
 */
export async function addPatientChanges(db: Db, key: ChainKey, lines: readonly NewPatientChange[]): Promise<void> {
  const [first] = lines;
  if (first === undefined) return;
  const ids = lines.map(({ patient_id }) => patient_id);
  await addAfter(db, key, {
    lines,
    ends: await chainEnds(db, key, { organisationId: first.organisation_id, chain: 'PATIENT', ids }),
  });
}

/** Adds the first lines of patients that were entered in this transaction, in two statements. */
export async function addFirstChanges(db: Db, key: ChainKey, lines: readonly NewPatientChange[]): Promise<void> {
  await addAfter(db, key, { lines, ends: new Map() });
}

type NewLines = { readonly lines: readonly NewPatientChange[]; readonly ends: ReadonlyMap<string, ChainEnds> };

async function addAfter(db: Db, key: ChainKey, { lines, ends }: NewLines): Promise<void> {
  const placed = lines.map((line) => {
    const { head, last } = ends.get(line.patient_id) ?? { head: undefined, last: undefined };
    const { seq, prevHash, at, recorded } = nextPlace(head, last, line.at);
    const chained = { ...line, at, seq, prev_hash: prevHash };
    const hash = hashOf(key, chained);
    const ref = historyOf(line.organisation_id, line.patient_id);
    return { row: { ...chained, hash }, head: sealedHead(key, { ...ref, length: seq, head: hash, at, recorded }) };
  });
  await insertRows(
    db,
    'patient_changes',
    placed.map(({ row }) => row),
  );
  await writeHeads(
    db,
    placed.map(({ head }) => head),
  );
}

/** The history of a patient's details among the chains. */
export function historyOf(organisationId: string, patientId: string): ChainRef {
  return { organisation_id: organisationId, chain: 'PATIENT', id: patientId };
}

/** Whether a patient's history ends where it was recorded to end. One from before histories were kept has no end, and no line. */
export async function isHistoryIntact(
  db: Db,
  key: ChainKey,
  { organisationId, patientId }: { organisationId: string; patientId: string },
): Promise<boolean> {
  const ends = (await chainEnds(db, key, { organisationId, chain: 'PATIENT', ids: [patientId] })).get(patientId);
  return ends !== undefined && isEndIntact(ends);
}

/** The histories of the whole database by their keys, with their ends, a thousand at a time. */
export async function historiesAfter(db: Db, key: ChainKey, after: ChainRef | undefined): Promise<(ChainRef & ChainEnds)[]> {
  let query = db.selectFrom('chain_heads').select(['organisation_id', 'chain', 'id']).where('chain', '=', 'PATIENT');
  if (after !== undefined)
    query = query.where((has) => has(has.refTuple('organisation_id', 'id'), '>', has.tuple(after.organisation_id, after.id)));
  const refs = await query.orderBy('organisation_id').orderBy('id').limit(1000).execute();
  const found: (ChainRef & ChainEnds)[] = [];
  for (const organisationId of new Set(refs.map((ref) => ref.organisation_id))) {
    const ids = refs.flatMap((ref) => (ref.organisation_id === organisationId ? [ref.id] : []));
    const ends = await chainEnds(db, key, { organisationId, chain: 'PATIENT', ids });
    for (const id of ids)
      found.push({ ...historyOf(organisationId, id), ...(ends.get(id) ?? { head: undefined, last: undefined }) });
  }
  return found;
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

/** The ids of the records of which somebody has said that they are another person than this one. */
export async function otherPeopleOf(
  db: Db,
  { organisationId, patientId }: { organisationId: string; patientId: string },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('patient_changes')
    .select(sql<string>`detail->>'otherId'`.as('other_id'))
    .where('organisation_id', '=', organisationId)
    .where('patient_id', '=', patientId)
    .where('kind', '=', 'ANOTHER_PERSON')
    .execute();
  return new Set(rows.map(({ other_id }) => other_id));
}

/** Whether a line is as it was written under this key, and follows the line before it. */
export function isLineIntact(key: ChainKey, { device_name: _, before_hash: before, ...line }: ReadPatientChange): boolean {
  return isLineAfter(key, line, before);
}

/** As {@link isLineIntact}. @param before - hash of the line before; null for the first */
export function isLineAfter(key: ChainKey, { hash, ...line }: PatientChangeRow, before: string | null): boolean {
  return line.prev_hash === (before ?? CHAIN_START) && (before === null) === (line.seq === 1) && hashOf(key, line) === hash;
}

function hashOf(key: ChainKey, line: Omit<PatientChangeRow, 'hash' | 'address'>): string {
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
