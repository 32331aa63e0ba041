import { DATA_CATALOGUE, isTableName, type RecordTable, type TableName } from '#domain/integrity/data-catalogue.ts';
import type { DeletionCertificate } from '#domain/organisation/retention.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { digestsGone } from '#server/data/documents/document-digests.ts';
import { documentDedup } from '#server/data/jobs/jobs.ts';
import { json } from '#server/data/json.ts';

type Versioned = { readonly id: string; readonly version: number };

/** The parts of one record: its patients, their cases, and the versions of these. */
type RecordParts = {
  organisationId: string;
  patients: readonly Versioned[];
  cases: readonly Versioned[];
  consents: readonly Versioned[];
};

type Part = { readonly table: RecordTable; readonly where: (of: RecordParts) => RawBuilder<unknown> };
const idsOf = (rows: readonly Versioned[]) => rows.map(({ id }) => id);
const among = (column: string, ids: readonly string[]) => sql`${sql.ref(column)} = any(${[...ids]}::uuid[])`;

const JOBS = ['SEAL', 'STAMP', 'VIEW', 'CONFIRMATION', 'REFUSAL', 'ARCHIVE'] as const;

/** The rows of a table that belong to a record, by the path of the catalogue. */
function partOf(table: RecordTable): Part {
  return { table, where: WHERE_OF[table] ?? ((of) => byPath(table, of)) };
}

/** The tables of which the ids of a record are known, and jobs, which are found by what they are to make. */
const WHERE_OF: { readonly [T in RecordTable]?: Part['where'] } = {
  patients: (of) => among('id', idsOf(of.patients)),
  cases: (of) => among('id', idsOf(of.cases)),
  consents: (of) => among('id', idsOf(of.consents)),
  jobs: (of) => sql`dedup = any(${idsOf(of.consents).flatMap((id) => JOBS.map((kind) => documentDedup(kind, id)))}::text[])`,
};

function byPath(table: TableName, of: RecordParts): RawBuilder<unknown> {
  const { path } = DATA_CATALOGUE[table];
  if (path === undefined) throw new Error(`No path leads from ${table} to a patient`);
  const [column, target] = path;
  if (target === 'patients' || target === 'cases' || target === 'consents') return among(column, idsOf(of[target]));
  if (!isTableName(target)) throw new Error(`The path of ${table} leads to no table`);
  return sql`${sql.ref(column)} in (select id from ${sql.table(target)} where ${inOrganisation(of)} and ${byPath(target, of)})`;
}

/** Every table whose rows go with a record, in an order that foreign keys allow. The two logs are deleted by the owner's function, before the cases. */
const BEFORE_LOGS = [
  'document_links',
  'tickets',
  'link_tokens',
  'mails',
  'jobs',
  'handovers',
  'deliveries',
  'notifications',
  'claims',
  'contact_wishes',
  'links',
  'drawn_files',
  'archivals',
  'documents',
  'signatures',
  'recipients',
  'questions',
  'own_words',
  'case_ends',
  'sheet_codes',
  'referral_attachments',
  'referral_messages',
  'referrals',
  'consents',
] as const satisfies readonly RecordTable[];
const LOGS = ['timeline', 'patient_changes'] as const satisfies readonly RecordTable[];
const AFTER_LOGS = [
  'subject_pack_lines',
  'subject_pack_parts',
  'subject_packs',
  'cases',
  'legal_holds',
  'retention_proposals',
  'patients',
] as const satisfies readonly RecordTable[];
/** The tables that a deletion empties of a record, in its order. */
export const DELETED_TABLES: readonly RecordTable[] = [...BEFORE_LOGS, ...LOGS, ...AFTER_LOGS];
const PARTS = DELETED_TABLES.map(partOf);

/**
 * Locks a record in the order of every change of a case, the cases before the patients and each by its id, and names what belongs to it.
 * Empty for an unknown patient.
 */
export async function lockRecord(db: Db, { organisationId, id }: { organisationId: string; id: string }): Promise<RecordParts> {
  const family = sql`select p.id from patients p where p.organisation_id = ${organisationId} and (p.id = ${id} or p.survivor_id = ${id})`;
  const cases = await sql<Versioned>`select id, version from cases where organisation_id = ${organisationId}
    and patient_id in (${family}) order by id for update`.execute(db);
  const patients = await sql<Versioned>`select id, version from patients where organisation_id = ${organisationId}
    and (id = ${id} or survivor_id = ${id}) order by id for update`.execute(db);
  const consents = await sql<Versioned>`select id, version from consents where organisation_id = ${organisationId}
    and case_id = any(${idsOf(cases.rows)}::uuid[]) order by id for update`.execute(db);
  return { organisationId, patients: patients.rows, cases: cases.rows, consents: consents.rows };
}

