/** Whom a table or a column is about. */
export type DataSubject = 'PATIENT' | 'STAFF' | 'NONE';

/**
 * The classes of columns: about whom, and `pack`: how a pack of somebody's data has them, or why it does not. `isInExit`: whether an exit
 * export has them.
 */
export const COLUMN_CLASSES = {
  data: { subject: 'PATIENT', pack: 'as it is', isInExit: true },
  form: { subject: 'PATIENT', pack: 'as it is, but for other people named in it, which a person decides', isInExit: true },
  file: { subject: 'PATIENT', pack: 'as a file of its own', isInExit: true },
  contact: { subject: 'PATIENT', pack: 'how somebody else is reached: a person decides', isInExit: true },
  person: { subject: 'PATIENT', pack: 'as it is, where other people on its form are kept', isInExit: true },
  note: { subject: 'PATIENT', pack: 'words that others wrote: a person decides', isInExit: true },
  detail: { subject: 'PATIENT', pack: 'as it is, but for reasons and names, which a person decides', isInExit: true },
  act: { subject: 'PATIENT', pack: 'as it is, without the names of staff', isInExit: true },
  actor: { subject: 'STAFF', pack: 'the role in place of the name', isInExit: true },
  staff: { subject: 'STAFF', pack: 'no: about a member of staff', isInExit: true },
  key: { subject: 'NONE', pack: 'as it is: it joins the rows', isInExit: true },
  internal: { subject: 'NONE', pack: 'no: the program’s own bookkeeping', isInExit: true },
  sealed: { subject: 'PATIENT', pack: 'no: gone within a minute', isInExit: true },
  secret: { subject: 'NONE', pack: 'no: it opens something', isInExit: false },
} as const satisfies Record<string, { subject: DataSubject; pack: string; isInExit: boolean }>;
export type ColumnClass = keyof typeof COLUMN_CLASSES;

/** How long rows stay, in words. */
export const RETENTION_PERIODS = {
  RECORD: 'with the record, by the hospital’s rules of retention',
  ORGANISATION: 'as long as the organisation is there',
  ALWAYS: 'always: nothing deletes it',
  BRIEFLY: 'until it has served',
} as const;
export type RetentionPeriod = keyof typeof RETENTION_PERIODS;

/** One table of the database. */
export type CataloguedTable = {
  readonly subject: DataSubject;
  /** the column that leads towards the patient, and the table whose row it names; absent where no row leads to one */
  readonly path?: readonly [column: string, table: string];
  /** why a pack has no row of it; absent where it has the rows that the path leads to */
  readonly notInPack?: string;
  /** why an exit export has no row of it; absent where it has all */
  readonly notInExit?: string;
  readonly retention: RetentionPeriod;
  /** days after which a row that has served goes, where it does not go before */
  readonly days?: number;
  /** every column, by its class; names with blanks between them */
  readonly columns: { readonly [C in ColumnClass]?: string };
};

/** Names of columns as a catalogue writes them. */
export function columnNames(columns: string | undefined): readonly string[] {
  return columns === undefined ? [] : columns.split(' ');
}
