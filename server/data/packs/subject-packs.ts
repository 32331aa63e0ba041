import { sql, type Selectable } from 'kysely';
import type { PackDecision, PackState } from '#domain/packs/pack.ts';
import { json } from '#server/data/json.ts';
import type { Db } from '#server/data/db.ts';
import { pageOf, type Paged, type ResultPage } from '#server/data/paging.ts';
import type { PackCounts } from '#server/data/tables/pack-rows.ts';
import type { Tables } from '#server/data/tables/tables.ts';

export type PackTableRow = Selectable<Tables['subject_packs']>;
export type PackLineRow = Selectable<Tables['subject_pack_lines']>;
export type PackPartRow = Selectable<Tables['subject_pack_parts']>;

/** A pack with its patient, its parts, and how many of its lines are open. */
export type ListedPack = Omit<PackTableRow, 'sealed_key'> & {
  number: number;
  first_name: string;
  last_name: string;
  date_of_birth: string;
  open_lines: number;
  lines: number;
  parts: readonly { number: number; bytes: number }[];
  /** the accounts that decided about its lines */
  deciders: readonly string[];
};

type OnePack = { organisationId: string; id: string };

// A line of a version that is withheld as a whole needs no decision of its own.
const OPEN = sql<boolean>`l.decision is null and not exists (select from subject_pack_lines y where y.organisation_id = l.organisation_id
  and y.pack_id = l.pack_id and y.kind = 'YOUNG' and y.decision = 'WITHHOLD' and y.consent_id = l.consent_id)`;
const linesOfPack = sql`from subject_pack_lines l where l.organisation_id = p.organisation_id and l.pack_id = p.id`;

function listed(db: Db, organisationId: string) {
  return db
    .selectFrom('subject_packs as p')
    .innerJoin('patients as q', (join) =>
      join.onRef('q.organisation_id', '=', 'p.organisation_id').onRef('q.id', '=', 'p.patient_id'),
    )
    .where('p.organisation_id', '=', organisationId);
}

const LISTED = [
  'p.organisation_id',
  'p.id',
  'p.patient_id',
  'p.for_whom',
  'p.reason',
  'p.state',
  'p.asked_by',
  'p.asked_name',
  'p.asked_at',
  'p.drafted_at',
  'p.released_by',
  'p.released_name',
  'p.released_at',
  'p.made_at',
  'p.ends_at',
  'p.counts',
  'q.number',
  'q.first_name',
  'q.last_name',
  'q.date_of_birth',
] as const;

const withCounts = () => [
  sql<number>`(select count(*)::integer ${linesOfPack})`.as('lines'),
  sql<number>`(select count(*)::integer ${linesOfPack} and ${OPEN})`.as('open_lines'),
  sql<
    string[]
  >`(select coalesce(array_agg(distinct l.decided_by::text) filter (where l.decided_by is not null), '{}') ${linesOfPack})`.as(
    'deciders',
  ),
  sql<
    { number: number; bytes: number }[]
  >`(select coalesce(jsonb_agg(jsonb_build_object('number', x.number, 'bytes', x.bytes) order by x.number), '[]')
    from subject_pack_parts x where x.organisation_id = p.organisation_id and x.pack_id = p.id)`.as('parts'),
];

/** Packs of an organisation, or of one patient, newest first. */
export async function listPacks(
  db: Db,
  { organisationId, patientId }: { organisationId: string; patientId: string | undefined },
  at: ResultPage,
): Promise<Paged<ListedPack>> {
  let all = listed(db, organisationId);
  if (patientId !== undefined) all = all.where('p.patient_id', '=', patientId);
  const rows = all
    .select([...LISTED])
    .select(withCounts())
    .orderBy('p.asked_at', 'desc')
    .orderBy('p.id');
  return pageOf(db, { rows, all }, at);
}

export async function packById(db: Db, { organisationId, id }: OnePack): Promise<ListedPack | undefined> {
  return listed(db, organisationId)
    .where('p.id', '=', id)
    .select([...LISTED])
    .select(withCounts())
    .executeTakeFirst();
}

/** The row of a pack, locked until the transaction ends. */
export async function lockPack(db: Db, { organisationId, id }: OnePack): Promise<PackTableRow | undefined> {
  return db
    .selectFrom('subject_packs')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function changePack(
  db: Db,
  { organisationId, id }: OnePack,
  {
    counts,
    ...change
  }: Partial<Omit<PackTableRow, 'organisation_id' | 'id' | 'counts'>> & { state: PackState; counts?: PackCounts },
): Promise<void> {
  await db
    .updateTable('subject_packs')
    .set({ ...change, ...(counts === undefined ? {} : { counts: json(counts) }) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

/** Lines of a pack, those that wait first. */
export async function listLines(db: Db, { organisationId, id }: OnePack, at: ResultPage): Promise<Paged<PackLineRow>> {
  const all = db.selectFrom('subject_pack_lines').where('organisation_id', '=', organisationId).where('pack_id', '=', id);
  const rows = all
    .selectAll()
    .orderBy(sql`(decision is not null)`)
    .orderBy('id');
  return pageOf(db, { rows, all }, at);
}

/** All lines of a pack. */
export async function linesOfOne(db: Db, { organisationId, id }: OnePack): Promise<PackLineRow[]> {
  return db
    .selectFrom('subject_pack_lines')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('pack_id', '=', id)
    .execute();
}

/**
 * Writes a decision about lines of a pack, and about each other line of it that says the same: words that are withheld in one place are
 * not told in another.
 *
 * @returns how many of the lines that were named there are
 */
export async function decideLines(
  db: Db,
  { organisationId, id }: OnePack,
  {
    lines,
    ...decided
  }: {
    lines: readonly string[];
    decision: PackDecision;
    reason: string;
    decided_by: string;
    decided_name: string;
    decided_at: string;
  },
): Promise<number> {
  const named = await db
    .selectFrom('subject_pack_lines')
    .select('sha256')
    .where('organisation_id', '=', organisationId)
    .where('pack_id', '=', id)
    .where('id', 'in', lines)
    .execute();
  if (named.length === 0) return 0;
  await db
    .updateTable('subject_pack_lines')
    .set(decided)
    .where('organisation_id', '=', organisationId)
    .where('pack_id', '=', id)
    .where(
      'sha256',
      'in',
      named.map(({ sha256 }) => sha256),
    )
    .execute();
  return named.length;
}

export async function partsOfPack(db: Db, { organisationId, id }: OnePack): Promise<PackPartRow[]> {
  return db
    .selectFrom('subject_pack_parts')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('pack_id', '=', id)
    .orderBy('number')
    .execute();
}

/** Ends packs whose time has come: their key and their words go, and nothing opens their parts any more. @returns how many */
export async function endPacks(db: Db, now: string): Promise<number> {
  const { rows } = await sql<{ id: string; organisation_id: string }>`
    update subject_packs set state = 'ENDED', sealed_key = null where state = 'READY' and ends_at <= ${now} returning organisation_id, id`.execute(
    db,
  );
  for (const { organisation_id, id } of rows) {
    await sql`update subject_pack_lines set words = '' where organisation_id = ${organisation_id} and pack_id = ${id}`.execute(
      db,
    );
    await sql`delete from subject_pack_parts where organisation_id = ${organisation_id} and pack_id = ${id}`.execute(db);
  }
  return rows.length;
}

/** The names of all files that parts of packs have. */
export async function partFiles(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('subject_pack_parts').select('file').execute();
  return new Set(rows.map(({ file }) => file));
}
