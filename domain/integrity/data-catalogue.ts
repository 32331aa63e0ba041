import { COLUMN_CLASSES, columnNames, RETENTION_PERIODS, type CataloguedTable, type ColumnClass } from './catalogued-table.ts';
import { OTHER_TABLES } from './other-tables.ts';
import { PATIENT_TABLES } from './patient-tables.ts';

/**
 * Every table and column of the database: about whom, how it leads to a patient, whether a pack of the patient's data has it or why not, and
 * how long it stays. Deletions, packs, exit exports and docs/privacy.md read it; a table that is not here fails a test.
 */
const TABLES = { ...PATIENT_TABLES, ...OTHER_TABLES };
export type TableName = keyof typeof TABLES;
export const DATA_CATALOGUE: Readonly<Record<TableName, CataloguedTable>> = TABLES;
/** The tables whose rows a deletion takes with a record. */
export type RecordTable = {
  [T in keyof typeof PATIENT_TABLES]: (typeof PATIENT_TABLES)[T]['retention'] extends 'RECORD' ? T : never;
}[keyof typeof PATIENT_TABLES];

export const TABLE_NAMES: readonly TableName[] = Object.keys(TABLES).filter(isTableName).toSorted();

export function isTableName(name: string): name is TableName {
  return Object.hasOwn(TABLES, name);
}

/** One column with its class. */
export type CataloguedColumn = { readonly name: string; readonly columnClass: ColumnClass };

/** The columns of a table, in the order of the catalogue. */
export function columnsOf(table: TableName): CataloguedColumn[] {
  const { columns } = DATA_CATALOGUE[table];
  const classes = Object.keys(COLUMN_CLASSES).filter((name): name is ColumnClass => name in COLUMN_CLASSES);
  return classes.flatMap((columnClass) => columnNames(columns[columnClass]).map((name) => ({ name, columnClass })));
}

/** A table whose rows a pack of a patient's data has: each without a reason why not. */
export type PackTable = {
  [T in TableName]: (typeof TABLES)[T] extends { readonly notInPack: string } ? never : T;
}[TableName];
export const PACK_TABLES: readonly PackTable[] = TABLE_NAMES.filter(isPackTable);

/** Whether this is the name of a table whose rows a pack has. */
export function isPackTable(name: string): name is PackTable {
  return isTableName(name) && DATA_CATALOGUE[name].notInPack === undefined;
}

/** How long rows of a table stay, in words. */
export function retentionPeriodWords({ retention, days }: Pick<CataloguedTable, 'retention' | 'days'>): string {
  if (days === undefined) return RETENTION_PERIODS[retention];
  const ended = days === 0 ? 'until it ends' : `${days} ${days === 1 ? 'day' : 'days'} after it has served`;
  return retention === 'RECORD' ? `${RETENTION_PERIODS.RECORD}, or ${ended}` : ended;
}
