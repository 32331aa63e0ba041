import type { RawBuilder } from 'kysely';
import { BUILD } from '#domain/base/build.ts';
import { COLUMN_CLASSES } from '#domain/integrity/catalogued-table.ts';
import {
  columnsOf,
  DATA_CATALOGUE,
  retentionPeriodWords,
  TABLE_NAMES,
  type TableName,
} from '#domain/integrity/data-catalogue.ts';
import { appliedMigrations } from '#server/data/open/migrate.ts';
import { cataloguedRows, tableReferences, type CataloguedRow } from '#server/data/packs/catalogued-rows.ts';
import { EXIT_TABLES, ofOrganisation } from '#server/data/packs/exit-rows.ts';
import { fillFolder, type ExitFolder } from '#server/outside/backup/exit-folder.ts';
import { SecretUnreadable } from '#server/outside/secret-box.ts';
import { requestPurpose } from '#server/work/own-page/answer-asks.ts';
import checker from './exit-check.py?raw';
import { exitLists, exitRecords, type ExitSource } from './exit-records.ts';
import { EXIT_README } from './exit-readme.ts';
import { fileExtension } from './file-extension.ts';

/** Counts of a written export, and the documents that are not as they were sealed. */
export type ExitWritten = { rows: number; files: number; bytes: number; faults: readonly string[] };

/**
 * Writes all that the database holds, but for secrets, into a folder that can be read without this product. All rows are those of one
 * moment, and few are in the memory at once.
 *
 * @throws BackupRefused for a folder that holds something
 */
export async function writeExit(folder: string, { db, ...around }: ExitSource): Promise<ExitWritten> {
  return fillFolder(folder, async (filling) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (reading) => writeAll(filling, { db: reading, ...around })),
  );
}

async function writeAll(filling: ExitFolder, source: ExitSource): Promise<ExitWritten> {
  const { db, organisationId, clock } = source;
  const tables: Record<string, number> = {};
  for (const table of EXIT_TABLES) tables[table] = await writeTable(filling, source, table);
  const faults: string[] = [];
  for await (const fault of exitRecords(filling, source)) faults.push(fault);
  await exitLists(filling, source);
  await filling.put('catalogue.json', `${JSON.stringify(await catalogueFacts(db), null, 2)}\n`);
  await filling.put('README.md', EXIT_README);
  await filling.put('exit-check.py', checker);
  const facts = {
    assent: 'exit',
    format: 1,
    version: BUILD,
    madeAt: new Date(clock()).toISOString(),
    organisation: organisationId ?? null,
    migrations: await appliedMigrations(db),
    tables,
    faults,
  };
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { ...(await filling.end(facts)), rows, faults };
}

async function writeTable(filling: ExitFolder, { db, organisationId, secrets }: ExitSource, table: TableName): Promise<number> {
  let rows = 0;
  const where: RawBuilder<unknown> = ofOrganisation(table, organisationId);
  const sealed = columnsOf(table).filter(({ columnClass }) => columnClass === 'sealed');
  const lines = async function* () {
    for await (const row of cataloguedRows(db, table, where)) {
      rows += 1;
      const files = await writeFiles(filling, { table, row });
      const isPlain = files.length === 0 && sealed.length === 0;
      yield `${isPlain ? row.json : JSON.stringify({ ...opened(row, { table, secrets }), ...Object.fromEntries(files) })}\n`;
    }
  };
  await filling.pour(`tables/${table}.ndjson`, lines(), () => rows);
  return rows;
}

/** Writes the files of a row. @returns its columns, each with the path, the size and the digest of its file */
async function writeFiles(filling: ExitFolder, { table, row }: { table: string; row: CataloguedRow }) {
  const written: [string, { path: string; bytes: number; sha256: string }][] = [];
  for (const [column, bytes] of row.files) {
    const name = row.key.replaceAll(/[^\w-]/g, '-');
    const path = `documents/${table}/${name.slice(-2)}/${name}.${fileExtension(bytes)}`;
    written.push([column, await filling.put(path, bytes)]);
  }
  return written;
}

/** Columns that are sealed and no secret, each with what its value was sealed for. */
const SEALED_FOR: Readonly<Record<string, (id: string) => string>> = { 'page_asks.contact': requestPurpose };

function opened({ json }: CataloguedRow, { table, secrets }: { table: TableName; secrets: ExitSource['secrets'] }) {
  // A row that the database wrote as JSON.
  const row = JSON.parse(json) as Record<string, unknown>;
  for (const { name, columnClass } of columnsOf(table)) {
    const value = row[name];
    const sealedFor = SEALED_FOR[`${table}.${name}`];
    if (columnClass === 'sealed' && typeof value === 'string')
      row[name] = sealedFor === undefined ? null : openedOrNull(secrets, value, sealedFor(String(row['id'])));
  }
  return row;
}

function openedOrNull(secrets: ExitSource['secrets'], value: string, purpose: string): string | null {
  try {
    return secrets?.open(value, purpose) ?? null;
  } catch (error) {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}

/** The catalogue as it is written: every table, what of it is left out and why, and how rows name each other. */
async function catalogueFacts(db: ExitSource['db']) {
  const tables = TABLE_NAMES.map((name) => {
    const table = DATA_CATALOGUE[name];
    const columns = columnsOf(name).map(({ name: column, columnClass }) => {
      const { subject, pack, isInExit } = COLUMN_CLASSES[columnClass];
      return { name: column, subject, pack, isFile: columnClass === 'file', isLeftOut: !isInExit };
    });
    return {
      name,
      subject: table.subject,
      path: table.path ?? null,
      leftOut: table.notInExit ?? null,
      notInPack: table.notInPack ?? null,
      retention: retentionPeriodWords(table),
      columns,
    };
  });
  const references = (await tableReferences(db)).filter(({ table, target }) =>
    [table, target].every((name) => EXIT_TABLES.some((each) => each === name)),
  );
  return { tables, references };
}