type Counted = { kind: string; count: number; digest: string };

/** How many rows of each table belong to a record, with a SHA-256 over them; files go in by their own digest. One statement. */
export async function countParts(db: Db, of: RecordParts): Promise<Counted[]> {
  const each = PARTS.map(
    ({ table, where }) => sql`select ${table}::text as kind, count(*)::integer as count,
      encode(sha256(convert_to(coalesce(string_agg(row, chr(10) order by row), ''), 'UTF8')), 'hex') as digest
      from (select (to_jsonb(${sql.table(table)}.*) - 'bytes')::text as row from ${sql.table(table)} where ${inOrganisation(of)} and ${where(of)}) as rows`,
  );
  const { rows } = await sql<Counted>`${sql.join(each, sql` union all `)}`.execute(db);
  return rows.filter(({ count }) => count > 0);
}

/** The ends of the chains of a record. */
export async function chainsOf(db: Db, of: RecordParts): Promise<DeletionCertificate['chains']> {
  const { rows } = await sql<DeletionCertificate['chains'][number]>`select chain, id, length, head from chain_heads
    where organisation_id = ${of.organisationId} and ((chain = 'TIMELINE' and ${among('id', idsOf(of.cases))})
      or (chain = 'PATIENT' and ${among('id', idsOf(of.patients))})) order by chain, id`.execute(db);
  return rows;
}

export async function insertCertificate(
  db: Db,
  of: RecordParts,
  { content, sha256 }: { content: DeletionCertificate; sha256: string },
): Promise<void> {
  await sql`insert into deletion_certificates (organisation_id, id, at, patients, chains, content, sha256) values (${of.organisationId},
    ${content.id}, ${content.at}, ${idsOf(of.patients)}::uuid[], ${[...idsOf(of.cases), ...idsOf(of.patients)]}::uuid[], ${json(content)}, ${sha256})`.execute(
    db,
  );
}

/**
 * Deletes a record whose certificate is written, and leaves for tablets the ids of what is gone.
 *
 * @returns how many rows were deleted
 * @throws Error of the database where a hold is in force or no second person approved
 */
export async function deleteParts(
  db: Db,
  of: RecordParts,
  { certificateId, now }: { certificateId: string; now: string },
): Promise<number> {
  const { organisationId } = of;
  const tell = (entity: 'patient' | 'listed' | 'consent', rows: readonly Versioned[]) =>
    rows.map(({ id, version }) => ({ organisation_id: organisationId, entity, id, version: version + 1, at: now }));
  const told = [...tell('patient', of.patients), ...tell('listed', of.cases), ...tell('consent', of.consents)];
  await sql`insert into deleted_entities (organisation_id, entity, id, version, at)
    select organisation_id, entity, id, version, at from jsonb_populate_recordset(null::deleted_entities, ${json(told)})`.execute(
    db,
  );
  await digestsGone(db, { organisationId, consents: idsOf(of.consents), now });
  // A report of a safety problem outlives the record that it may name.
  await sql`update safety_reports set case_id = null where organisation_id = ${organisationId} and ${among('case_id', idsOf(of.cases))}`.execute(
    db,
  );
  let gone = 0;
  for (const table of BEFORE_LOGS) gone += await deleteRows(db, of, partOf(table));
  const { rows } = await sql<{ gone: number }>`select delete_certified(${organisationId}, ${certificateId}) as gone`.execute(db);
  gone += rows[0]?.gone ?? 0;
  await sql`delete from chain_heads where organisation_id = ${organisationId} and ((chain = 'TIMELINE' and ${among('id', idsOf(of.cases))})
    or (chain = 'PATIENT' and ${among('id', idsOf(of.patients))}))`.execute(db);
  for (const table of AFTER_LOGS) gone += await deleteRows(db, of, partOf(table));
  return gone;
}

async function deleteRows(db: Db, of: RecordParts, { table, where }: Part): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${inOrganisation(of)} and ${where(of)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

function inOrganisation({ organisationId }: RecordParts) {
  return sql`organisation_id = ${organisationId}`;
}
