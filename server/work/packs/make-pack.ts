import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PACK_PART_MOST, PACK_TIME } from '#domain/packs/pack.ts';
import { linesOf, type PackLine } from '#domain/packs/pack-values.ts';
import { packPlace } from '#server/data/accounts/sealed-secrets.ts';
import type { Db } from '#server/data/db.ts';
import { patientFamily, type PatientFamily } from '#server/data/packs/rows-of-patient.ts';
import { changePack, linesOfOne, lockPack, type PackLineRow, type PackTableRow } from '#server/data/packs/subject-packs.ts';
import type { PackCounts } from '#server/data/tables/pack-rows.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { partName, zipParts, type WrittenPart } from '#server/outside/packs/zip-parts.ts';
import { lineDigest, packLineName, storedLineName, versionsOfLines } from './pack-lines.ts';
import { readPack } from './read-pack.ts';
import { writePack } from './write-pack.ts';

/** The folder of the parts of packs, in the data folder. */
export const PACKS_FOLDER = 'packs';
const PACK_KEY_BYTES = 32;

type OnePack = { readonly organisationId: string; readonly id: string };

/**
 * Does what is due for a pack: gathers one that was asked for, and makes one that was released. Everything of a pack is of one moment. Where
 * something about others has come to it since it was reviewed, it waits for people once more.
 *
 * @param most - bytes of a part
 */
export async function makePack(of: OnePack, deps: Deps, most = PACK_PART_MOST): Promise<void> {
  const pack = await inTransaction(deps.database.db, (db) => lockPack(db, of));
  if (pack?.state === 'PREPARING') return draft(deps, of, await inSnapshot(deps, (db) => gathered(db, pack)));
  if (pack?.state !== 'RELEASED') return;
  const key = deps.random(PACK_KEY_BYTES);
  const folder = join(deps.dataDir, PACKS_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const attempt = deps.newId();
  const zip = zipParts({
    most,
    key,
    at: new Date(deps.clock()),
    fileOf: (number) => {
      const file = partName(`${of.id} ${attempt} ${number}`);
      return { file, path: join(folder, file), purpose: partPurpose(of.id, number) };
    },
  });
  try {
    const made = await inSnapshot(deps, async (db) => {
      const found = await gathered(db, pack);
      const lines = await linesOfOne(db, of);
      if (!isReviewed(found.lines, lines)) return { found, counts: undefined };
      return { found, counts: await writePack({ db, deps, pack, lines, zip, family: found.family }) };
    });
    if (made.counts === undefined) {
      zip.stop();
      return draft(deps, of, made.found);
    }
    await ready(deps, { of, counts: made.counts, key, parts: await zip.end() });
  } catch (error) {
    zip.stop();
    throw error;
  }
}

/** For what a part is sealed. */
export function partPurpose(packId: string, number: number): string {
  return `pack ${packId} part ${number}`;
}

type Gathered = {
  readonly family: PatientFamily & { readonly inUse: string };
  readonly lines: readonly PackLine[];
  readonly counts: PackCounts;
};

function inSnapshot<T>({ database }: Deps, work: (db: Db) => Promise<T>): Promise<T> {
  return database.db.transaction().setIsolationLevel('repeatable read').execute(work);
}

async function gathered(
  db: Db,
  { organisation_id: organisationId, patient_id: patientId, for_whom }: PackTableRow,
): Promise<Gathered> {
  const family = await patientFamily(db, { organisationId, patientId });
  if (family === undefined) throw new Error('The patient of a pack is gone');
  const tables: Record<string, number> = {};
  const lines: PackLine[] = [];
  let documents = 0;
  for await (const row of readPack(db, family)) {
    tables[row.table] = (tables[row.table] ?? 0) + 1;
    documents += row.files.size;
    lines.push(...linesOf(row, for_whom));
  }
  return { family, lines, counts: { tables, documents } };
}

/** Whether people have decided about each line as it is now; one of a version that is withheld as a whole needs no decision. */
function isReviewed(found: readonly PackLine[], decided: readonly PackLineRow[]): boolean {
  const byName = new Map(decided.map((line) => [storedLineName(line), line]));
  const gone = versionsOfLines(decided, ({ kind, decision }) => kind === 'YOUNG' && decision === 'WITHHOLD');
  return found.every((line) => {
    if (line.consentId !== null && line.kind !== 'YOUNG' && gone.has(line.consentId)) return true;
    const row = byName.get(packLineName(line));
    return row?.decision != null && row.sha256 === lineDigest(line);
  });
}

/** Writes the lines that wait for people; of those that are as they were the decision stays. */
async function draft({ database, clock, newId }: Deps, of: OnePack, { lines, counts }: Gathered): Promise<void> {
  await inTransaction(database.db, async (db) => {
    const pack = await lockPack(db, of);
    if (pack?.state !== 'PREPARING' && pack?.state !== 'RELEASED') return;
    const before = new Map((await linesOfOne(db, of)).map((line) => [storedLineName(line), line]));
    const names = new Set(lines.map(packLineName));
    const stale = [...before].filter(([name]) => !names.has(name)).map(([, { id }]) => id);
    const changed = lines.filter((line) => before.get(packLineName(line))?.sha256 !== lineDigest(line));
    const replaced = [...stale, ...changed.flatMap((line) => before.get(packLineName(line))?.id ?? [])];
    if (replaced.length > 0)
      await db
        .deleteFrom('subject_pack_lines')
        .where('organisation_id', '=', of.organisationId)
        .where('id', 'in', replaced)
        .execute();
    for (const line of changed)
      await db
        .insertInto('subject_pack_lines')
        .values({
          organisation_id: of.organisationId,
          id: newId(),
          pack_id: of.id,
          kind: line.kind,
          of_table: line.table,
          row_key: line.key,
          of_column: line.column,
          consent_id: line.consentId,
          words: line.words,
          sha256: lineDigest(line),
        })
        .execute();
    const drafted_at = new Date(clock()).toISOString();
    await changePack(db, of, { state: 'DRAFT', drafted_at, counts, released_by: null, released_name: null, released_at: null });
  });
}

type Made = {
  readonly of: OnePack;
  readonly counts: PackCounts;
  readonly key: Uint8Array;
  readonly parts: readonly WrittenPart[];
};

async function ready({ database, clock, secrets }: Deps, { of, counts, key, parts }: Made): Promise<void> {
  await inTransaction(database.db, async (db) => {
    const pack = await lockPack(db, of);
    if (pack?.state !== 'RELEASED') return;
    for (const { number, file, bytes, sha256 } of parts)
      await db
        .insertInto('subject_pack_parts')
        .values({ organisation_id: of.organisationId, pack_id: of.id, number, file, bytes: String(bytes), sha256 })
        .execute();
    const [made, ends] = [clock(), clock() + PACK_TIME].map((at) => new Date(at).toISOString());
    await changePack(db, of, {
      state: 'READY',
      made_at: made ?? null,
      ends_at: ends ?? null,
      counts,
      sealed_key: secrets.seal(Buffer.from(key).toString('base64'), packPlace(of.id)),
    });
  });
}
