import { csvOf } from '#domain/exports/csv.ts';
import { PACK_TABLES, type PackTable } from '#domain/integrity/data-catalogue.ts';
import { packedRow, WHOLE_FORM } from '#domain/packs/pack-values.ts';
import { PACK_TABLE_WORDS } from '#domain/packs/pack-words.ts';
import type { Db } from '#server/data/db.ts';
import { rolesOfAccounts, type PatientFamily } from '#server/data/packs/rows-of-patient.ts';
import type { PackLineRow, PackTableRow } from '#server/data/packs/subject-packs.ts';
import type { PackCounts } from '#server/data/tables/pack-rows.ts';
import type { Deps } from '#server/deps.ts';
import type { ZipParts } from '#server/outside/packs/zip-parts.ts';
import { sha256Hex } from '#server/sha256.ts';
import { newLetterhead } from '#server/work/documents/letterhead.ts';
import { fhirBundle } from '#server/work/fhir/fhir-bundle.ts';
import { readRecordParts } from '#server/work/fhir/read-record.ts';
import { comparedDocuments } from './compared-documents.ts';
import { fileExtension } from './file-extension.ts';
import { packIndex } from './pack-index.ts';
import { readPack, type StoredPackRow } from './read-pack.ts';
import { withheldParts, type WithheldParts } from './withheld-parts.ts';

type Writing = {
  /** a transaction that sees one moment */
  readonly db: Db;
  readonly deps: Deps;
  readonly pack: PackTableRow;
  readonly lines: readonly PackLineRow[];
  readonly family: PatientFamily & { readonly inUse: string };
  readonly zip: ZipParts;
};

/** Puts a reviewed pack into its ZIPs: each table, each file, the bundle, the readings as a list, and the page that tells of all. @returns what went in */
export async function writePack(writing: Writing): Promise<PackCounts> {
  const { db, deps, pack, lines, family, zip } = writing;
  const roles = await rolesOfAccounts(db, family.organisationId);
  const withheld = await withheldParts(db, { lines, family });
  const packed = new Map<PackTable, Record<string, unknown>[]>(PACK_TABLES.map((table) => [table, []]));
  let documents = 0;
  for await (const row of readPack(db, family)) {
    if (withheld.isGone(row)) continue;
    const isKept = (column: string) => withheld.isKept(row, column);
    const files = isKept(WHOLE_FORM) && !withheld.isFileGone(row) ? await putFiles(zip, row, deps.log) : [];
    documents += files.length;
    packed.get(row.table)?.push({
      ...packedRow(row, { forWhom: pack.for_whom, roleOf: (id) => roles.get(id) ?? null, isKept }),
      ...Object.fromEntries(files),
    });
  }
  const tables: Record<string, number> = {};
  for (const [table, rows] of packed) {
    if (rows.length > 0) tables[table] = rows.length;
    await zip.add(`data/${table}.json`, text(JSON.stringify({ table, about: PACK_TABLE_WORDS[table], rows }, null, 2)));
  }
  await zip.add('readings.csv', text(readings(packed.get('access_log') ?? [])));
  await zip.add('record.fhir.json', text(JSON.stringify(await bundle(writing, withheld))));
  const counts = { tables, documents };
  const letterhead = await newLetterhead(db, family.organisationId);
  const withheldLines = lines.filter(({ decision }) => decision === 'WITHHOLD').length;
  const index = packIndex({ pack, counts, withheldLines, letterhead, at: deps.clock(), timeZone: deps.settings.timeZone });
  await zip.add('index.pdf', await deps.pdf.render(index), true);
  return counts;
}

/** Puts the files of a row; a document that is not the one that was sealed is given to nobody. @returns its columns, each with where the file is in the pack */
async function putFiles(zip: ZipParts, { table, key, row, files }: StoredPackRow, log: Deps['log']) {
  const put: [string, { path: string; bytes: number; sha256: string }][] = [];
  for (const [column, bytes] of files) {
    const sha256 = sha256Hex(bytes);
    if (table === 'documents' && sha256 !== row['sha256']) {
      log.error('a stored document was altered and is not given out', { detail: `document ${key}` });
      continue;
    }
    const path = `documents/${table}/${key.replaceAll(/[^\w-]/g, '-')}.${fileExtension(bytes)}`;
    await zip.add(path, bytes, true);
    put.push([column, { path, bytes: bytes.length, sha256 }]);
  }
  return put;
}

async function bundle({ db, deps, family }: Writing, withheld: WithheldParts): Promise<unknown> {
  const { organisationId, inUse } = family;
  const patients = { organisationId, referrerId: undefined };
  const reach = { patients, cases: { ...patients, clinicianId: undefined } };
  const now = new Date(deps.clock()).toISOString();
  const compare = comparedDocuments(({ consentId }) =>
    deps.log.error('a stored document was altered', { detail: `consent ${consentId}` }),
  );
  // Documents are named in the bundle, and lie beside it.
  const parts = await readRecordParts({ db, now, deps, reach, compare }, inUse, async () => new Map());
  const versions = parts.versions.filter(({ row }) => !withheld.isFormGone(row.id));
  const there = new Set(versions.flatMap((version) => version.documents.map(({ id }) => id)));
  return fhirBundle({
    ...parts,
    versions: versions.map((version) => ({
      ...version,
      formerFormId: version.formerFormId !== null && there.has(version.formerFormId) ? version.formerFormId : null,
    })),
  });
}

/** The readings of the record, roles in place of names. */
function readings(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const cell = (value: unknown) => (typeof value === 'string' ? value : '');
  const lines = rows.map(({ at, act, call, role, why }) => [at, act, call, role, why].map(cell));
  return csvOf([['When (UTC)', 'How', 'Call', 'Role', 'Reason'], ...lines]);
}

function text(words: string): Uint8Array {
  return Buffer.from(words, 'utf8');
}
