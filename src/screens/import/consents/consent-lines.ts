import type { CheckedConsentRow } from '#contract/consent-imports.ts';
import { CONSENT_IMPORT_FIELDS, type ConsentImportField } from '#domain/import-consent.ts';
import type { LaterLine } from '../later-file.ts';
import type { LineCounts } from '../line-counts.ts';

/** One row of the file on the page. */
export type ConsentLine = Omit<CheckedConsentRow, 'ok'> & {
  /** fields that had a fault when the file was read: each stays open */
  readonly faulty: readonly ConsentImportField[];
  /** what the person wrote instead, by field; the server has not checked it while `isUnchecked` */
  readonly edits: Readonly<Partial<Record<ConsentImportField, string>>>;
  readonly isUnchecked: boolean;
  readonly isChosen: boolean;
};

/** The state of a row, in the order in which they need somebody. */
export type ConsentLineState = 'CHECKING' | 'MEND' | 'LEFT_OUT' | 'CHECK' | 'MENDED' | 'READY' | 'IMPORTED';

export function consentLineOf({ ok: _, ...read }: CheckedConsentRow): ConsentLine {
  return { ...read, faulty: faultyFields(read), edits: {}, isUnchecked: false, isChosen: true };
}

/** The line as the server has checked it again, unless the person has written something else meanwhile. */
export function withCheck(line: ConsentLine, { ok: _, ...read }: CheckedConsentRow, sent: ConsentLine['edits']): ConsentLine {
  if (sent !== line.edits) return line;
  const faulty = [...new Set([...line.faulty, ...faultyFields(read)])];
  return { ...line, ...read, cells: line.cells, faulty, isUnchecked: false };
}

function faultyFields({ errors }: Pick<CheckedConsentRow, 'errors'>): ConsentImportField[] {
  return CONSENT_IMPORT_FIELDS.filter((field) => errors.some(({ path }) => path === field));
}

/** The text of a field as the person sees it. */
export function textOf({ edits, value }: Pick<ConsentLine, 'edits' | 'value'>, field: ConsentImportField): string {
  return edits[field] ?? value[field] ?? '';
}

export function withEdit(line: ConsentLine, field: ConsentImportField, text: string): ConsentLine {
  return { ...line, edits: { ...line.edits, [field]: text }, isUnchecked: true };
}

/** The rows that name the same procedure in the same words, and the library does not know it. */
export function sameProcedure(lines: readonly ConsentLine[], line: ConsentLine): ConsentLine[] {
  const text = line.value['procedure'];
  return lines.filter(
    (each) =>
      each.row !== line.row &&
      text !== undefined &&
      each.value['procedure'] === text &&
      each.edits.procedure === undefined &&
      each.errors.some(({ path }) => path === 'procedure'),
  );
}

export function stateOf(line: ConsentLine): ConsentLineState {
  if (line.recordID !== undefined) return 'IMPORTED';
  if (line.isUnchecked) return 'CHECKING';
  if (line.errors.length > 0) return 'MEND';
  if (!line.isChosen) return 'LEFT_OUT';
  if (line.faulty.length > 0) return 'MENDED';
  return line.warnings.length > 0 ? 'CHECK' : 'READY';
}

export function isReady(line: ConsentLine): boolean {
  return ['READY', 'MENDED', 'CHECK'].includes(stateOf(line));
}

export function isToLookAt(line: ConsentLine): boolean {
  return line.recordID === undefined && (line.errors.length > 0 || line.warnings.length > 0 || line.faulty.length > 0);
}

/** Rows that stay out of this import although nobody left them out: they can be taken out as a file. */
export function isForLater(line: ConsentLine): boolean {
  return ['CHECKING', 'MEND'].includes(stateOf(line));
}

export function countLines(lines: readonly ConsentLine[]): LineCounts {
  const states = lines.map(stateOf);
  const leftOut = states.filter((state) => state === 'LEFT_OUT').length;
  const imported = states.filter((state) => state === 'IMPORTED').length;
  const later = lines.filter(isForLater).length;
  return { all: lines.length, leftOut, imported, later, ready: lines.length - leftOut - imported - later };
}

export function laterLines(lines: readonly ConsentLine[]): LaterLine[] {
  return lines.map(({ row, cells, errors }) => ({ row, cells, problem: errors.map(({ message }) => message).join('; ') }));
}

/** The edits of these lines as the call has them. */
export function editsOf(lines: readonly ConsentLine[]): { row: number; field: ConsentImportField; value: string }[] {
  return lines.flatMap(({ row, edits }) =>
    CONSENT_IMPORT_FIELDS.flatMap((field) => {
      const value = edits[field];
      return value === undefined ? [] : [{ row, field, value }];
    }),
  );
}
